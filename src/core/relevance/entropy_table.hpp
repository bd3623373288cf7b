// n log2 n as whole numbers, so that the entropy of a window depends on its counts alone: sums of entries, made in any
// order and undone in any other, are exact. Every entry is the nearest whole number, the same on every machine.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "data/double_double.hpp"

namespace driftsift {

// Nats in a bit.
inline constexpr double kLn2 = 0.69314718055994530942;

class EntropyTable {
 public:
  // For counts up to `most`. The largest scale 2^s, s <= 52, whose largest entry stays below 2^61.
  explicit EntropyTable(std::size_t most) : entries_(most + 2), steps_(most + 1) {
    const double largest = static_cast<double>(most + 1);
    int shift = 52;
    while (std::ldexp(largest * std::log2(largest), shift) >= 0x1p61) --shift;
    scale_ = std::ldexp(1.0, shift);
    DoubleDouble log;
    for (std::size_t n = 2; n < entries_.size(); ++n) {
      const auto number = static_cast<double>(n);
      log = n == 2 ? DoubleDouble{1.0, 0.0} : log + log2_of_next(number - 1);
      entries_[n] = (log * number * scale_).nearest();
    }
    for (std::size_t n = 0; n < steps_.size(); ++n) steps_[n] = entries_[n + 1] - entries_[n];
  }

  const std::int64_t* data() const { return entries_.data(); }
  std::int64_t operator[](std::int32_t n) const { return entries_[static_cast<std::size_t>(n)]; }
  const std::int64_t* entries() const { return entries_.data(); }
  // What is added when a count of n becomes n + 1.
  std::int64_t step(std::int32_t n) const { return steps_[static_cast<std::size_t>(n)]; }

  // A sum of entries in bits, divided by a number of instances.
  double bits(std::int64_t sum, std::int32_t n) const { return static_cast<double>(sum) / (n * scale_); }

  std::size_t bytes() const { return (entries_.capacity() + steps_.capacity()) * sizeof(std::int64_t); }

 private:
  std::vector<std::int64_t> entries_;
  std::vector<std::int64_t> steps_;
  double scale_ = 1.0;
};

}  // namespace driftsift
