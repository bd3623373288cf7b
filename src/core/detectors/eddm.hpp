// EDDM: the distances between errors become shorter than they once were. Baena-García et al., 4th International
// Workshop on Knowledge Discovery from Data Streams 2006.
#pragma once

#include <algorithm>

#include "detectors/detector.hpp"

namespace driftsift {

class EDDM final : public DetectorOf<EDDM> {
 public:
  struct Parameters {
    double alpha = 0.95;
    double beta = 0.90;
    std::int64_t min_errors = 30;
  };

  explicit EDDM(const Parameters& parameters) : parameters_(parameters) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return "0 or 1"; }
  bool accepts(double value) const { return value == 0.0 || value == 1.0; }

  // A hit leaves the level as it is.
  Level observe(double value) {
    ++gaps_.n;
    if (value == 1.0) gaps_.level = meet_error();
    const auto level = static_cast<Level>(gaps_.level);
    if (level == Level::drift) gaps_ = {};
    return level;
  }

  double estimate() const override {
    return gaps_.n > 0 ? static_cast<double>(gaps_.errors) / static_cast<double>(gaps_.n) : 0.0;
  }
  std::int64_t n() const override { return gaps_.n; }

  void describe(State& state) override {
    count(state, "n", gaps_.n);
    count(state, "errors", gaps_.errors);
    count(state, "last_error", gaps_.last_error);
    state.expect(gaps_.errors <= gaps_.last_error && gaps_.last_error <= gaps_.n, "errors", "do not fit the values");
    number(state, "mean", gaps_.mean, 0.0, kLongest);
    number(state, "deviations", gaps_.deviations, 0.0, kLongest * kLongest * kLongest);
    number(state, "largest", gaps_.largest, 0.0, 3 * kLongest * kLongest);
    state.field("level", gaps_.level);
    state.expect(gaps_.level == number_of(Level::stable) || gaps_.level == number_of(Level::warning), "level",
                 "is neither stable nor warning");
  }

 private:
  static constexpr double kLongest = static_cast<double>(kMostValues);
  static constexpr std::int64_t number_of(Level level) { return static_cast<std::int64_t>(level); }

  // The distances from each error to the one before.
  struct Gaps {
    std::int64_t n = 0;
    std::int64_t errors = 0;
    std::int64_t last_error = 0;
    double mean = 0.0;
    double deviations = 0.0;  // sum of squares
    double largest = 0.0;     // the paper's p'max + 2 s'max
    std::int64_t level = 0;
  };

  std::int64_t meet_error() {
    auto& [n, errors, last_error, mean, deviations, largest, level] = gaps_;
    if (++errors > 1) {
      const auto gap = static_cast<double>(n - last_error);
      const double before = gap - mean;
      mean += before / static_cast<double>(errors - 1);
      deviations += before * (gap - mean);
    }
    last_error = n;
    return errors < parameters_.min_errors ? number_of(Level::stable) : judge();
  }

  // Only now is the maximum looked for: the first few gaps say little, and often far too much.
  std::int64_t judge() {
    const double reach = gaps_.mean + 2 * std::sqrt(gaps_.deviations / static_cast<double>(gaps_.errors - 1));
    gaps_.largest = std::max(gaps_.largest, reach);
    if (reach < parameters_.beta * gaps_.largest) return number_of(Level::drift);
    return number_of(reach < parameters_.alpha * gaps_.largest ? Level::warning : Level::stable);
  }

  Parameters parameters_;
  Gaps gaps_;
};

}  // namespace driftsift
