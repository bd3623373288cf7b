// ABFS: a chain of stumps, each on a feature of its own and taught by what those before it got wrong; where one errs
// more than it did, it goes with all behind it.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "detectors/detector.hpp"
#include "relevance/chi_square.hpp"
#include "transformers/selector.hpp"
#include "trees/split_search.hpp"

namespace driftsift {

// What a stump has to show besides a merit above the threshold.
enum class SplitTest : std::uint8_t { significance, none, hoeffding };

struct AbfsOptions {
  SplitOptions split;
  double grace = 100;
  double theta = 0.01;
  SplitTest test = SplitTest::significance;
  double alpha = 0.05;
  double delta = 1e-7;
  double tau = 0.0;
  double lambda_least = 0.1;
  double lambda_most = 10.0;
  std::size_t max_units = 0;  // 0: any number
  bool as_published = false;
  OnEmpty on_empty = OnEmpty::all;
};

// A stump of the chain.
class AbfsUnit {
 public:
  AbfsUnit(const NodeTest& test, Buffer branches, Buffer overall, double start, std::unique_ptr<Detector> detector)
      : test_(test),
        branches_(std::move(branches)),
        overall_(std::move(overall)),
        right_(start),
        wrong_(start),
        detector_(std::move(detector)) {}

  std::int32_t feature() const { return test_.feature; }

  int predict(const Row& row) const {
    if (!test_.answers(row)) return largest(overall_);
    const auto branch = std::span<const double>(branches_).subspan(test_.child(row) * overall_.size(), overall_.size());
    return merit::sum(branch) > 0.0 ? largest(branch) : largest(overall_);
  }

  // The weight with which a row goes on: in the long run half of it lies on mistakes.
  double pass_on(bool hit, double weight) {
    double& mine = hit ? right_ : wrong_;
    mine += weight;
    return weight * (right_ + wrong_) / (2.0 * mine);
  }
  bool alarms(bool hit) { return detector_->update(hit ? 0.0 : 1.0) == Level::drift; }

  void grow(std::size_t classes) {
    branches_ = widened(branches_, overall_.size(), classes);
    overall_.resize(classes);
  }

  void describe(State& state, const Schema& schema) {
    test_.describe(state, schema);
    state.expect(test_.kind != NodeTest::Kind::none, "kind", "is none");
    state.field("branches", branches_);
    state.field("overall", overall_);
    state.field("right", right_);
    state.field("wrong", wrong_);
    const auto classes = static_cast<std::size_t>(schema.classes);
    state.expect(overall_.size() == classes && branches_.size() == test_.children(schema) * classes, "branches",
                 "have the wrong length");
    for (const auto* weights : {&overall_, &branches_})
      for (auto weight : *weights) state.expect(weight >= 0.0, "branches", "hold a negative amount");
    state.expect(right_ >= 0.0 && wrong_ >= 0.0, "right and wrong", "are negative");
    state.child("detector", [this](State& inner) { detector_->describe(inner); });
    state.scratch(sizeof(AbfsUnit) + detector_->size());
  }

 private:
  NodeTest test_;
  Buffer branches_;  // class weights by branch
  Buffer overall_;   // of all rows the stump was chosen by
  double right_;
  double wrong_;
  std::unique_ptr<Detector> detector_;
};

class Abfs final : public Selector {
 public:
  Abfs(const Schema& schema, const AbfsOptions& options, std::unique_ptr<Detector> detector)
      : Selector(schema, options.on_empty), options_(options), detector_(std::move(detector)), search_(options.split) {
    start_candidate();
  }

  Change observe(const Row& row, int label, double weight) override {
    next_row();
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const bool hit = units_[i].predict(row) == label;
      weight = units_[i].pass_on(hit, weight);
      if (!options_.as_published) weight = std::clamp(weight, options_.lambda_least, options_.lambda_most);
      if (units_[i].alarms(hit)) return cut(i);
    }
    if (!candidate_) return Change::unchanged;
    learn(row, label, weight);
    return is_time() ? attempt() : Change::unchanged;
  }

