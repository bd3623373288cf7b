// A transformer in front of a learner. When the projection changes, the learner starts afresh in the new feature
// space and learns the buffered last rows again.
#pragma once

#include "learners/learner.hpp"
#include "relevance/row_window.hpp"
#include "transformers/transformer.hpp"

namespace driftsift {

class Pipeline final : public Learner {
 public:
  // The learner is an untrained one for the projected schema.
  Pipeline(const Schema& schema, std::unique_ptr<Transformer> transformer, std::unique_ptr<Learner> learner,
           std::size_t replay)
      : schema_(schema),
        replay_(replay),
        transformer_(std::move(transformer)),
        learner_(std::move(learner)),
        recent_(schema.dimension(), replay) {}

  void votes(const Row& row, std::span<double> out) override { learner_->votes(transformer_->project(row), out); }
  int predict(const Row& row) override { return learner_->predict(transformer_->project(row)); }

  void learn(const Row& row, int label, double weight) override {
    recent_.push(row, label, weight);
    if (transformer_->observe(row, label, weight) == Change::unchanged)
      return learner_->learn(transformer_->project(row), label, weight);
    ++changes_;
    learner_ = learner_->fresh(transformer_->projected());
    if (replay_ == 0) return learner_->learn(transformer_->project(row), label, weight);
    for (std::size_t i = 0; i < recent_.size(); ++i) {
      const auto past = recent_[i];
      learner_->learn(transformer_->project(past.row), past.label, past.weight);
    }
  }

  // A projection that stays is made once for both halves.
  int predict_then_learn(const Row& row, int label, double weight) override {
    if (!transformer_->fixed()) return Learner::predict_then_learn(row, label, weight);
    recent_.push(row, label, weight);
    return learner_->predict_then_learn(transformer_->project(row), label, weight);
  }

  int classes() const override { return schema_.classes; }
  void grow(int classes) override {
    learner_->grow(classes);  // first: a foreign one may refuse
    transformer_->grow(classes);
    schema_.classes = classes;
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    auto transformer = transformer_->fresh(schema);
    auto learner = learner_->fresh(transformer->projected());
    return std::make_unique<Pipeline>(schema, std::move(transformer), std::move(learner), replay_);
  }

  void describe(State& state) override {
    state.child("transformer", [this](State& inner) { transformer_->describe(inner); });
    if (state.loading()) learner_ = learner_->fresh(transformer_->projected());
    state.child("learner", [this](State& inner) { learner_->describe(inner); });
    state.child("recent", [this](State& inner) { recent_.describe(inner, schema_); });
    state.field("changes", changes_);
    state.expect(changes_ >= 0 && changes_ < (std::int64_t{1} << 62), "changes", "is out of range");
    if (state.measuring())
      state.scratch(transformer_->size() + learner_->size() + schema_.categories.capacity() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  Schema schema_;
  std::size_t replay_;
  std::unique_ptr<Transformer> transformer_;
  std::unique_ptr<Learner> learner_;
  RowWindow recent_;
  std::int64_t changes_ = 0;
};

}  // namespace driftsift
