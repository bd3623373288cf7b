// What a leaf or a rule knows of the rows it has learned: enough for naive Bayes, and for the search of a split.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "learners/nominal_likelihood.hpp"
#include "learners/numeric_likelihood.hpp"
#include "trees/class_ranges.hpp"
#include "trees/options.hpp"
#include "trees/value_bins.hpp"

namespace driftsift {

class NodeStatistics {
 public:
  // `features`: those looked at, in ascending order; none: all.
  NodeStatistics(const Schema& schema, std::vector<std::int32_t> features, const SplitOptions& options)
      : features_(std::move(features)),
        schema_(features_.empty() ? schema : schema.select(features_)),
        weight_(static_cast<std::size_t>(schema.classes)),
        numeric_(schema_, kVarianceFloor, false),
        nominal_(schema_),
        ranges_(weight_.size(), numeric_.width()),
        projected_(features_.size()) {
    if (options.numeric == NumericObserver::gaussian) return;
    bins_.assign(numeric_.columns().size(),
                 ValueBins(weight_.size(), options.numeric == NumericObserver::histogram ? options.bins : 0));
  }

  // The features of a row that are looked at. What follows is about this row.
  Row look(const Row& row) {
    const Row seen = project(row);
    if (!numeric_.empty()) numeric_.gather(seen);
    return seen;
  }

  // Adds the log likelihood of the row to the score of every class that has been seen.
  void add_scores(const Row& seen, std::span<double> scores) {
    if (!numeric_.empty()) numeric_.add_scores(scores);
    if (!nominal_.empty()) nominal_.add_scores(seen, scores);
  }

  void learn(const Row& seen, int label, double weight) {
    const auto c = static_cast<std::size_t>(label);
    weight_[c] += weight;
    total_ += weight;
    if (!numeric_.empty()) learn_numbers(seen, c, weight);
    if (!nominal_.empty()) nominal_.learn(seen, label, weight);
  }

  const Schema& schema() const { return schema_; }
  // The weight of the rows learned, of all and by class.
  double total() const { return total_; }
  std::span<const double> weight() const { return weight_; }
  // The number of a looked-at feature in the schema of the stream.
  std::int32_t feature(std::size_t i) const { return features_.empty() ? static_cast<std::int32_t>(i) : features_[i]; }

  const NumericLikelihood& numeric() const { return numeric_; }
  const NominalLikelihood& nominal() const { return nominal_; }
  const ClassRanges& ranges() const { return ranges_; }
  // Of the i-th numeric feature; none for Gaussian observers.
  std::span<const ValueBins> bins() const { return bins_; }

  void grow(int classes) {
    schema_.classes = classes;
    weight_.resize(static_cast<std::size_t>(classes));
    numeric_.grow(classes);
    nominal_.grow(classes);
    ranges_.grow(weight_.size());
    for (auto& bins : bins_) bins.grow(weight_.size());
  }

  void describe(State& state) {
    state.field("total", total_);
    state.expect(total_ >= 0.0, "total", "is negative");
    state.amounts("weight", weight_);
    state.child("numeric", [this](State& inner) { numeric_.describe(inner); });
    state.child("nominal", [this](State& inner) { nominal_.describe(inner); });
    state.child("ranges", [this](State& inner) { ranges_.describe(inner); });
    for (std::size_t i = 0; i < bins_.size(); ++i)
      state.child(("bins " + std::to_string(i)).c_str(), [this, i](State& inner) { bins_[i].describe(inner); });
    state.scratch(features_.size() * sizeof(std::int32_t) + projected_.size() * sizeof(double) +
                  schema_.categories.size() * sizeof(std::int32_t) + bins_.size() * sizeof(ValueBins));
  }

 private:
  static constexpr double kVarianceFloor = 1e-9;  // the default of NaiveBayes

  Row project(const Row& row) {
    if (features_.empty()) return row;
    for (std::size_t i = 0; i < features_.size(); ++i)
      projected_[i] = row.values[static_cast<std::size_t>(features_[i])];
    return {projected_, {}, false};
  }

  void learn_numbers(const Row& seen, std::size_t c, double weight) {
    numeric_.learn(seen, static_cast<int>(c), weight);
    if (!seen.sparse && bins_.empty()) return ranges_.widen(c, numeric_.gathered());
    numeric_.each_value(seen, [&](std::size_t i, double value) {
      ranges_.widen(c, i, value);
      if (!bins_.empty()) bins_[i].add(value, c, weight);
    });
  }

  std::vector<std::int32_t> features_;
  Schema schema_;
  double total_ = 0.0;
  Buffer weight_;
  NumericLikelihood numeric_;
  NominalLikelihood nominal_;
  ClassRanges ranges_;
  std::vector<ValueBins> bins_;
  Buffer projected_;
};

}  // namespace driftsift
