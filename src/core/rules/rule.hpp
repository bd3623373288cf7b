// A rule: a conjunction of literals, and what is known of the rows it has learned since it was last made longer.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "detectors/detector.hpp"
#include "learners/learner.hpp"
#include "trees/criterion.hpp"
#include "trees/statistics.hpp"

namespace driftsift {

struct Literal {
  enum class Kind : std::int32_t { at_most, above, equals };

  Kind kind = Kind::at_most;
  std::int32_t feature = 0;
  double value = 0.0;

  // False where the feature is missing.
  bool holds(const Row& row) const {
    const double v = row.values[static_cast<std::size_t>(feature)];
    if (kind == Kind::equals) return v == value;
    return kind == Kind::at_most ? v <= value : v > value;
  }

  bool fits(const Schema& schema) const {
    if (feature < 0 || static_cast<std::size_t>(feature) >= schema.dimension()) return false;
    const auto f = static_cast<std::size_t>(feature);
    return schema.numeric(f) == (kind != Kind::equals) && value == value && schema.admits(f, value);
  }

  friend bool operator==(const Literal&, const Literal&) = default;
};

class Rule {
 public:
  // `bayes`: whether naive Bayes speaks for it, instead of the class weights.
  Rule(const Schema& schema, const SplitOptions& options, bool bayes, std::unique_ptr<Detector> detector)
      : bayes_(bayes),
        prior_(static_cast<std::size_t>(schema.classes), kNever),
        shares_(prior_.size()),
        statistics_(std::make_unique<NodeStatistics>(schema, std::vector<std::int32_t>{}, options)),
        detector_(std::move(detector)) {}

  const std::vector<Literal>& literals() const { return literals_; }
  bool covers(const Row& row) const {
    return std::all_of(literals_.begin(), literals_.end(), [&row](const Literal& l) { return l.holds(row); });
  }
  bool restricts(std::int32_t feature, Literal::Kind kind) const {
    return std::any_of(literals_.begin(), literals_.end(),
                       [&](const Literal& l) { return l.feature == feature && l.kind == kind; });
  }
  // Its literals and one more, which takes the place of a wider one of its kind.
  std::vector<Literal> with(const Literal& literal) const {
    auto more = literals_;
    const auto same = std::find_if(more.begin(), more.end(), [&](const Literal& l) {
      return l.feature == literal.feature && l.kind == literal.kind;
    });
    if (same == more.end())
      more.push_back(literal);
    else
      *same = literal;
    return more;
  }
  void become(std::vector<Literal> literals) { literals_ = std::move(literals); }

  // --- speaking

  // The weight of the rows it goes by; without any it has nothing to say.
  double weight() const { return statistics_->total(); }

  int predict(const Row& row) {
    if (!bayes_) return largest(statistics_->weight());
    score(row);
    return largest(shares_);
  }

  // A share for every class; valid until the next call.
  std::span<const double> shares(const Row& row) {
    if (bayes_) {
      score(row);
      simd::kernels().softmax(shares_.data(), shares_.size(), shares_.data());
    } else {
      const auto weights = statistics_->weight();
      for (std::size_t c = 0; c < shares_.size(); ++c) shares_[c] = weights[c] / weight();
    }
    return shares_;
  }

  // --- learning

  void learn(const Row& row, int label, double weight) {
    statistics_->learn(statistics_->look(row), label, weight);
    const auto c = static_cast<std::size_t>(label);
    prior_[c] = std::log(statistics_->weight()[c] + 1.0);
    since_try_ += weight;
  }
  // Whether enough has come for another try; says so once.
  bool due(double grace) {
    if (since_try_ < grace) return false;
    since_try_ = 0.0;
    return true;
  }
  bool mixed() const { return merit::kinds(statistics_->weight()) > 1; }
  const NodeStatistics& statistics() const { return *statistics_; }

  // Whether the rule now errs more than it did.
  bool worsens(bool wrong) { return detector_->update(wrong ? 1.0 : 0.0) == Level::drift; }

  void restart(const Schema& schema, const SplitOptions& options) {
    statistics_ = std::make_unique<NodeStatistics>(schema, std::vector<std::int32_t>{}, options);
    std::fill(prior_.begin(), prior_.end(), kNever);
    since_try_ = 0.0;
  }

  void grow(int classes) {
    prior_.resize(static_cast<std::size_t>(classes), kNever);
    shares_.resize(prior_.size());
    statistics_->grow(classes);
  }

  void describe(State& state, const Schema& schema) {
    if (!state.measuring()) describe_literals(state, schema);
    state.field("since_try", since_try_);
    state.expect(since_try_ >= 0.0, "since_try", "is negative");
    state.fixed("prior", prior_);
    state.child("statistics", [this](State& inner) { statistics_->describe(inner); });
    if (detector_) state.child("detector", [this](State& inner) { detector_->describe(inner); });
    state.scratch(sizeof(Rule) + sizeof(NodeStatistics) + (detector_ ? detector_->size() : 0) +
                  literals_.size() * sizeof(Literal) + shares_.size() * sizeof(double));
  }

 private:
  // Puts the scores of naive Bayes where the shares go.
  void score(const Row& row) {
    const Row seen = statistics_->look(row);
    std::copy(prior_.begin(), prior_.end(), shares_.begin());
    statistics_->add_scores(seen, shares_);
  }

  void describe_literals(State& state, const Schema& schema) {
    std::vector<std::int32_t> kinds, features;
    Buffer values;
    for (const auto& literal : literals_) {
      kinds.push_back(static_cast<std::int32_t>(literal.kind));
      features.push_back(literal.feature);
      values.push_back(literal.value);
    }
    state.field("kinds", kinds);
    state.field("features", features);
    state.field("values", values);
    state.expect(kinds.size() == features.size() && kinds.size() == values.size(), "literals", "are incomplete");
    if (state.loading()) literals_.clear();
    for (std::size_t i = 0; state.loading() && i < kinds.size(); ++i) {
      state.expect(kinds[i] >= 0 && kinds[i] <= 2, "kinds", "are unknown");
      literals_.push_back({static_cast<Literal::Kind>(kinds[i]), features[i], values[i]});
      state.expect(literals_.back().fits(schema), "literals", "do not fit the features");
    }
  }

  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  std::vector<Literal> literals_;
  bool bayes_;
  double since_try_ = 0.0;
  Buffer prior_;
  Buffer shares_;
  std::unique_ptr<NodeStatistics> statistics_;
  std::unique_ptr<Detector> detector_;  // of adaptive rules
};

}  // namespace driftsift
