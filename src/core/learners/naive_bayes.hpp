// Naive Bayes in log space over numeric (Gaussian) and nominal features.
#pragma once

#include <cmath>
#include <limits>

#include "learners/learner.hpp"
#include "learners/nominal_likelihood.hpp"
#include "learners/numeric_likelihood.hpp"

namespace driftsift {

class NaiveBayes final : public Learner {
 public:
  NaiveBayes(const Schema& schema, double variance_floor)
      : variance_floor_(variance_floor),
        weight_(static_cast<std::size_t>(schema.classes)),
        prior_(weight_.size(), kNever),
        scores_(weight_.size()),
        numeric_(schema, variance_floor),
        nominal_(schema) {}

  void votes(const Row& row, std::span<double> out) override {
    if (total_ == 0.0) return std::fill(out.begin(), out.end(), 0.0);
    score(row);
    const double best = *std::max_element(scores_.begin(), scores_.end());
    double sum = 0.0;
    for (std::size_t c = 0; c < out.size(); ++c) sum += out[c] = std::exp(scores_[c] - best);
    for (auto& vote : out) vote /= sum;
  }

  int predict(const Row& row) override {
    if (total_ == 0.0) return 0;
    score(row);
    return largest(scores_);
  }

  void learn(const Row& row, int label, double weight) override {
    total_ += weight;
    const auto c = static_cast<std::size_t>(label);
    weight_[c] += weight;
    prior_[c] = std::log(weight_[c] + 1.0);
    if (!numeric_.empty()) numeric_.learn(row, label, weight);
    if (!nominal_.empty()) nominal_.learn(row, label, weight);
  }

  int classes() const override { return static_cast<int>(weight_.size()); }
  void grow(int classes) override {
    weight_.resize(static_cast<std::size_t>(classes));
    prior_.resize(weight_.size(), kNever);
    scores_.resize(weight_.size());
    numeric_.grow(classes);
    nominal_.grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<NaiveBayes>(schema, variance_floor_);
  }

  void describe(State& state) override {
    state.field("total", total_);
    state.fixed("weight", weight_);
    state.child("numeric", [this](State& inner) { numeric_.describe(inner); });
    state.child("nominal", [this](State& inner) { nominal_.describe(inner); });
    if (state.loading())
      for (std::size_t c = 0; c < weight_.size(); ++c)
        prior_[c] = weight_[c] > 0.0 ? std::log(weight_[c] + 1.0) : kNever;
    state.scratch((prior_.capacity() + scores_.capacity()) * sizeof(double));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  void score(const Row& row) {
    std::copy(prior_.begin(), prior_.end(), scores_.begin());
    if (!numeric_.empty()) numeric_.add_scores(row, scores_);
    if (!nominal_.empty()) nominal_.add_scores(row, scores_);
    // Values near the end of the range of a double overflow to inf - inf.
    for (auto& score : scores_)
      if (score != score) score = std::numeric_limits<double>::lowest();
  }

  double variance_floor_;
  double total_ = 0.0;
  Buffer weight_;
  Buffer prior_;  // without the divisor (total + classes), which is the same for all
  Buffer scores_;
  NumericLikelihood numeric_;
  NominalLikelihood nominal_;
};

}  // namespace driftsift
