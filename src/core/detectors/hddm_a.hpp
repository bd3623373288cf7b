// HDDM_A: the mean since a moving cut against the mean before it, under Hoeffding's bound. Frías-Blanco et al., TKDE
// 2015; errata E-36, E-47.
#pragma once

#include "detectors/detector.hpp"
#include "detectors/interval.hpp"

namespace driftsift {

class HDDM_A final : public DetectorOf<HDDM_A> {
 public:
  struct Parameters {
    double alpha_drift = 0.001;
    double alpha_warning = 0.005;
    Interval interval;
    OnDecrease on_decrease = OnDecrease::restart;
  };

  explicit HDDM_A(const Parameters& parameters)
      : parameters_(parameters),
        cut_(std::log(1 / parameters.alpha_drift)),
        drift_(std::log(2 / parameters.alpha_drift)),
        warning_(std::log(2 / parameters.alpha_warning)) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return parameters_.interval.words(); }
  bool accepts(double value) const { return parameters_.interval.contains(value); }

  Level observe(double value) {
    means_.all.add(parameters_.interval.share(value));
    move_cuts();
    if (risen(drift_)) return drift();
    const Level level = risen(warning_) ? Level::warning : Level::stable;
    if (parameters_.on_decrease == OnDecrease::ignore || !fallen()) return level;
    if (parameters_.on_decrease == OnDecrease::alarm) return drift();
    means_ = {};
    return level;
  }

  double estimate() const override { return means_.all.n > 0 ? parameters_.interval.value(means_.all.mean()) : 0.0; }
  std::int64_t n() const override { return means_.all.n; }

  void describe(State& state) override {
    describe_mean(state, "all", means_.all);
    describe_mean(state, "lowest", means_.lowest);
    describe_mean(state, "highest", means_.highest);
    state.expect(means_.lowest.n <= means_.all.n && means_.highest.n <= means_.all.n, "all", "is too short");
  }

 private:
  struct Mean {
    std::int64_t n = 0;
    double sum = 0.0;

    double size() const { return static_cast<double>(n); }
    double mean() const { return sum / size(); }
    void add(double value) {
      n += 1;
      sum += value;
    }
  };

  // All values, and the prefixes before the cuts: the one whose upper bound is lowest, that whose lower bound is
  // highest.
  struct Means {
    Mean all;
    Mean lowest;
    Mean highest;
  };

  void move_cuts() {
    auto& [all, lowest, highest] = means_;
    const double mean = all.mean();
    const double e = bound(all);
    if (lowest.n == 0 || lowest.mean() + bound(lowest) >= mean + e) lowest = all;
    if (highest.n == 0 || highest.mean() - bound(highest) <= mean - e) highest = all;
  }

  double bound(const Mean& mean) const { return std::sqrt(cut_ / (2 * mean.size())); }

  bool risen(double evidence) const {
    return differs(means_.lowest, evidence, means_.all.mean() - means_.lowest.mean());
  }
  bool fallen() const { return differs(means_.highest, drift_, means_.highest.mean() - means_.all.mean()); }

  bool differs(const Mean& before, double evidence, double difference) const {
    const double n0 = before.size();
    const double n = means_.all.size();
    return before.n != means_.all.n && difference >= std::sqrt((n - n0) / (n0 * n) / 2 * evidence);
  }

  Level drift() {
    means_ = {};
    return Level::drift;
  }

  static void describe_mean(State& state, const char* name, Mean& mean) {
    state.child(name, [&](State& inner) {
      count(inner, "n", mean.n);
      number(inner, "sum", mean.sum, 0.0, mean.size());
    });
  }

  Parameters parameters_;
  // ln(1 / alpha) to move the cuts, and the ln(2 / alpha) of the published code, stricter than the paper, to compare.
  double cut_;
  double drift_;
  double warning_;
  Means means_;
};

}  // namespace driftsift
