// Counts right and wrong predictions, and what the two baselines would have got right, over the whole stream, its
// last rows, or with older rows fading.
#pragma once

#include <algorithm>
#include <cmath>

#include "data/state.hpp"
#include "learners/majority_class.hpp"
#include "learners/no_change.hpp"

namespace driftsift {

class Tally {
 public:
  // window 0: all rows. fading 1: none. The majority baseline looks at the rows before, all or `baseline_window`.
  Tally(int classes, std::size_t window, double fading, std::size_t baseline_window)
      : classes_(static_cast<std::size_t>(classes)),
        window_(window),
        baseline_window_(baseline_window),
        fading_(fading),
        growth_(1.0 / fading),
        matrix_(classes_ * classes_),
        majority_({{}, classes}, baseline_window),
        persistent_({{}, classes}) {
    recent_.reserve(window);
  }

  void add(std::int32_t truth, std::int32_t prediction, double weight) {
    if (truth < 0 || weight == 0.0) return;
    const Outcome outcome{truth, prediction, truth == majority_.predict({}), truth == persistent_.predict({}), weight};
    majority_.learn({}, truth, weight);
    persistent_.learn({}, truth, weight);
    rough_ = rough_ || rough(weight);
    if (window_ > 0) make_room(outcome);
    count(outcome, weight);
    fade();
  }

  // Adding fractional weights and taking them away again leaves rounding behind, even below 0.
  void settle() {
    if (window_ == 0 || !rough_) return;
    std::fill(matrix_.begin(), matrix_.end(), 0.0);
    total_ = hits_ = majority_hits_ = persistent_hits_ = 0.0;
    for (std::size_t i = 0; i < recent_.size(); ++i) {
      const auto& outcome = recent_[(oldest_ + i) % recent_.size()];
      count(outcome, outcome.weight);
    }
  }

  double matrix(std::size_t truth, std::size_t prediction) const {
    return matrix_[truth * classes_ + prediction] / recent_unit_;
  }
  double total() const { return total_ / recent_unit_; }
  double hits() const { return hits_ / recent_unit_; }
  double majority_hits() const { return majority_hits_ / recent_unit_; }
  double persistent_hits() const { return persistent_hits_ / recent_unit_; }
  std::size_t classes() const { return classes_; }

  void describe(State& state) {
    state.amounts("matrix", matrix_);
    state.field("total", total_);
    state.field("hits", hits_);
    state.field("majority_hits", majority_hits_);
    state.field("persistent_hits", persistent_hits_);
    state.field("unit", unit_);
    state.field("recent_unit", recent_unit_);
    state.expect(std::min({total_, hits_, majority_hits_, persistent_hits_}) >= 0.0, "total", "is negative");
    state.expect(unit_ >= 1.0 && recent_unit_ > 0.0, "unit", "is out of range");
    state.child("majority", [this](State& inner) { majority_.describe(inner); });
    state.child("persistent", [this](State& inner) { persistent_.describe(inner); });
    describe_recent(state);
  }

  Tally fresh() const { return {static_cast<int>(classes_), window_, fading_, baseline_window_}; }

  void grow(int classes) {
    const auto wider = static_cast<std::size_t>(classes);
    Buffer matrix(wider * wider);
    for (std::size_t i = 0; i < classes_; ++i)
      std::copy_n(matrix_.begin() + static_cast<std::ptrdiff_t>(i * classes_), classes_,
                  matrix.begin() + static_cast<std::ptrdiff_t>(i * wider));
    matrix_ = std::move(matrix);
    majority_.grow(classes);
    persistent_.grow(classes);
    classes_ = wider;
  }

 private:
  struct Outcome {
    std::int32_t truth;
    std::int32_t prediction;
    bool majority_hit;
    bool persistent_hit;
    double weight;
  };

  static bool rough(double weight) { return weight != std::floor(weight) || weight > 0x1.0p32; }

  void count(const Outcome& outcome, double weight) {
    const auto truth = static_cast<std::size_t>(outcome.truth);
    const double units = weight * unit_;
    matrix_[truth * classes_ + static_cast<std::size_t>(outcome.prediction)] += units;
    total_ += units;
    hits_ += outcome.truth == outcome.prediction ? units : 0.0;
    majority_hits_ += outcome.majority_hit ? units : 0.0;
    persistent_hits_ += outcome.persistent_hit ? units : 0.0;
  }

  void make_room(const Outcome& outcome) {
    if (recent_.size() < window_) return recent_.push_back(outcome);
    count(recent_[oldest_], -recent_[oldest_].weight);
    recent_[oldest_] = outcome;
    oldest_ = (oldest_ + 1) % window_;
  }

  // Instead of shrinking all that is counted, the unit of counting grows.
  void fade() {
    recent_unit_ = unit_;
    unit_ *= growth_;
    if (unit_ < 1e100) return;
    for (auto& value : matrix_) value /= unit_;
    total_ /= unit_;
    hits_ /= unit_;
    majority_hits_ /= unit_;
    persistent_hits_ /= unit_;
    recent_unit_ /= unit_;
    unit_ = 1.0;
  }

  void describe_recent(State& state) {
    std::vector<std::int32_t> truths, predictions, hits;
    Buffer weights;
    for (const auto& o : recent_) {
      truths.push_back(o.truth);
      predictions.push_back(o.prediction);
      hits.push_back(o.majority_hit + 2 * o.persistent_hit);
      weights.push_back(o.weight);
    }
    state.field("truths", truths);
    state.field("predictions", predictions);
    state.field("outcomes", hits);
    state.field("weights", weights);
    state.counter("oldest", oldest_, window_ == 0 ? 0 : window_ - 1);
    if (!state.loading()) return;
    const auto n = truths.size();
    state.expect(n <= window_ && predictions.size() == n && hits.size() == n && weights.size() == n, "truths",
                 "do not fit the window");
    recent_.clear();
    const auto top = static_cast<std::int32_t>(classes_);
    for (std::size_t i = 0; i < n; ++i) {
      state.expect(truths[i] >= 0 && truths[i] < top && predictions[i] >= 0 && predictions[i] < top, "truths",
                   "are not class codes");
      recent_.push_back({truths[i], predictions[i], (hits[i] & 1) != 0, (hits[i] & 2) != 0, weights[i]});
    }
    rough_ = true;
    settle();
    rough_ = std::any_of(recent_.begin(), recent_.end(), [](const Outcome& outcome) { return rough(outcome.weight); });
  }

  std::size_t classes_;
  std::size_t window_;
  std::size_t baseline_window_;
  double fading_;
  double growth_;
  Buffer matrix_;  // [truth][prediction]
  double total_ = 0.0;
  double hits_ = 0.0;  // added in the same order as the baselines' hits, so that equal is equal to the last bit
  double majority_hits_ = 0.0;
  double persistent_hits_ = 0.0;
  double unit_ = 1.0;
  double recent_unit_ = 1.0;
  MajorityClass majority_;
  NoChange persistent_;
  std::vector<Outcome> recent_;
  std::size_t oldest_ = 0;
  bool rough_ = false;
};

}  // namespace driftsift
