// DISCUSS: the features that say something about the class in a window and are not redundant, chosen anew when one of
// them crosses the line.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "relevance/lookahead/lookahead.hpp"
#include "relevance/sliding_relevance.hpp"
#include "transformers/selector.hpp"

namespace driftsift {

enum class DiscussStrategy : std::uint8_t { significance, n_best, threshold };
enum class Redundancy : std::uint8_t { corrected, raw, off };

struct DiscussOptions {
  DiscussStrategy strategy = DiscussStrategy::significance;
  std::size_t n = 0;  // 0: any number
  double theta = 0.03;
  Redundancy redundancy = Redundancy::corrected;
  double alpha = 0.05;
  double kappa = 10.0;
  double margin = 0.01;
  double delta = 0.05;
  std::int64_t check_every = 1;
  bool heuristic = false;  // whether only pairs with nearly the same score are looked at
  bool as_published = false;
  OnEmpty on_empty = OnEmpty::all;
};

class Discuss final : public Selector {
 public:
  Discuss(const Schema& schema, const DiscussOptions& options, std::unique_ptr<RelevanceScorer> scorer)
      : Selector(schema, options.on_empty),
        options_(options),
        scorer_(std::move(scorer)),
        lookahead_(dynamic_cast<Lookahead*>(scorer_.get())),
        singles_(lookahead_ != nullptr ? &lookahead_->singles() : dynamic_cast<SlidingRelevance*>(scorer_.get())),
        table_(scorer_->capacity()),
        strict_(level(1.0 / options.kappa), table_),
        usual_(level(1.0), table_),
        loose_(level(options.kappa), table_),
        close_(std::sqrt(std::log(1.0 / options.delta) / (2.0 * static_cast<double>(scorer_->capacity())))),
        scores_(schema.dimension()),
        alone_(schema.dimension()),
        ranks_(schema.dimension()),
        inside_(schema.dimension()),
        dominator_(schema.dimension(), -1) {}

  Change observe(const Row& row, int label, double weight) override {
    next_row();
    scorer_->observe(row, label, weight);
    const auto w = static_cast<std::int64_t>(scorer_->capacity());
    if (this->row() < w) return Change::unchanged;
    if (options_.as_published) return observe_as_published(w);
    score();
    if (this->row() == w) {
      due_ = this->row() + w;
      return adopt(select(), SelectionKind::reselected, SelectionReason::window_full);
    }
    return follow(w);
  }

  void grow(int classes) override {
    Selector::grow(classes);
    scorer_->grow(classes);
  }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<Discuss>(schema, options_, scorer_->again(schema));
  }

