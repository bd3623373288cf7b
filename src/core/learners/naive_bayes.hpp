// Naive Bayes in log space over numeric (Gaussian) and nominal features, of all rows learned or of the last ones; every
// likelihood may have an exponent, the weight of its feature.
#pragma once

#include <cmath>
#include <limits>

#include "learners/learner.hpp"
#include "learners/nominal_likelihood.hpp"
#include "learners/numeric_likelihood.hpp"
#include "learners/weighting.hpp"
#include "relevance/row_window.hpp"

namespace driftsift {

class NaiveBayes final : public Learner {
 public:
  // No window: all rows count. No weighting: all features count the same.
  NaiveBayes(const Schema& schema, double variance_floor, std::size_t window, std::unique_ptr<Weighting> weighting)
      : schema_(schema),
        variance_floor_(variance_floor),
        weighting_(std::move(weighting)),
        window_(schema.dimension(), window),
        weight_(static_cast<std::size_t>(schema.classes)),
        prior_(weight_.size(), kNever),
        scores_(weight_.size()),
        numeric_(schema, variance_floor, window > 0),
        nominal_(schema) {}

  void votes(const Row& row, std::span<double> out) override {
    if (total_ == 0.0) return std::fill(out.begin(), out.end(), 0.0);
    score(row);
    simd::kernels().softmax(scores_.data(), scores_.size(), out.data());
  }

  int predict(const Row& row) override {
    if (total_ == 0.0) return 0;
    score(row);
    return largest(scores_);
  }

  void learn(const Row& row, int label, double weight) override {
    if (window_.full()) forget_oldest();
    if (!numeric_.empty()) numeric_.gather(row);
    learn_gathered(row, label, weight);
    if (weighting_) weighting_->observe(row, label);
    if (window_.capacity() == 0) return;
    window_.push(row, label, weight);
    numeric_.mend([this](auto visit) {
      for (std::size_t i = 0; i < window_.size(); ++i) {
        const auto past = window_[i];
        visit(past.row, past.label, past.weight);
      }
    });
  }

  int predict_then_learn(const Row& row, int label, double weight) override {
    if (!simple()) return Learner::predict_then_learn(row, label, weight);
    const int prediction = predict(row);
    if (total_ == 0.0 && !numeric_.empty()) numeric_.gather(row);
    learn_gathered(row, label, weight);
    return prediction;
  }

  // Runs of simple rows go through one kernel call, the others one by one.
  void step(const Block& block, const Labels& labels, std::int32_t* predictions, double* votes) override {
    if (weighting_) return step_weighted(block, labels, predictions, votes);
    RowReader rows(block);
    for (std::size_t i = 0; i < block.rows;) {
      if (nominal_.empty() && simple()) {
        i = numeric_.run(block, i, labels.codes, labels.weights, prior_, scores_, predictions, votes);
        adopt(numeric_.class_weights());
      }
      const auto end = nominal_.empty() && simple() ? std::min(i + kPatience, block.rows) : block.rows;
      for (; i < end; ++i) step_row(rows[i], i, labels, predictions, votes);
    }
  }

  bool informed() override { return !weighting_ || weighting_->informed(); }

  int classes() const override { return static_cast<int>(weight_.size()); }
  void grow(int classes) override {
    weight_.resize(static_cast<std::size_t>(classes));
    prior_.resize(weight_.size(), kNever);
    scores_.resize(weight_.size());
    numeric_.grow(classes);
    nominal_.grow(classes);
    schema_.classes = classes;
    if (weighting_) weighting_->grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<NaiveBayes>(schema, variance_floor_, window_.capacity(),
                                        weighting_ ? weighting_->fresh(schema) : nullptr);
  }

  void describe(State& state) override {
    state.field("total", total_);
    state.expect(total_ >= 0.0, "total", "is negative");
    state.amounts("weight", weight_);
    state.child("numeric", [this](State& inner) { numeric_.describe(inner); });
    state.child("nominal", [this](State& inner) { nominal_.describe(inner); });
    state.fixed("prior", prior_);
    if (window_.capacity() > 0) state.child("window", [this](State& inner) { window_.describe(inner, schema_); });
    if (weighting_) state.child("weighting", [this](State& inner) { weighting_->describe(inner); });
    state.scratch(scores_.capacity() * sizeof(double) + schema_.categories.capacity() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr std::size_t kPatience = 32;  // rows before the next try, where the quick way did not work
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  // All rows count, and all features the same.
  bool simple() const { return !weighting_ && window_.capacity() == 0; }

  void step_weighted(const Block& block, const Labels& labels, std::int32_t* predictions, double* votes) {
    RowReader rows(block);
    for (std::size_t i = 0, next = 0; i < block.rows; ++i) {
      if (i == next) next += std::max(kPatience, look_ahead(block, labels, i));
      step_row(rows[i], i, labels, predictions, votes);
    }
  }

  // Gives the number of rows about which the weighting knows everything.
  std::size_t look_ahead(const Block& block, const Labels& labels, std::size_t begin) {
    constexpr std::size_t kLeast = 8, kMost = 128;  // fewer cost more than one by one
    if (block.sparse()) return 0;
    auto end = begin;
    while (end < std::min(begin + kMost, block.rows) && labels.teachable(end)) ++end;
    if (end < begin + kLeast) return 0;
    return weighting_->look_ahead(block.dense + begin * block.columns, labels.codes + begin, end - begin);
  }

  void forget_oldest() {
    const auto [row, label, weight] = window_[0];
    const auto c = static_cast<std::size_t>(label);
    total_ = without(total_, weight);
    weight_[c] = without(weight_[c], weight);
    prior_[c] = weight_[c] > 0.0 ? std::log(weight_[c] + 1.0) : kNever;
    if (!numeric_.empty()) numeric_.forget(row, label, weight);
    if (!nominal_.empty()) nominal_.forget(row, label, weight);
  }

  void adopt(std::span<const double> weight) {
    std::copy(weight.begin(), weight.end(), weight_.begin());
    total_ = numeric_.total();
  }

  void learn_gathered(const Row& row, int label, double weight) {
    const auto c = static_cast<std::size_t>(label);
    total_ += weight;
    weight_[c] += weight;
    prior_[c] = numeric_.empty() ? std::log(weight_[c] + 1.0) : numeric_.learn(row, label, weight);
    if (!nominal_.empty()) nominal_.learn(row, label, weight);
  }

  void score(const Row& row) {
    for (std::size_t c = 0; c < scores_.size(); ++c) scores_[c] = prior_[c];
    if (weighting_ && !weighting_->plain()) {
      numeric_.add_weighted_scores(row, weighting_->heard(), weighting_->weights(), scores_);
      nominal_.add_weighted_scores(row, weighting_->heard(), weighting_->weights(), scores_);
      return;
    }
    if (!numeric_.empty()) {
      numeric_.gather(row);
      numeric_.add_scores(scores_);
    }
    if (!nominal_.empty()) nominal_.add_scores(row, scores_);
  }

  Schema schema_;
  double variance_floor_;
  std::unique_ptr<Weighting> weighting_;
  RowWindow window_;
  double total_ = 0.0;
  Buffer weight_;
  Buffer prior_;  // without the divisor (total + classes), which is the same for all
  Buffer scores_;
  NumericLikelihood numeric_;
  NominalLikelihood nominal_;
};

}  // namespace driftsift
