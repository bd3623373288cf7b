// Keeps the k features with the highest scores, looked at anew every so many rows.
#pragma once

#include <algorithm>
#include <numeric>

#include "relevance/row_window.hpp"
#include "relevance/scorer.hpp"
#include "transformers/transformer.hpp"

namespace driftsift {

class TopK final : public Transformer {
 public:
  TopK(const Schema& schema, std::size_t k, std::size_t window, std::size_t every, std::unique_ptr<Scorer> scorer)
      : schema_(schema),
        k_(k),
        window_size_(window),
        every_(every),
        scorer_(std::move(scorer)),
        window_(schema.dimension(), window),
        selection_(schema.dimension()),
        scores_(schema.dimension()) {
    std::vector<std::int32_t> everything(schema.dimension());
    std::iota(everything.begin(), everything.end(), 0);
    selection_.choose(std::move(everything));
  }

  Change observe(const Row& row, int label, double weight) override {
    window_.push(row, label, weight);
    if (++since_ < static_cast<std::int64_t>(every_)) return Change::unchanged;
    since_ = 0;
    return select();
  }

  Row project(const Row& row) override { return selection_.project(row); }
  Schema projected() const override { return schema_.select(selection_.features()); }

  void grow(int classes) override { schema_.classes = classes; }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<TopK>(schema, k_, window_size_, every_, scorer_->fresh(schema));
  }

  void describe(State& state) override {
    state.field("since", since_);
    state.expect(since_ >= 0 && since_ < static_cast<std::int64_t>(every_), "since", "is out of range");
    state.child("window", [this](State& inner) { window_.describe(inner, schema_); });
    state.child("selection", [this](State& inner) { selection_.describe(inner); });
    const auto chosen = selection_.features().size();
    state.expect(chosen == scores_.size() || chosen == k_, "selection", "has the wrong length");
    state.scratch(scores_.capacity() * sizeof(double) + schema_.categories.capacity() * sizeof(std::int32_t));
    if (state.measuring()) state.scratch(scorer_->size());
    if (state.measuring()) scorer_->describe(state);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  // Scored afresh each time: what has left the window leaves no rounding behind.
  Change select() {
    auto scorer = scorer_->fresh(schema_);
    for (std::size_t i = 0; i < window_.size(); ++i) {
      const auto past = window_[i];
      scorer->observe(past.row, past.label, past.weight);
    }
    scorer->scores(scores_);
    std::vector<std::int32_t> order(scores_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](std::int32_t a, std::int32_t b) {
      return scores_[static_cast<std::size_t>(a)] > scores_[static_cast<std::size_t>(b)];
    });
    order.resize(std::min(order.size(), k_));
    std::sort(order.begin(), order.end());
    if (order == selection_.features()) return Change::unchanged;
    selection_.choose(std::move(order));
    return Change::changed;
  }

  Schema schema_;
  std::size_t k_;
  std::size_t window_size_;
  std::size_t every_;
  std::unique_ptr<Scorer> scorer_;
  RowWindow window_;
  Selection selection_;
  Buffer scores_;
  std::int64_t since_ = 0;
};

}  // namespace driftsift
