// k nearest neighbours over a sliding window. The first learned row decides whether the window is dense or sparse.
#pragma once

#include <optional>

#include "learners/dense_window.hpp"
#include "learners/learner.hpp"
#include "learners/sparse_window.hpp"
#include "learners/weighting.hpp"

namespace driftsift {

class KNN final : public Learner {
 public:
  // No weighting: all features count the same.
  KNN(const Schema& schema, std::size_t k, std::size_t window, bool scaled, std::unique_ptr<Weighting> weighting)
      : weighting_(std::move(weighting)),
        k_(k),
        capacity_(window),
        scaled_(scaled),
        classes_(schema.classes),
        dense_(schema, window, scaled),
        sparse_(schema, window, scaled),
        nearest_(0) {
    labels_.reserve(window);
    weights_.reserve(window);
  }

  void votes(const Row& row, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    nearest_.clear();
    if (labels_.empty()) return;
    if (sparse_.empty())
      dense_.search(row, labels_.size(), oldest_, emphasis(), nearest_);
    else
      sparse_.search(row, labels_.size(), oldest_, emphasis(), nearest_);
    for (const auto slot : nearest_.slots()) vote(slot, out);
    if (nearest_.slots().empty())
      for (std::size_t slot = 0; slot < labels_.size(); ++slot) vote(slot, out);
  }

  void learn(const Row& row, int label, double weight) override {
    if (labels_.empty()) nearest_ = Neighbours(std::min(k_, capacity_));
    const bool sparse = labels_.empty() ? row.sparse : !sparse_.empty();
    const auto slot = labels_.size() < capacity_ ? labels_.size() : oldest_;
    if (sparse)
      sparse_.put(slot, row);
    else
      dense_.put(slot, row);
    if (weighting_) weighting_->observe(row, label);
    keep(slot, label, weight);  // last: a window too large for the memory fails before
  }

  bool informed() override { return !weighting_ || weighting_->informed(); }

  int classes() const override { return classes_; }
  void grow(int classes) override {
    classes_ = classes;
    if (weighting_) weighting_->grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<KNN>(schema, k_, capacity_, scaled_, weighting_ ? weighting_->fresh(schema) : nullptr);
  }

  void describe(State& state) override {
    state.field("labels", labels_);
    state.field("weights", weights_);
    state.counter("oldest", oldest_, capacity_ - 1);
    state.expect(labels_.size() == weights_.size() && labels_.size() <= capacity_, "labels", "do not fit the window");
    state.expect(labels_.size() == capacity_ || oldest_ == 0, "oldest", "is out of range");
    for (auto label : labels_) state.expect(label >= 0 && label < classes_, "labels", "are not class codes");
    for (auto weight : weights_) state.expect(weight > 0.0, "weights", "are not above 0");
    state.child("dense", [this](State& inner) { dense_.describe(inner); });
    state.child("sparse", [this](State& inner) { sparse_.describe(inner); });
    if (weighting_) state.child("weighting", [this](State& inner) { weighting_->describe(inner); });
    state.expect(labels_.empty() ? dense_.empty() && sparse_.empty() : dense_.empty() != sparse_.empty(), "rows",
                 "do not match the labels");
    state.expect(sparse_.empty() || sparse_.filled() == labels_.size(), "rows", "do not match the labels");
    if (state.loading() && !labels_.empty()) nearest_ = Neighbours(std::min(k_, capacity_));
    state.scratch(nearest_.bytes());
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  // None where all features count the same.
  std::optional<Emphasis> emphasis() {
    if (!weighting_ || weighting_->plain()) return {};
    return Emphasis{weighting_->heard(), weighting_->weights(), weighting_->total()};
  }

  void vote(std::size_t slot, std::span<double> out) const {
    out[static_cast<std::size_t>(labels_[slot])] += weights_[slot];
  }

  void keep(std::size_t slot, int label, double weight) {
    if (slot == labels_.size()) {
      labels_.push_back(label);
      weights_.push_back(weight);
      return;
    }
    labels_[slot] = label;
    weights_[slot] = weight;
    oldest_ = (oldest_ + 1) % capacity_;
  }

  std::unique_ptr<Weighting> weighting_;
  std::size_t k_;
  std::size_t capacity_;
  bool scaled_;
  int classes_;
  std::vector<std::int32_t> labels_;
  Buffer weights_;
  std::size_t oldest_ = 0;
  DenseWindow dense_;
  SparseWindow sparse_;
  Neighbours nearest_;
};

}  // namespace driftsift
