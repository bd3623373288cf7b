// Votes for the classes as often as they came, over the whole stream or its last instances.
#pragma once

#include "learners/learner.hpp"

namespace driftsift {

class MajorityClass final : public Learner {
 public:
  // window 0: the whole stream.
  MajorityClass(const Schema& schema, std::size_t window)
      : window_(window), weight_(static_cast<std::size_t>(schema.classes)), rows_(weight_.size()) {
    labels_.reserve(window);
    recent_.reserve(window);
  }

  void votes(const Row&, std::span<double> out) override { std::copy(weight_.begin(), weight_.end(), out.begin()); }

  int predict(const Row&) override { return largest(weight_); }

  void learn(const Row&, int label, double weight) override {
    weight_[static_cast<std::size_t>(label)] += weight;
    ++rows_[static_cast<std::size_t>(label)];
    if (window_ == 0) return;
    if (labels_.size() < window_) {
      labels_.push_back(label);
      recent_.push_back(weight);
      return;
    }
    std::swap(labels_[oldest_], label);
    std::swap(recent_[oldest_], weight);
    oldest_ = (oldest_ + 1) % window_;
    forget(label, weight);
  }

  int classes() const override { return static_cast<int>(weight_.size()); }
  void grow(int classes) override {
    weight_.resize(static_cast<std::size_t>(classes));
    rows_.resize(weight_.size());
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<MajorityClass>(schema, window_);
  }

  void describe(State& state) override {
    state.fixed("weight", weight_);
    state.fixed("rows", rows_);
    state.field("labels", labels_);
    state.field("recent", recent_);
    state.counter("oldest", oldest_, window_ == 0 ? 0 : window_ - 1);
    state.expect(labels_.size() == recent_.size() && labels_.size() <= window_, "labels", "do not fit the window");
    for (auto label : labels_) state.expect(label >= 0 && label < classes(), "labels", "are not class codes");
    if (state.loading()) check_rows(state);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  void check_rows(const State& state) const {
    std::vector<std::int64_t> counted(rows_.size());
    for (auto label : labels_) ++counted[static_cast<std::size_t>(label)];
    if (window_ > 0) return state.expect(rows_ == counted, "rows", "do not count the labels");
    for (auto count : rows_) state.expect(count >= 0 && count < kEndless, "rows", "are out of range");
  }

  // Weights that are not whole numbers leave rounding behind; a class without rows must be exactly 0.
  void forget(int label, double weight) {
    const auto c = static_cast<std::size_t>(label);
    weight_[c] = --rows_[c] == 0 ? 0.0 : weight_[c] - weight;
  }

  static constexpr std::int64_t kEndless = std::int64_t{1} << 62;

  std::size_t window_;
  Buffer weight_;
  std::vector<std::int64_t> rows_;
  std::vector<std::int32_t> labels_;
  Buffer recent_;
  std::size_t oldest_ = 0;
};

}  // namespace driftsift
