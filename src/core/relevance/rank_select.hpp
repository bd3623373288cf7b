// The value of a given rank among many numbers, for several ranks: a histogram first, so that only the few numbers in
// the right bucket are sorted. (std::nth_element alone took four times as long for 500 numbers.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "data/buffer.hpp"

namespace driftsift {

class RankSelect {
 public:
  // There are values, all finite, and they stay as they are meanwhile.
  explicit RankSelect(const Buffer& values) : values_(values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    low_ = *low;
    high_ = *high;
    scale_ = kBuckets / (high_ - low_);
    if (!std::isfinite(scale_)) scale_ = 0.0;
    for (auto value : values) ++counts_[bucket(value)];
  }

  double largest() const { return high_; }

  // Rank 0 is the smallest.
  double operator()(std::size_t rank) {
    std::size_t wanted = 0;
    for (; rank >= counts_[wanted]; ++wanted) rank -= counts_[wanted];
    found_.clear();
    for (auto value : values_)
      if (bucket(value) == wanted) found_.push_back(value);
    std::nth_element(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(rank), found_.end());
    return found_[rank];
  }

 private:
  static constexpr std::size_t kBuckets = 256;

  // Rounding keeps the order: no value has a bucket before that of a smaller one.
  std::size_t bucket(double value) const {
    if (scale_ == 0.0) return 0;
    return static_cast<std::size_t>(std::min((value - low_) * scale_, kBuckets - 1.0));
  }

  const Buffer& values_;
  double low_, high_, scale_;
  std::array<std::uint32_t, kBuckets> counts_{};
  Buffer found_;
};

}  // namespace driftsift
