// Page-Hinkley: how far the sum of deviations from the mean has climbed above its lowest point. Page, Biometrika 1954.
#pragma once

#include <algorithm>
#include <limits>

#include "detectors/detector.hpp"

namespace driftsift {

class PageHinkley final : public DetectorOf<PageHinkley> {
 public:
  struct Parameters {
    double delta = 0.005;
    double threshold = 50.0;
    double alpha = 0.9999;
    std::int64_t min_n = 30;
    OnDecrease on_decrease = OnDecrease::ignore;
  };

  explicit PageHinkley(const Parameters& parameters) : parameters_(parameters) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return "a number between -1e100 and 1e100"; }
  bool accepts(double value) const { return moderate(value); }

  Level observe(double value) {
    auto& [n, mean, climb, descent] = sums_;
    n += 1;
    mean += (value - mean) / static_cast<double>(n);
    climb = faded(climb, value - mean);
    descent = faded(descent, mean - value);
    if (n < parameters_.min_n) return Level::stable;
    if (climb > parameters_.threshold) return drift();
    if (parameters_.on_decrease == OnDecrease::ignore || descent <= parameters_.threshold) return Level::stable;
    if (parameters_.on_decrease == OnDecrease::alarm) return drift();
    sums_ = {};
    return Level::stable;
  }

  double estimate() const override { return sums_.mean; }
  std::int64_t n() const override { return sums_.n; }

  void describe(State& state) override {
    count(state, "n", sums_.n);
    number(state, "mean", sums_.mean, -kLargestValue, kLargestValue);
    number(state, "climb", sums_.climb, 0.0, std::numeric_limits<double>::max());
    number(state, "descent", sums_.descent, 0.0, std::numeric_limits<double>::max());
  }

 private:
  struct Sums {
    std::int64_t n = 0;
    double mean = 0.0;
    double climb = 0.0;  // m_T - min m_t of the textbooks
    double descent = 0.0;
  };

  // m_T - min m_t never needs m_T: it is what has been added since the last minimum.
  double faded(double sum, double deviation) const {
    return settled(std::max(0.0, parameters_.alpha * sum + deviation - parameters_.delta));
  }

  Level drift() {
    sums_ = {};
    return Level::drift;
  }

  Parameters parameters_;
  Sums sums_;
};

}  // namespace driftsift
