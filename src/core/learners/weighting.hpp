// How much a learner listens to each feature, by what a scorer says of it now (docs/weighting.md).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "relevance/scorer.hpp"

namespace driftsift {

// The weight of a feature: 1 if it is significant and else 0; the corrected score as a share of the largest, or that
// squared; the score as it is; or the corrected score of significant features as a multiple of their mean.
enum class WeightForm { significant, relative, relative2, raw, balanced };

class Weighting {
 public:
  Weighting(std::unique_ptr<RelevanceScorer> scorer, WeightForm form, double alpha, std::size_t min_n,
            std::size_t features)
      : scorer_(std::move(scorer)),
        form_(form),
        alpha_(alpha),
        min_n_(min_n),
        weights_(features, 1.0),
        passed_(features) {
    heard_.reserve(features);
  }

  void observe(const Row& row, int label) {
    stale_ = true;
    if (ahead_ == 0) return scorer_->observe(row, label, 1.0);
    --ahead_;
    now_ = next_, next_ += static_cast<std::ptrdiff_t>(weights_.size());
  }

  // Lets the scorer observe dense rows that `observe` will be told of next, in the same order, and notes what is
  // significant after each: many rows of one feature at a time cost less. Gives the number of rows, which may be 0.
  std::size_t look_ahead(const double* rows, const std::int32_t* labels, std::size_t n) {
    if (form_ != WeightForm::significant) return 0;
    refresh();
    noted_.assign(n * weights_.size(), 0);
    ahead_ = scorer_->observe_significant(rows, labels, n, alpha_, noted_);
    next_ = noted_.begin();
    return ahead_;
  }

  // Whether all weights are 1: where too little is known, and where nothing is relevant.
  bool plain() {
    refresh();
    return plain_;
  }
  // False where enough rows have come and no feature is relevant.
  bool informed() {
    refresh();
    return informed_;
  }
  // The features with a weight above 0, in ascending order, and the weights of all.
  const std::vector<std::int32_t>& heard() const { return heard_; }
  std::span<const double> weights() const { return weights_; }
  double total() const { return total_; }

  void grow(int classes) {
    scorer_->grow(classes);
    stale_ = true;
  }
  std::unique_ptr<Weighting> fresh(const Schema& schema) const {
    return std::make_unique<Weighting>(scorer_->again(schema), form_, alpha_, min_n_, schema.dimension());
  }

  void describe(State& state) {
    scorer_->describe(state);
    stale_ = stale_ || state.loading();
    state.scratch(weights_.capacity() * sizeof(double) + heard_.capacity() * sizeof(std::int32_t) + passed_.capacity());
    if (state.measuring()) state.scratch(sizeof(*this) + scorer_->size());
  }

 private:
  void refresh() {
    if (!std::exchange(stale_, false)) return;
    if (ahead_ > 0) return recall();
    informed_ = true;
    plain_ = scorer_->rows() < std::min(min_n_, scorer_->capacity());
    if (plain_) return;
    compute();
    list();
  }

  // What was noted, which rarely differs from one row to the next.
  void recall() {
    if (std::equal(passed_.begin(), passed_.end(), now_)) return;
    std::copy_n(now_, passed_.size(), passed_.begin());
    std::copy(passed_.begin(), passed_.end(), weights_.begin());
    list();
  }

  void list() {
    heard_.clear();
    for (std::size_t f = 0; f < weights_.size(); ++f)
      if (weights_[f] > 0.0) heard_.push_back(static_cast<std::int32_t>(f));
    total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    informed_ = !heard_.empty();
    plain_ = heard_.empty() || std::all_of(weights_.begin(), weights_.end(), [](double w) { return w == 1.0; });
  }

  void compute() {
    switch (form_) {
      case WeightForm::significant:
        return mask();
      case WeightForm::raw:
        return scorer_->scores(weights_);
      case WeightForm::balanced:
        return balance();
      default:
        return relate();
    }
  }

  void mask() {
    scorer_->significant(alpha_, passed_);
    for (std::size_t f = 0; f < weights_.size(); ++f) weights_[f] = passed_[f];
  }

  void relate() {
    scorer_->corrected_scores(weights_);
    const double most = largest();
    if (most == 0.0) return;
    for (auto& weight : weights_)
      weight = form_ == WeightForm::relative ? weight / most : weight / most * (weight / most);
  }

  void balance() {
    scorer_->significant(alpha_, passed_);
    scorer_->corrected_scores(weights_);
    double sum = 0.0, number = 0.0;
    for (std::size_t f = 0; f < weights_.size(); ++f) {
      weights_[f] *= passed_[f];
      sum += weights_[f];
      number += passed_[f];
    }
    for (std::size_t f = 0; f < weights_.size(); ++f) weights_[f] = sum > 0.0 ? weights_[f] * number / sum : passed_[f];
  }

  double largest() const { return *std::max_element(weights_.begin(), weights_.end()); }

  std::unique_ptr<RelevanceScorer> scorer_;
  WeightForm form_;
  double alpha_;
  std::size_t min_n_;
  Buffer weights_;
  std::vector<std::uint8_t> passed_;
  std::vector<std::int32_t> heard_;
  double total_ = 0.0;
  bool plain_ = true;
  bool informed_ = true;
  bool stale_ = true;
  std::vector<std::uint8_t> noted_;  // for each of the rows looked at ahead whether the features have passed
  std::vector<std::uint8_t>::const_iterator now_, next_;
  std::size_t ahead_ = 0;  // rows still to come
};

}  // namespace driftsift
