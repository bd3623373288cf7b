// Finds features that say something alone or together. A short window notices what changes, a long memory finds what is
// weak or deep; what the window no longer sees although it could not miss it is a break, and the memory begins again.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "relevance/lookahead/lookahead.hpp"
#include "transformers/selector.hpp"

namespace driftsift {

struct LookaheadSelectorOptions {
  LookaheadOptions lookahead;  // of the window; its level is the loose one
  std::size_t memory = 1000;   // rows; no more than the window: none
  std::int64_t every = 75;
  double kappa = 10.0;  // how many times stricter evidence must be for a feature to join
  double margin = 0.01;
  std::size_t n = 0;  // 0: any number
  OnEmpty on_empty = OnEmpty::all;
};

// What a lookahead found, feature by feature.
class Look {
 public:
  explicit Look(std::size_t features) : score_(features), excess_(features), strong_(features) {}

  // At the loose level, and `kappa` times stricter.
  void take(Lookahead& from, double kappa) {
    clear();
    rows_ = static_cast<std::int64_t>(from.rows());
    const auto& options = from.options();
    const auto d = static_cast<double>(score_.size());
    take_singles(from, options.level_of_singles() / d, kappa);
    const auto& found = from.findings();
    const auto seeds = static_cast<double>(std::min(found.pairs.list.size(), options.max_seeds));
    take_groups(found.pairs, options.level_of_pairs() / (d * (d - 1.0) / 2.0), kappa);
    take_groups(found.extensions, options.level_beyond() / (seeds * d), kappa);
    take_groups(found.triples, options.level_beyond() / (d * (d - 1.0) * (d - 2.0) / 6.0), kappa);
  }
  void clear() {
    rows_ = 0;
    std::fill(score_.begin(), score_.end(), 0.0);
    std::fill(excess_.begin(), excess_.end(), 0.0);
    std::fill(strong_.begin(), strong_.end(), 0);
  }

  bool weak(std::size_t f) const { return excess_[f] > 0.0; }
  bool strong(std::size_t f) const { return strong_[f] != 0; }
  double score(std::size_t f) const { return score_[f]; }
  // Whether a window of so many rows could hardly miss it.
  bool plain_to(std::size_t f, std::size_t window) const {
    return rows_ > 0 && excess_[f] * static_cast<double>(window) / static_cast<double>(rows_) > kEasilySeen;
  }

  void describe(State& state) {
    state.field("rows", rows_);
    state.fixed("score", score_);
    state.fixed("excess", excess_);
    state.fixed("strong", strong_);
    state.expect(rows_ >= 0, "rows", "is negative");
    for (auto flag : strong_) state.expect((flag | 1) == 1, "strong", "are flags");
    for (const auto* numbers : {&score_, &excess_})
      for (auto number : *numbers) state.expect(number >= 0.0, "score and excess", "are negative");
  }

 private:
  static constexpr double kEasilySeen = 2.0;

  void take_singles(Lookahead& from, double level, double kappa) {
    auto& singles = from.singles();
    CriticalValues loose(level, from.table()), strict(level / kappa, from.table());
    Buffer scores(score_.size());
    singles.corrected_scores(scores);
    for (std::size_t f = 0; f < score_.size(); ++f) {
      if (!singles.ready(f)) continue;
      const auto test = independence(singles.counts(), f);
      const auto freedom = static_cast<std::int32_t>(test.freedom);
      if (freedom < 1 || test.statistic <= loose.statistic(freedom)) continue;
      add(f, scores[f], test.statistic / loose.statistic(freedom));
      if (test.statistic > strict.statistic(freedom)) strong_[f] = 1;
    }
  }

  void take_groups(const Findings& found, double level, double kappa) {
    for (const auto& group : found.list) {
      const bool all_strong = std::all_of(group.p.begin(), group.p.begin() + static_cast<std::ptrdiff_t>(found.tests),
                                          [=](double p) { return p < level / kappa; });
      for (std::size_t i = 0; i < found.tests; ++i) {
        const auto f = static_cast<std::size_t>(group.features[found.members - found.tests + i]);
        add(f, group.score[i], group.statistic[i] / chi_square::upper_quantile(level, group.freedom[i]));
        if (all_strong) strong_[f] = 1;
      }
    }
  }

  void add(std::size_t f, double score, double excess) {
    score_[f] = std::max(score_[f], score);
    excess_[f] = std::max(excess_[f], excess);
  }

  std::int64_t rows_ = 0;
  Buffer score_;
  Buffer excess_;  // how many times the best statistic is its bar; 0: nothing was found
  std::vector<std::int32_t> strong_;
};

class LookaheadSelector final : public Selector {
 public:
  LookaheadSelector(const Schema& schema, const LookaheadSelectorOptions& options,
                    std::unique_ptr<Discretizer> bins_of_window, std::unique_ptr<Discretizer> bins_of_memory)
      : Selector(schema, options.on_empty),
        options_(options),
        bins_of_window_(std::move(bins_of_window)),
        bins_of_memory_(std::move(bins_of_memory)),
        near_(lookahead(options.lookahead.window, *bins_of_window_)),
        now_(schema.dimension()),
        remembered_(schema.dimension()),
        missed_(schema.dimension()),
        ranks_(schema.dimension()) {
    forget();
  }

