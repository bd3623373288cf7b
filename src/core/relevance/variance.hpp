// How much each numeric feature varies, whatever the class; nominal features count with their codes.
#pragma once

#include "relevance/scorer.hpp"

namespace driftsift {

class Variance final : public Scorer {
 public:
  explicit Variance(const Schema& schema)
      : count_(schema.dimension()), mean_(schema.dimension()), m2_(schema.dimension()) {}

  // Welford's step.
  void observe(const Row& row, int, double weight) override {
    for (std::size_t f = 0; f < mean_.size(); ++f) {
      const double value = row.values[f];
      if (value != value) continue;
      count_[f] += weight;
      const double delta = value - mean_[f];
      mean_[f] += delta * (weight / count_[f]);
      m2_[f] += delta * (value - mean_[f]) * weight;
    }
  }

  void scores(std::span<double> out) override {
    for (std::size_t f = 0; f < out.size(); ++f)
      out[f] = count_[f] > 1.0 ? std::max(0.0, m2_[f] / (count_[f] - 1.0)) : 0.0;
  }

  void grow(int) override {}
  std::unique_ptr<Scorer> fresh(const Schema& schema) const override { return std::make_unique<Variance>(schema); }

  void describe(State& state) override {
    state.fixed("count", count_);
    state.fixed("mean", mean_);
    state.fixed("m2", m2_);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  Buffer count_, mean_, m2_;
};

}  // namespace driftsift