  void describe(State& state) override {
    Selector::describe(state);
    state.child("scorer", [this](State& inner) { scorer_->describe(inner); });
    state.fixed("inside", inside_);
    state.fixed("dominator", dominator_);
    state.field("base", base_);
    state.field("due", due_);
    const auto d = static_cast<std::int64_t>(dimension());
    for (auto flag : inside_) state.expect((flag | 1) == 1, "inside", "are flags");
    for (auto f : dominator_) state.expect(f >= -1 && f < d, "dominator", "is out of range");
    state.expect(base_ >= -1 && base_ < d && due_ >= 0, "base and due", "are out of range");
    if (!state.measuring()) return;
    state.scratch(table_.bytes() + 3 * dimension() * sizeof(double) + scorer_->size());
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  static constexpr double kSurely = 1.0 - 1e-12;
  static constexpr std::size_t kBatch = 64;  // candidates whose codes are read from the window together

  using Codes = SlidingRelevance::Codes;

  double level(double factor) const {
    const auto d = static_cast<double>(std::max<std::size_t>(1, dimension()));
    return std::min(kSurely, factor * options_.alpha / d);
  }
  bool significance() const { return options_.strategy == DiscussStrategy::significance; }
  bool n_best() const { return options_.strategy == DiscussStrategy::n_best; }

  // Whether what a feature says alone is more than chance.
  bool passes(std::size_t f, CriticalValues& bars) { return singles_->passes(f, bars); }

  // --- scores of now

  void score() {
    if (!significance() || lookahead_ != nullptr) score_all();  // otherwise where they are needed
  }
  void score_all() {
    singles_->corrected_scores(alone_);
    if (lookahead_ != nullptr)
      lookahead_->scores(scores_);
    else
      scores_ = alone_;
  }

  // --- the repaired algorithm

  Change follow(std::int64_t w) {
    std::vector<std::int32_t> crossing, overtaken;
    if (row() % options_.check_every == 0) {
      for (std::size_t f = 0; f < dimension(); ++f)
        if (crossed(f)) crossing.push_back(static_cast<std::int32_t>(f));
      if (crossing.empty()) overtaken = overtakers();
    }
    if (crossing.empty() && overtaken.empty() && row() < due_) return Change::unchanged;
    const auto why = !crossing.empty()    ? SelectionReason::crossed
                     : !overtaken.empty() ? SelectionReason::overtaken
                                          : SelectionReason::settling;
    auto features = select();
    if (features == chosen()) {
      if (row() >= due_) due_ = kNever;
      return Change::unchanged;
    }
    due_ = row() + w;
    return adopt(std::move(features), SelectionKind::reselected, why,
                 why == SelectionReason::crossed ? std::move(crossing) : std::move(overtaken));
  }

  bool crossed(std::size_t f) {
    const bool in = inside_[f] == 1;
    switch (options_.strategy) {
      case DiscussStrategy::significance:
        if (lookahead_ == nullptr) return in ? !passes(f, loose_) : passes(f, strict_);
        return in ? scores_[f] == 0.0 && !passes(f, loose_) : scores_[f] > 0.0;
      case DiscussStrategy::threshold:
        return in ? scores_[f] < options_.theta - options_.margin : scores_[f] > options_.theta + options_.margin;
      default:
        if (static_cast<std::int64_t>(f) == base_) return false;
        return in ? scores_[f] < baseline() - options_.margin : scores_[f] > baseline() + options_.margin;
    }
  }

  double baseline() const { return base_ < 0 ? 0.0 : scores_[static_cast<std::size_t>(base_)]; }

  // The features that were passed over for one that now says less.
  std::vector<std::int32_t> overtakers() {
    std::vector<std::int32_t> found;
    if (std::all_of(dominator_.begin(), dominator_.end(), [](auto f) { return f < 0; })) return found;
    score_all();
    for (std::size_t f = 0; f < dimension(); ++f)
      if (dominator_[f] >= 0 && scores_[f] > scores_[static_cast<std::size_t>(dominator_[f])] + options_.margin)
        found.push_back(static_cast<std::int32_t>(f));
    return found;
  }

  bool is_candidate(std::size_t f) {
    const bool in = inside_[f] == 1;
    switch (options_.strategy) {
      case DiscussStrategy::significance:
        return lookahead_ == nullptr ? passes(f, in ? loose_ : usual_) : scores_[f] > 0.0 || (in && passes(f, loose_));
      case DiscussStrategy::threshold:
        return scores_[f] > options_.theta - (in ? options_.margin : 0.0);
      default:
        return scores_[f] > 0.0;
    }
  }

  std::vector<std::int32_t> select() {
    if (lookahead_ != nullptr && lookahead_->scannable()) lookahead_->scan();
    score_all();
    for (std::size_t f = 0; f < dimension(); ++f)
      ranks_[f] = significance() && lookahead_ != nullptr && scores_[f] == 0.0 ? alone_[f] : scores_[f];
    std::vector<std::int32_t> candidates;
    for (std::size_t f = 0; f < dimension(); ++f)
      if (is_candidate(f)) candidates.push_back(static_cast<std::int32_t>(f));
    sort_by_rank(candidates);
    std::fill(dominator_.begin(), dominator_.end(), -1);
    auto kept = walk(candidates, options_.redundancy);
    base_ = n_best() && !kept.empty() ? kept.back() : -1;
    std::fill(inside_.begin(), inside_.end(), 0);
    if (!n_best())
      for (auto f : candidates) inside_[static_cast<std::size_t>(f)] = 1;
    else if (base_ >= 0)
      for (std::size_t f = 0; f < dimension(); ++f) inside_[f] = scores_[f] >= baseline();
    std::sort(kept.begin(), kept.end());
    return kept;
  }

  void sort_by_rank(std::vector<std::int32_t>& features) const {
    std::stable_sort(features.begin(), features.end(), [this](std::int32_t a, std::int32_t b) {
      return ranks_[static_cast<std::size_t>(a)] > ranks_[static_cast<std::size_t>(b)];
    });
  }

  // The candidates without those that are redundant beside a better one, until there are enough.
  std::vector<std::int32_t> walk(const std::vector<std::int32_t>& candidates, Redundancy redundancy) {
    std::vector<std::int32_t> kept;
    std::vector<Codes> codes, of_kept;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (options_.n > 0 && kept.size() == options_.n) break;
      if (redundancy != Redundancy::off && i % kBatch == 0)
        codes = singles_->codes(std::span(candidates).subspan(i, std::min(kBatch, candidates.size() - i)));
      std::size_t better = 0;
      while (better < kept.size() &&
             (redundancy == Redundancy::off ||
              !redundant(candidates[i], codes[i % kBatch], kept[better], of_kept[better], redundancy)))
        ++better;
      if (better < kept.size()) {
        dominator_[static_cast<std::size_t>(candidates[i])] = kept[better];
        continue;
      }
      kept.push_back(candidates[i]);
      of_kept.push_back(redundancy == Redundancy::off ? Codes{} : std::move(codes[i % kBatch]));
    }
    return kept;
  }

