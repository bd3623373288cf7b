// The k nearest rows of one search. Rows are offered oldest first, so of equally distant rows the older one stays
// ahead.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "data/buffer.hpp"

namespace driftsift {

class Neighbours {
 public:
  explicit Neighbours(std::size_t k) : squared_(k), slots_(k) {}

  void clear() {
    std::fill(squared_.begin(), squared_.end(), std::numeric_limits<double>::infinity());
    found_ = 0;
  }

  // The largest squared distance that can still enter.
  double bound() const { return squared_.back(); }

  void offer(double squared, std::size_t slot) {
    std::size_t place = 0;  // counted, not searched: no branch to mispredict
    for (double nearer : squared_) place += nearer <= squared;
    if (place == squared_.size()) return;
    found_ = std::min(found_ + 1, squared_.size());
    for (std::size_t i = found_ - 1; i > place; --i) {
      squared_[i] = squared_[i - 1];
      slots_[i] = slots_[i - 1];
    }
    squared_[place] = squared;
    slots_[place] = slot;
  }

  std::span<const std::size_t> slots() const { return {slots_.data(), found_}; }
  std::size_t bytes() const { return squared_.capacity() * sizeof(double) + slots_.capacity() * sizeof(std::size_t); }

 private:
  Buffer squared_;
  std::vector<std::size_t> slots_;
  std::size_t found_ = 0;
};

}  // namespace driftsift
