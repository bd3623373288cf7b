// Smallest and largest value of every numeric feature within each class.
#pragma once

#include <algorithm>
#include <limits>

#include "data/buffer.hpp"
#include "data/state.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class ClassRanges {
 public:
  ClassRanges(std::size_t classes, std::size_t width) : width_(width) { grow(classes); }

  void grow(std::size_t classes) {
    low_.resize(classes * width_, std::numeric_limits<double>::infinity());
    high_.resize(classes * width_, -std::numeric_limits<double>::infinity());
  }

  // All features at once, `x` being padded to the width.
  void widen(std::size_t c, const double* x) {
    simd::kernels().widen(x, &low_[c * width_], &high_[c * width_], width_);
  }
  void widen(std::size_t c, std::size_t i, double value) {
    low_[c * width_ + i] = std::min(low_[c * width_ + i], value);
    high_[c * width_ + i] = std::max(high_[c * width_ + i], value);
  }

  double low(std::size_t c, std::size_t i) const { return low_[c * width_ + i]; }
  double high(std::size_t c, std::size_t i) const { return high_[c * width_ + i]; }

  void describe(State& state) {
    state.fixed("low", low_);
    state.fixed("high", high_);
  }

 private:
  std::size_t width_;
  Buffer low_, high_;
};

}  // namespace driftsift