  Change observe(const Row& row, int label, double weight) override {
    next_row();
    near_->observe(row, label, weight);
    if (far_) far_->observe(row, label, weight);
    ++since_break_;
    const auto window = static_cast<std::int64_t>(options_.lookahead.window);
    if (this->row() < window || (this->row() - window) % options_.every != 0) return Change::unchanged;
    return look();
  }

  void grow(int classes) override {
    Selector::grow(classes);
    near_->grow(classes);
    if (far_) far_->grow(classes);
  }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<LookaheadSelector>(schema, options_, bins_of_window_->fresh(schema.classes),
                                               bins_of_memory_->fresh(schema.classes));
  }

  void describe(State& state) override {
    Selector::describe(state);
    state.child("near", [this](State& inner) { near_->describe(inner); });
    if (far_) state.child("far", [this](State& inner) { far_->describe(inner); });
    state.child("remembered", [this](State& inner) { remembered_.describe(inner); });
    state.field("since_break", since_break_);
    state.field("scanned_at", scanned_at_);
    state.fixed("missed", missed_);
    state.expect(since_break_ >= 0 && scanned_at_ >= 0 && scanned_at_ <= since_break_, "since_break",
                 "is out of range");
    for (auto flag : missed_) state.expect((flag | 1) == 1, "missed", "are flags");
    if (state.measuring()) {
      now_.describe(state);
      state.scratch(ranks_.size() * sizeof(double) + near_->size() + (far_ ? far_->size() : 0));
    }
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  std::unique_ptr<Lookahead> lookahead(std::size_t window, const Discretizer& bins) const {
    auto options = options_.lookahead;
    options.window = window;
    options.period = 0;
    return std::make_unique<Lookahead>(schema(), options, bins.fresh(schema().classes));
  }

  void forget() {
    if (options_.memory > options_.lookahead.window) far_ = lookahead(options_.memory, *bins_of_memory_);
    remembered_.clear();
    since_break_ = scanned_at_ = 0;
    std::fill(missed_.begin(), missed_.end(), 0);
  }

  Change look() {
    near_->scan();
    now_.take(*near_, options_.kappa);
    if (is_time_for_memory()) {
      far_->scan();
      remembered_.take(*far_, options_.kappa);
      scanned_at_ = since_break_;
    }
    auto broken = missed_twice();
    const auto why = broken.empty() ? SelectionReason::look : SelectionReason::broken;
    if (!broken.empty()) forget();
    return adopt(choose(), SelectionKind::reselected, why, std::move(broken));
  }

  bool is_time_for_memory() const {
    if (!far_ || far_->rows() <= options_.lookahead.window) return false;
    const auto pause = static_cast<std::int64_t>(std::max<std::size_t>(25, options_.memory / 4));
    return scanned_at_ == 0 || since_break_ - scanned_at_ >= pause;
  }

  // The features that are not found now nor were at the look before, though the memory says they must be.
  std::vector<std::int32_t> missed_twice() {
    std::vector<std::int32_t> broken;
    for (std::size_t f = 0; f < dimension(); ++f) {
      const bool missed = !now_.weak(f) && remembered_.plain_to(f, options_.lookahead.window);
      if (missed && missed_[f] == 1) broken.push_back(static_cast<std::int32_t>(f));
      missed_[f] = missed;
    }
    return broken;
  }

  std::vector<std::int32_t> choose() {
    for (std::size_t f = 0; f < dimension(); ++f) {
      const bool in = is_chosen(f);
      const bool wanted = now_.strong(f) || remembered_.strong(f) || (in && (now_.weak(f) || remembered_.weak(f)));
      ranks_[f] = wanted ? std::max(now_.score(f), remembered_.score(f)) + (in ? options_.margin : 0.0) : 0.0;
    }
    auto kept = near_->prune(ranks_);
    if (options_.n > 0 && kept.size() > options_.n) kept.resize(options_.n);
    std::sort(kept.begin(), kept.end());
    return kept;
  }

  LookaheadSelectorOptions options_;
  std::unique_ptr<Discretizer> bins_of_window_, bins_of_memory_;  // prototypes
  std::unique_ptr<Lookahead> near_;
  std::unique_ptr<Lookahead> far_;  // none without a memory
  Look now_;
  Look remembered_;
  std::int64_t since_break_ = 0;  // rows
  std::int64_t scanned_at_ = 0;   // of these, when the memory was last looked at; 0: not yet
  std::vector<std::int32_t> missed_;
  Buffer ranks_;
};

}  // namespace driftsift
