// Votes for the class that came last.
#pragma once

#include "learners/learner.hpp"

namespace driftsift {

class NoChange final : public Learner {
 public:
  explicit NoChange(const Schema& schema) : classes_(schema.classes) {}

  void votes(const Row&, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    if (last_ >= 0) out[static_cast<std::size_t>(last_)] = 1.0;
  }

  int predict(const Row&) override { return last_ < 0 ? 0 : static_cast<int>(last_); }
  void learn(const Row&, int label, double) override { last_ = label; }

  int classes() const override { return classes_; }
  void grow(int classes) override { classes_ = classes; }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override { return std::make_unique<NoChange>(schema); }

  void describe(State& state) override {
    state.field("last", last_);
    state.expect(last_ >= -1 && last_ < classes_, "last", "is not a class code");
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  int classes_;
  std::int64_t last_ = -1;
};

}  // namespace driftsift
