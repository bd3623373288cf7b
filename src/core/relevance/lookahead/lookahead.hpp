// Which features say something about the class alone, given one other feature, or given a pair.
//
// Scores of single features are exact at any time; what pairs say is what the last scan found.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "relevance/lookahead/pruning.hpp"
#include "relevance/lookahead/scan.hpp"
#include "relevance/sliding_relevance.hpp"

namespace driftsift {

class Lookahead final : public RelevanceScorer {
 public:
  static constexpr std::size_t kLeastRows = 100;  // before the window is full

  Lookahead(const Schema& schema, const LookaheadOptions& options, std::unique_ptr<Discretizer> prototype)
      : schema_(schema),
        options_(options),
        prototype_(std::move(prototype)),
        table_(options.window),
        singles_(std::make_unique<SlidingRelevance>(schema, options.window, RelevanceKind::symmetrical_uncertainty,
                                                    true, prototype_->fresh(schema.classes))),
        single_bars_(options.level_of_singles() / static_cast<double>(std::max<std::size_t>(1, schema.dimension())),
                     table_),
        levels_(schema, options.levels),
        joint_(schema.dimension(), 0.0),
        scored_(schema.dimension()) {}

  void observe(const Row& row, int label, double weight) override {
    const bool was_full = full();
    singles_->observe(row, label, weight);
    ++since_;
    if (options_.period > 0 && full() && (!was_full || since_ >= options_.period)) scan();
  }

  bool full() const { return rows() == options_.window; }
  bool scannable() const { return rows() > 0 && (full() || rows() >= kLeastRows); }

  void scan() {
    WindowColumns columns(singles_->window(), schema_.dimension());
    const auto missing = [this](std::size_t f) {
      return singles_->counts().present(f) < static_cast<std::int32_t>(singles_->rows());
    };
    LookaheadScan(options_, schema_, table_).run(columns, missing, turn_, levels_, findings_);
    since_ = 0;
    settle();
  }

  void scores(std::span<double> out) override {
    singles_->scores(out);
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = std::max(stands_alone(f) ? out[f] : 0.0, joint_[f]);
  }

  void corrected_scores(std::span<double> out) override { scores(out); }
  // Its own level holds: a feature without evidence has no score.
  void significant(double, std::span<std::uint8_t> out) override {
    scores(scored_);
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = scored_[f] > 0.0;
  }

  // The features with a score, by falling score, without redundant ones.
  std::vector<std::int32_t> prune() {
    scores(scored_);
    return prune(scored_);
  }
  // The same by other scores.
  std::vector<std::int32_t> prune(std::span<const double> scores) {
    WindowColumns columns(singles_->window(), schema_.dimension());
    return LookaheadPruning(columns, levels_, table_).keep(scores);
  }

  SlidingRelevance& singles() { return *singles_; }
  std::size_t rows() const override { return singles_->rows(); }
  std::size_t capacity() const override { return options_.window; }
  bool ready(std::size_t f) const { return singles_->ready(f); }
  const LookaheadFindings& findings() const { return findings_; }
  const LookaheadOptions& options() const { return options_; }
  const EntropyTable& table() const { return table_; }

  void grow(int classes) override {
    schema_.classes = classes;
    singles_->grow(classes);
  }

  std::unique_ptr<RelevanceScorer> again(const Schema& schema) const override {
    return std::make_unique<Lookahead>(schema, options_, prototype_->fresh(schema.classes));
  }

  void describe(State& state) override {
    state.child("singles", [this](State& inner) { singles_->describe(inner); });
    auto since = static_cast<std::int64_t>(since_);
    state.field("since", since);
    state.expect(since >= 0, "since", "is negative");
    since_ = static_cast<std::size_t>(since);
    auto turn = static_cast<std::int64_t>(turn_);
    state.field("turn", turn);
    state.expect(turn >= 0 && static_cast<std::uint64_t>(turn) < options_.shares(), "turn", "is out of range");
    turn_ = static_cast<std::int32_t>(turn);
    state.child("levels", [this](State& inner) { levels_.describe(inner); });
    const auto describe_all = [&](const char* name, Findings& findings) {
      state.child(name, [&](State& inner) { findings.describe(inner, schema_.dimension()); });
    };
    describe_all("pairs", findings_.pairs);
    describe_all("extensions", findings_.extensions);
    describe_all("triples", findings_.triples);
    if (state.loading()) settle();
    if (state.measuring()) state.scratch(held());
  }
  std::size_t size() const override { return sizeof(*this) + singles_->size(); }

 private:
  bool stands_alone(std::size_t f) {
    if (!singles_->ready(f)) return false;
    const auto test = independence(singles_->counts(), f);
    return test.freedom > 0.0 && test.statistic > single_bars_.statistic(static_cast<std::int32_t>(test.freedom));
  }

  // The best score of each feature within what was found.
  void settle() {
    std::fill(joint_.begin(), joint_.end(), 0.0);
    for (const auto* found : {&findings_.pairs, &findings_.extensions, &findings_.triples})
      for (const auto& finding : found->list)
        for (std::size_t i = 0; i < found->tests; ++i) {
          auto& best = joint_[static_cast<std::size_t>(finding.features[found->members - found->tests + i])];
          best = std::max(best, finding.score[i]);
        }
  }

  std::size_t held() const {
    return table_.bytes() + schema_.categories.capacity() * sizeof(std::int32_t) +
           (joint_.capacity() + scored_.capacity()) * sizeof(double) + levels_.bytes();
  }

  Schema schema_;
  LookaheadOptions options_;
  std::unique_ptr<Discretizer> prototype_;
  EntropyTable table_;
  std::unique_ptr<SlidingRelevance> singles_;
  CriticalValues single_bars_;
  CoarseLevels levels_;
  LookaheadFindings findings_;
  Buffer joint_;
  Buffer scored_;          // the answer to a question, kept for its memory
  std::size_t since_ = 0;  // rows learned since the last scan
  std::int32_t turn_ = 0;
};

}  // namespace driftsift
