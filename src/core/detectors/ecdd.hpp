// ECDD: an exponentially weighted mean of errors that leaves its control limits. Ross, Adams, Tasoulis, Hand, PRL 2012;
// errata E-30 to E-34.
#pragma once

#include "detectors/control_limits.hpp"
#include "detectors/detector.hpp"

namespace driftsift {

class ECDD final : public DetectorOf<ECDD> {
 public:
  struct Parameters {
    double lambda = 0.2;
    ControlLimits limits = ControlLimits::polynomial();
    double warning_factor = 0.5;
    std::int64_t min_n = 30;
    OnDecrease on_decrease = OnDecrease::ignore;
  };

  explicit ECDD(const Parameters& parameters) : parameters_(parameters) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return "a number from 0 to 1"; }
  bool accepts(double value) const { return value >= 0.0 && value <= 1.0; }

  Level observe(double value) {
    const double lambda = parameters_.lambda;
    auto& [n, mean, recent, fading] = chart_;
    n += 1;
    mean += (value - mean) / static_cast<double>(n);
    recent = settled(recent + lambda * (value - recent));
    fading = settled(fading * (1 - lambda) * (1 - lambda));
    if (n < parameters_.min_n) return Level::stable;
    return judge(std::sqrt(mean * (1 - mean) * lambda / (2 - lambda) * (1 - fading)));
  }

  double estimate() const override { return chart_.mean; }
  std::int64_t n() const override { return chart_.n; }

  void describe(State& state) override {
    count(state, "n", chart_.n);
    number(state, "mean", chart_.mean, 0.0, 1.0);
    number(state, "recent", chart_.recent, 0.0, 1.0);
    number(state, "fading", chart_.fading, 0.0, 1.0);
  }

 private:
  struct Chart {
    std::int64_t n = 0;
    double mean = 0.0;
    double recent = 0.0;  // the paper's Z
    double fading = 1.0;  // (1 - lambda)^(2n)
  };

  Level judge(double deviation) {
    const double rise = chart_.recent - chart_.mean;
    const double limit = parameters_.limits.at(chart_.mean) * deviation;
    if (rise > limit) return drift();
    const Level level = rise > parameters_.warning_factor * limit ? Level::warning : Level::stable;
    if (parameters_.on_decrease == OnDecrease::ignore || !fallen(rise, deviation)) return level;
    if (parameters_.on_decrease == OnDecrease::alarm) return drift();
    chart_ = {};
    return level;
  }

  // Fewer errors are more hits: the same chart, turned over.
  bool fallen(double rise, double deviation) const {
    return -rise > parameters_.limits.at(1 - chart_.mean) * deviation;
  }

  Level drift() {
    chart_ = {};
    return Level::drift;
  }

  Parameters parameters_;
  Chart chart_;
};

}  // namespace driftsift
