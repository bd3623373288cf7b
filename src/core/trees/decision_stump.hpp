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
    const auto before = class_weight_.size();
    const auto now = static_cast<std::size_t>(classes);
    Buffer wider(branches_.size() / before * now);
    for (std::size_t j = 0; j * before < branches_.size(); ++j)
      std::copy_n(&branches_[j * before], before, &wider[j * now]);
    branches_ = std::move(wider);
    schema_.classes = classes;
    class_weight_.resize(now);
    statistics_.grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<DecisionStump>(schema, options_, grace_);
  }

  void describe(State& state) override {
    auto kind = static_cast<std::int64_t>(test_.kind), feature = static_cast<std::int64_t>(test_.feature);
    state.field("kind", kind);
    state.field("feature", feature);
    state.field("value", test_.value);
    state.field("merit", merit_);
    state.field("branches", branches_);
    state.amounts("class_weight", class_weight_);
    state.field("since_choice", since_choice_);
    state.child("statistics", [this](State& inner) { statistics_.describe(inner); });
    state.expect(kind >= 0 && kind <= 3 && feature >= 0 && feature < static_cast<std::int64_t>(schema_.dimension()),
                 "kind and feature", "are out of range");
    if (state.loading()) {
      test_.kind = static_cast<NodeTest::Kind>(kind);
      test_.feature = static_cast<std::int32_t>(feature);
    }
    state.expect(kind == 0 ? branches_.empty() : test_.fits(schema_), "test", "does not fit the features");
    state.expect(kind == 0 || branches_.size() == test_.children(schema_) * class_weight_.size(), "branches",
                 "have the wrong length");
    for (auto weight : branches_) state.expect(weight >= 0.0, "branches", "hold a negative amount");
    state.expect(since_choice_ >= 0.0, "since_choice", "is negative");
    state.scratch(search_.bytes(schema_) + schema_.categories.capacity() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  void choose() {
    const auto& candidates = search_.best(statistics_);
    std::size_t best = 0;
    for (std::size_t f = 1; f < candidates.size(); ++f)
      if (candidates[f].merit > candidates[best].merit + merit::kNegligible) best = f;
    if (candidates.empty() || candidates[best].merit <= merit::kNegligible) return;
    const Candidate chosen = candidates[best];
    test_ = chosen.test;
    merit_ = chosen.merit;
    search_.children(statistics_, best, chosen.number, branches_);
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
