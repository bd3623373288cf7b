// Bins of equal width over a known range; values outside belong to the outermost bins.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "relevance/discretizer.hpp"

namespace driftsift {

class EqualWidth final : public Discretizer {
 public:
  EqualWidth(std::int32_t bins, double low, double high) : bins_(bins), low_(low), high_(high) {}

  void update(const Passage& passage, Contingency& counts, std::size_t f) override {
    if (passage.out != nullptr) counts.remove(f, bin_of(passage.out->value), passage.out->label);
    if (passage.in != nullptr) counts.add(f, bin_of(passage.in->value), passage.in->label);
  }

  std::int32_t most_bins() const override { return bins_; }
  bool ready() const override { return true; }
  Buffer cuts() const override {
    Buffer inner;
    for (std::int32_t bin = 1; bin < bins_; ++bin) inner.push_back(low_ + (high_ - low_) * bin / bins_);
    return inner;
  }
  std::int32_t bin_of(double value) const override {
    const double bin = std::floor((value - low_) / (high_ - low_) * bins_);
    return static_cast<std::int32_t>(std::clamp(bin, 0.0, bins_ - 1.0));
  }
  std::vector<std::int32_t> bins() const override {
    std::vector<std::int32_t> all(static_cast<std::size_t>(bins_));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  void grow(int) override {}
  std::unique_ptr<Discretizer> fresh(int) const override { return std::make_unique<EqualWidth>(bins_, low_, high_); }
  void describe(State&) override {}
  void refill(const ValueQueue& values, Contingency& counts, std::size_t f) override {
    values.each([&](const auto& entry) { counts.add(f, bin_of(entry.value), entry.label); });
  }
  std::size_t bytes() const override { return sizeof(*this); }

 private:
  std::int32_t bins_;
  double low_, high_;
};

}  // namespace driftsift
