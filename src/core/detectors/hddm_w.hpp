// HDDM_W: weighted means before and after a cut, under McDiarmid's bound. Frías-Blanco et al., TKDE 2015; errata E-37,
// E-47.
#pragma once

#include <limits>

#include "detectors/detector.hpp"
#include "detectors/interval.hpp"

namespace driftsift {

class HDDM_W final : public DetectorOf<HDDM_W> {
 public:
  struct Parameters {
    double lambda = 0.05;
    double alpha_drift = 0.001;
    double alpha_warning = 0.005;
    Interval interval;
    OnDecrease on_decrease = OnDecrease::ignore;
  };

  explicit HDDM_W(const Parameters& parameters)
      : parameters_(parameters),
        drift_(std::log(1 / parameters.alpha_drift)),
        warning_(std::log(1 / parameters.alpha_warning)) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return parameters_.interval.words(); }
  bool accepts(double value) const { return parameters_.interval.contains(value); }

  Level observe(double value) {
    const double share = parameters_.interval.share(value);
    samples_.n += 1;
    samples_.total.add(share, parameters_.lambda);
    const bool watches_decreases = parameters_.on_decrease != OnDecrease::ignore;
    follow(samples_.rise, share, 1.0);
    if (watches_decreases) follow(samples_.fall, share, -1.0);
    if (moved(samples_.rise, drift_, 1.0)) return drift();
    const Level level = moved(samples_.rise, warning_, 1.0) ? Level::warning : Level::stable;
    if (!watches_decreases || !moved(samples_.fall, drift_, -1.0)) return level;
    if (parameters_.on_decrease == OnDecrease::alarm) return drift();
    samples_ = {};
    return level;
  }

  double estimate() const override { return samples_.n > 0 ? parameters_.interval.value(samples_.total.mean) : 0.0; }
  std::int64_t n() const override { return samples_.n; }

  void describe(State& state) override {
    count(state, "n", samples_.n);
    describe_sample(state, "total", samples_.total);
    state.expect((samples_.n > 0) == !samples_.total.empty(), "total", "does not fit the number of values");
    describe_cut(state, "rise", samples_.rise);
    describe_cut(state, "fall", samples_.fall);
  }

 private:
  // A weighted mean, and the sum of the squares of its weights; 0 while it is empty.
  struct Sample {
    double mean = 0.0;
    double squares = 0.0;

    bool empty() const { return squares == 0.0; }
    void add(double value, double lambda) {
      if (empty()) {
        *this = {value, 1.0};
        return;
      }
      mean = settled(lambda * value + (1 - lambda) * mean);
      squares = lambda * lambda + (1 - lambda) * (1 - lambda) * squares;
    }
  };

  // What came before and after the moment at which the mean was surely lowest (or highest).
  struct Cut {
    double best = std::numeric_limits<double>::max();
    Sample before;
    Sample after;
  };

  struct Samples {
    std::int64_t n = 0;
    Sample total;
    Cut rise;
    Cut fall;
  };

  // `way` is 1 for a rise; -1 turns everything over.
  void follow(Cut& cut, double share, double way) const {
    const auto& total = samples_.total;
    const double bound = way * total.mean + std::sqrt(total.squares * drift_ / 2);
    if (bound < cut.best)
      cut = {bound, total, {}};
    else
      cut.after.add(share, parameters_.lambda);
  }

  static bool moved(const Cut& cut, double evidence, double way) {
    if (cut.before.empty() || cut.after.empty()) return false;
    return way * (cut.after.mean - cut.before.mean) >
           std::sqrt((cut.before.squares + cut.after.squares) * evidence / 2);
  }

  Level drift() {
    samples_ = {};
    return Level::drift;
  }

  static void describe_sample(State& state, const char* name, Sample& sample) {
    state.child(name, [&](State& inner) {
      number(inner, "mean", sample.mean, 0.0, 1.0);
      number(inner, "squares", sample.squares, 0.0, 1.0);
    });
  }

  static void describe_cut(State& state, const char* name, Cut& cut) {
    state.child(name, [&](State& inner) {
      number(inner, "best", cut.best, -1.0, std::numeric_limits<double>::max());
      describe_sample(inner, "before", cut.before);
      describe_sample(inner, "after", cut.after);
    });
  }

  Parameters parameters_;
  double drift_;  // ln(1 / alpha)
  double warning_;
  Samples samples_;
};

}  // namespace driftsift
