// A tree of one split, chosen anew after every grace period.
#pragma once

#include "learners/learner.hpp"
#include "trees/leaf.hpp"
#include "trees/split_search.hpp"

namespace driftsift {

class DecisionStump final : public Learner {
 public:
  DecisionStump(const Schema& schema, const SplitOptions& options, double grace)
      : schema_(schema),
        options_(options),
        grace_(grace),
        class_weight_(static_cast<std::size_t>(schema.classes)),
        statistics_(schema, {}, options),
        search_(options) {}

  void votes(const Row& row, std::span<double> out) override {
    const auto weights = speaking(row);
    std::copy(weights.begin(), weights.end(), out.begin());
  }
  int predict(const Row& row) override { return largest(speaking(row)); }

  void learn(const Row& row, int label, double weight) override {
    const Row seen = statistics_.look(row);
    statistics_.learn(seen, label, weight);
    class_weight_[static_cast<std::size_t>(label)] += weight;
    since_choice_ += weight;
    if (since_choice_ < grace_) return;
    since_choice_ = 0.0;
    choose();
  }

  int classes() const override { return schema_.classes; }
  void grow(int classes) override {
    const auto now = static_cast<std::size_t>(classes);
    branches_ = widened(branches_, class_weight_.size(), now);
    schema_.classes = classes;
    class_weight_.resize(now);
    statistics_.grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<DecisionStump>(schema, options_, grace_);
  }

  void describe(State& state) override {
    test_.describe(state, schema_);
    state.field("merit", merit_);
    state.field("branches", branches_);
    state.amounts("class_weight", class_weight_);
    state.field("since_choice", since_choice_);
    state.child("statistics", [this](State& inner) { statistics_.describe(inner); });
    const bool chosen = test_.kind != NodeTest::Kind::none;
    state.expect(chosen || branches_.empty(), "branches", "belong to no test");
    state.expect(!chosen || branches_.size() == test_.children(schema_) * class_weight_.size(), "branches",
                 "have the wrong length");
    for (auto weight : branches_) state.expect(weight >= 0.0, "branches", "hold a negative amount");
    state.expect(since_choice_ >= 0.0, "since_choice", "is negative");
    state.scratch(search_.bytes(schema_) + schema_.categories.capacity() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  void choose() {
    const auto& candidates = search_.best(statistics_);
    const auto ranking = Ranking::of(candidates);
    if (!ranking) return;
    const Candidate chosen = candidates[ranking.first];
    test_ = chosen.test;
    merit_ = chosen.merit;
    search_.children(statistics_, ranking.first, chosen.number, branches_);
  }

  // The class weights that speak for a row.
  std::span<const double> speaking(const Row& row) const {
    if (test_.kind == NodeTest::Kind::none || !test_.answers(row)) return class_weight_;
    const auto branch =
        std::span<const double>(branches_).subspan(test_.child(row) * class_weight_.size(), class_weight_.size());
    return merit::sum(branch) > 0.0 ? branch : std::span<const double>(class_weight_);
  }

  Schema schema_;
  SplitOptions options_;
  double grace_;
  Buffer class_weight_;
  NodeStatistics statistics_;
  SplitSearch search_;
  NodeTest test_;
  double merit_ = 0.0;
  Buffer branches_;  // class weights by branch
  double since_choice_ = 0.0;
};

}  // namespace driftsift
