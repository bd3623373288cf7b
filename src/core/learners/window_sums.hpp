// Sums of values and of their squares from which values can be taken off again. They have twice the digits of a double:
// what a huge value leaves behind when it goes is too small to matter.
#pragma once

#include <cmath>

#include "data/buffer.hpp"
#include "data/double_double.hpp"
#include "data/state.hpp"

namespace driftsift {

// What is left of an amount: rounding leaves nothing.
inline double without(double amount, double taken) {
  const double left = amount - taken;
  return left > 1e-9 * taken ? left : 0.0;
}

class WindowSums {
 public:
  void resize(std::size_t n) {
    for (auto* table : {&sum_, &sum_rest_, &square_, &square_rest_}) table->resize(n);
  }

  // Adds a value, or takes it off with a negative weight.
  void add(std::size_t at, double value, double weight) {
    const DoubleDouble weighted = DoubleDouble{value, 0.0} * weight;
    store(sum_, sum_rest_, at, load(sum_, sum_rest_, at) + weighted);
    store(square_, square_rest_, at, load(square_, square_rest_, at) + weighted * value);
  }

  void clear(std::size_t at) {
    for (auto* table : {&sum_, &sum_rest_, &square_, &square_rest_}) (*table)[at] = 0.0;
  }

  double mean(std::size_t at, double count) const { return load(sum_, sum_rest_, at).value() / count; }

  // The sum of squared deviations from the mean. What lies below the digits of the values is rounding.
  double deviations(std::size_t at, double count) const {
    const auto sum = load(sum_, sum_rest_, at);
    const auto squares = load(square_, square_rest_, at);
    const double left = (squares - sum * sum / count).value();
    return left > 1e-25 * squares.high ? left : 0.0;
  }

  double squares(std::size_t at) const { return square_[at]; }
  // Whether too few digits are left of what was much larger before.
  bool lost(std::size_t at, double before) const {
    return before != 0.0 && !(std::abs(square_[at]) >= 1e-18 * std::abs(before));
  }

  void describe(State& state) {
    state.fixed("sum", sum_);
    state.fixed("sum_rest", sum_rest_);
    state.fixed("square", square_);
    state.fixed("square_rest", square_rest_);
  }

 private:
  static DoubleDouble load(const Buffer& high, const Buffer& low, std::size_t at) { return {high[at], low[at]}; }
  static void store(Buffer& high, Buffer& low, std::size_t at, const DoubleDouble& value) {
    high[at] = value.high;
    low[at] = value.low;
  }

  Buffer sum_, sum_rest_, square_, square_rest_;
};

}  // namespace driftsift