  bool redundant(std::int32_t f, const Codes& own, std::int32_t beside, const Codes& other, Redundancy redundancy) {
    const double rank = ranks_[static_cast<std::size_t>(f)];
    if (options_.heuristic && std::abs(rank - ranks_[static_cast<std::size_t>(beside)]) >= close_) return false;
    const auto shared = singles_->between(own, other);
    return (redundancy == Redundancy::raw ? shared.raw : shared.corrected) > rank;
  }

  // --- as published: raw scores, and a choice anew whenever a feature stands on the other side of the line

  Change observe_as_published(std::int64_t w) {
    singles_->raw_scores(scores_);
    ranks_ = scores_;
    if (row() == w) {
      adopt(select_as_published(), SelectionKind::reselected, SelectionReason::window_full);
      return Change::changed;
    }
    const double line = n_best() ? baseline() : options_.theta;
    std::vector<std::int32_t> fired;
    for (std::size_t f = 0; f < dimension(); ++f)
      if (static_cast<std::int64_t>(f) != base_ && (is_chosen(f) ? scores_[f] < line : scores_[f] > line))
        fired.push_back(static_cast<std::int32_t>(f));
    if (fired.empty()) return Change::unchanged;
    adopt(select_as_published(), SelectionKind::reselected, SelectionReason::crossed, std::move(fired));
    return Change::changed;
  }

  std::vector<std::int32_t> select_as_published() {
    std::vector<std::int32_t> candidates;
    for (std::size_t f = 0; f < dimension(); ++f)
      if (n_best() || scores_[f] > options_.theta) candidates.push_back(static_cast<std::int32_t>(f));
    sort_by_rank(candidates);
    auto kept = walk(candidates, options_.redundancy == Redundancy::off ? Redundancy::off : Redundancy::raw);
    base_ = n_best() && !kept.empty() ? kept.back() : -1;
    std::sort(kept.begin(), kept.end());
    return kept;
  }

  DiscussOptions options_;
  std::unique_ptr<RelevanceScorer> scorer_;
  Lookahead* lookahead_;  // none: single features only
  SlidingRelevance* singles_;
  EntropyTable table_;
  CriticalValues strict_, usual_, loose_;
  double close_;
  Buffer scores_, alone_, ranks_;
  std::vector<std::int32_t> inside_;     // on which side of the line a feature stood when it was last looked at
  std::vector<std::int32_t> dominator_;  // for whom a feature was passed over; -1: for none
  std::int64_t base_ = -1;               // the last feature taken, of n best
  std::int64_t due_ = kNever;            // row of one more selection after a change
};

}  // namespace driftsift
