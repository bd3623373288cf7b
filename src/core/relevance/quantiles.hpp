// Bins of as equal frequency as ties allow over the last values of a feature, cut at exact quantiles. Only the order of
// values matters, so that no tail is too heavy.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "relevance/discretizer.hpp"

namespace driftsift {

class Quantiles final : public Discretizer {
 public:
  Quantiles(std::size_t period, std::int32_t bins, double alpha) : period_(period), bins_(bins), alpha_(alpha) {}

  void update(const Passage& passage, Contingency& counts, std::size_t f) override {
    const bool was_empty = values_.empty();
    if (passage.out != nullptr) values_.pop();
    if (passage.in != nullptr) values_.push(*passage.in);
    if (!passage.full) return;
    if (values_.empty()) return forget(counts, f);
    if (!fitted_ || was_empty) return rebuild(passage.now, counts, f);
    const auto left = passage.out != nullptr ? bin_of(passage.out->value) : -1;
    const auto entered = passage.in != nullptr ? bin_of(passage.in->value) : -1;
    if (left >= 0) counts.remove(f, left, passage.out->label);
    if (entered >= 0) counts.add(f, entered, passage.in->label);
    const bool crowded = entered >= 0 && counts.in(f, entered) > most_;
    const bool deserted = left >= 0 && counts.in(f, left) < fewest_;
    if (crowded || deserted || passage.now - rebuilt_ >= static_cast<std::int64_t>(period_))
      rebuild(passage.now, counts, f);
  }

  std::int32_t most_bins() const override { return bins_; }
  bool ready() const override { return fitted_; }
  Buffer cuts() const override { return cuts_; }
  std::vector<std::int32_t> bins() const override {
    std::vector<std::int32_t> all(cuts_.size() + 1);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  std::int32_t bin_of(double value) const override {
    return static_cast<std::int32_t>(std::upper_bound(cuts_.begin(), cuts_.end(), value) - cuts_.begin());
  }

  void grow(int) override {}
  std::unique_ptr<Discretizer> fresh(int) const override { return std::make_unique<Quantiles>(period_, bins_, alpha_); }

  void describe(State& state) override {
    auto fitted = static_cast<std::int64_t>(fitted_);
    state.field("fitted", fitted);
    state.expect((fitted | 1) == 1, "fitted", "is not a flag");
    fitted_ = fitted == 1;
    state.field("cuts", cuts_);
    state.expect(cuts_.size() < static_cast<std::size_t>(bins_) && std::is_sorted(cuts_.begin(), cuts_.end()), "cuts",
                 "are wrong");
    state.field("fewest", fewest_);
    state.field("most", most_);
    state.field("rebuilt", rebuilt_);
    state.expect(rebuilt_ >= 0, "rebuilt", "is negative");
  }
  void refill(const ValueQueue& values, Contingency& counts, std::size_t f) override {
    values_ = values;
    if (fitted_) recount(counts, f);
  }
  std::size_t bytes() const override {
    return sizeof(*this) + values_.bytes() + (cuts_.capacity() + sorted_.capacity()) * sizeof(double);
  }

 private:
  void forget(Contingency& counts, std::size_t f) {
    fitted_ = false;
    cuts_.clear();
    counts.clear(f);
  }

  void rebuild(std::int64_t now, Contingency& counts, std::size_t f) {
    cut();
    recount(counts, f);
    const auto [fewest, most] = counts.sum_up(f);
    most_ = static_cast<std::int64_t>(std::floor((1.0 + alpha_) * most));
    fewest_ = static_cast<std::int64_t>(std::ceil((1.0 - alpha_) * fewest));
    rebuilt_ = now;
    fitted_ = true;
  }

  // A bin begins with the first value above the one with which the shares before it are complete.
  void cut() {
    sorted_.clear();
    values_.each([this](const auto& entry) { sorted_.push_back(entry.value); });
    std::sort(sorted_.begin(), sorted_.end());
    cuts_.clear();
    const auto n = sorted_.size(), shares = static_cast<std::size_t>(bins_);
    for (std::size_t j = 1; j < shares; ++j) {
      const auto last = (j * n + shares - 1) / shares - 1;
      const auto next =
          std::upper_bound(sorted_.begin() + static_cast<std::ptrdiff_t>(last), sorted_.end(), sorted_[last]);
      if (next != sorted_.end() && (cuts_.empty() || cuts_.back() < *next)) cuts_.push_back(*next);
    }
  }

  void recount(Contingency& counts, std::size_t f) const {
    counts.clear(f);
    values_.each([&](const auto& entry) { counts.add(f, bin_of(entry.value), entry.label); });
  }

  std::size_t period_;
  std::int32_t bins_;
  double alpha_;
  ValueQueue values_;
  bool fitted_ = false;
  Buffer cuts_;
  Buffer sorted_;
  std::int64_t fewest_ = 0;
  std::int64_t most_ = 0;
  std::int64_t rebuilt_ = 0;
};

}  // namespace driftsift
