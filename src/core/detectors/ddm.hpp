// DDM: the error rate above its lowest point by more than chance allows. Gama, Medas, Castillo, Rodrigues, SBIA 2004.
#pragma once

#include <limits>

#include "detectors/detector.hpp"

namespace driftsift {

class DDM final : public DetectorOf<DDM> {
 public:
  struct Parameters {
    double warning_threshold = 2.0;
    double drift_threshold = 3.0;
    std::int64_t min_n = 30;
  };

  explicit DDM(const Parameters& parameters) : parameters_(parameters) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return "a number from 0 to 1"; }
  bool accepts(double value) const { return value >= 0.0 && value <= 1.0; }

  Level observe(double value) {
    rates_.n += 1;
    rates_.sum += value;
    if (rates_.n < parameters_.min_n) return Level::stable;
    const double rate = estimate();
    const double deviation = std::sqrt(rate * (1 - rate) / static_cast<double>(rates_.n));
    if (rate + deviation <= rates_.lowest + rates_.lowest_deviation) {
      rates_.lowest = rate;
      rates_.lowest_deviation = deviation;
      return Level::stable;
    }
    return judge(rate + deviation);
  }

  double estimate() const override { return rates_.n > 0 ? rates_.sum / static_cast<double>(rates_.n) : 0.0; }
  std::int64_t n() const override { return rates_.n; }

  void describe(State& state) override {
    count(state, "n", rates_.n);
    number(state, "sum", rates_.sum, 0.0, static_cast<double>(rates_.n));
    number(state, "lowest", rates_.lowest, 0.0, std::numeric_limits<double>::max());
    number(state, "lowest_deviation", rates_.lowest_deviation, 0.0, 0.5);
  }

 private:
  struct Rates {
    std::int64_t n = 0;
    double sum = 0.0;
    double lowest = std::numeric_limits<double>::max();  // the paper's p_min and s_min
    double lowest_deviation = 0.0;
  };

  Level judge(double now) {
    if (now >= rates_.lowest + parameters_.drift_threshold * rates_.lowest_deviation) {
      rates_ = {};
      return Level::drift;
    }
    const double limit = rates_.lowest + parameters_.warning_threshold * rates_.lowest_deviation;
    return now >= limit ? Level::warning : Level::stable;
  }

  Parameters parameters_;
  Rates rates_;
};

}  // namespace driftsift