  void grow(int classes) override {
    Selector::grow(classes);
    for (auto& unit : units_) unit.grow(static_cast<std::size_t>(classes));
    if (candidate_) candidate_->grow(classes);
  }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<Abfs>(schema, options_, detector_->fresh());
  }

  void describe(State& state) override {
    Selector::describe(state);
    std::size_t number = units_.size();
    state.counter("units", number, dimension());
    if (state.loading()) units_.clear();
    for (std::size_t i = 0; i < number; ++i) {
      if (state.loading()) units_.emplace_back(NodeTest{}, Buffer{}, Buffer{}, 0.0, detector_->fresh());
      state.child(("unit " + std::to_string(i)).c_str(), [&](State& inner) { units_[i].describe(inner, schema()); });
    }
    state.expect(chosen() == features(units_.size()), "units", "are not those of the selection");
    if (state.loading()) start_candidate();
    state.field("count", count_);
    state.field("since", since_);
    state.field("squares", squares_);
    state.expect(count_ >= 0 && since_ >= 0.0 && squares_ >= 0.0, "count, since and squares", "are negative");
    if (candidate_) state.child("candidate", [this](State& inner) { candidate_->describe(inner); });
    state.scratch(search_.bytes(schema()) + sizeof(NodeStatistics));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  // The features of the first units, in ascending order.
  std::vector<std::int32_t> features(std::size_t units) const {
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < units; ++i) found.push_back(units_[i].feature());
    std::sort(found.begin(), found.end());
    return found;
  }

  // None where no feature is left, or there are units enough.
  void start_candidate() {
    candidate_.reset();
    count_ = 0;
    since_ = squares_ = 0.0;
    if (units_.size() == dimension() || (options_.max_units > 0 && units_.size() == options_.max_units)) return;
    std::vector<std::int32_t> left;
    const auto taken = features(units_.size());
    for (std::int32_t f = 0; !taken.empty() && f < static_cast<std::int32_t>(dimension()); ++f)
      if (!std::binary_search(taken.begin(), taken.end(), f)) left.push_back(f);
    candidate_ = std::make_unique<NodeStatistics>(schema(), std::move(left), options_.split);
  }

  // The unit goes, and all behind it.
  Change cut(std::size_t alarming) {
    std::vector<std::int32_t> cause = {units_[alarming].feature()};
    units_.erase(units_.begin() + static_cast<std::ptrdiff_t>(alarming), units_.end());
    start_candidate();
    adopt(features(units_.size()), SelectionKind::drift, SelectionReason::alarm, std::move(cause));
    return Change::changed;
  }

  void learn(const Row& row, int label, double weight) {
    candidate_->learn(candidate_->look(row), label, weight);
    ++count_;
    since_ += weight;
    squares_ += weight * weight;
  }

  bool is_time() {
    if (!options_.as_published) return count_ % static_cast<std::int64_t>(options_.grace) == 0;
    if (since_ < options_.grace) return false;
    since_ = 0.0;
    return true;
  }

  Change attempt() {
    const auto& candidates = search_.best(*candidate_);
    const auto ranking = Ranking::of(candidates);
    if (!ranking || !(ranking.most > options_.theta)) return Change::unchanged;
    const Candidate chosen = candidates[ranking.first];
    Buffer branches;
    search_.children(*candidate_, ranking.first, chosen.number, branches);
    if (!passes(ranking, branches)) return Change::unchanged;
    const auto overall = candidate_->weight();
    units_.emplace_back(chosen.test, std::move(branches), Buffer(overall.begin(), overall.end()),
                        options_.as_published ? 0.0 : 1.0, detector_->fresh());
    start_candidate();
    return adopt(features(units_.size()), SelectionKind::grown, SelectionReason::stump, {chosen.test.feature});
  }

  bool passes(const Ranking& ranking, const Buffer& branches) const {
    if (options_.test == SplitTest::none) return true;
    if (options_.test == SplitTest::significance) return significant(branches);
    const auto classes = merit::kinds(candidate_->weight());
    const double bound =
        hoeffding_bound(merit::range(options_.split.criterion, classes), options_.delta, candidate_->total());
    return ranking.most - ranking.second > bound || bound < options_.tau;
  }

  // Whether the gain is more than the best of so many tests of chance.
  bool significant(const Buffer& branches) const {
    const Partition parts{branches, candidate_->weight().size()};
    Buffer total(parts.classes);
    std::int32_t children = 0;
    for (std::size_t j = 0; j < parts.children(); ++j) {
      for (std::size_t c = 0; c < parts.classes; ++c) total[c] += parts.child(j)[c];
      children += merit::sum(parts.child(j)) > 0.0;
    }
    const std::int32_t freedom = (children - 1) * (merit::kinds(total) - 1);
    if (freedom < 1) return false;
    const double present = merit::sum(total), all = candidate_->total();
    const double gain = std::min(present / all, 1.0) * merit::information_gain(parts, total, present);
    const double rows = all * all / squares_;
    return 2.0 * rows * kLn2 * gain > chi_square::upper_quantile(options_.alpha / tests(), freedom);
  }

  // How many splits there were to choose from.
  double tests() const {
    double number = 0.0;
    for (auto categories : candidate_->schema().categories)
      number += categories > 0 ? 1.0 : static_cast<double>(options_.split.cuts);
    return number;
  }

  AbfsOptions options_;
  std::unique_ptr<Detector> detector_;  // a prototype
  SplitSearch search_;
  std::vector<AbfsUnit> units_;
  std::unique_ptr<NodeStatistics> candidate_;  // of the features no unit has
  std::int64_t count_ = 0;                     // rows the candidate has learned
  double since_ = 0.0;                         // their weight since the last attempt, as published
  double squares_ = 0.0;                       // of their weights
};

}  // namespace driftsift
