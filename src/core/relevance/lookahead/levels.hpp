// A few coarse levels per feature: level v holds low < x <= high, the last level all that is left.
//
// Numbers: cut points of equal frequency. Categories: each its own level, or, of many, the most frequent ones (never
// grouped by class, which would bias the tests).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "data/schema.hpp"
#include "data/state.hpp"
#include "relevance/rank_select.hpp"

namespace driftsift {

class CoarseLevels {
 public:
  static constexpr std::size_t kMostNominal = 5;
  static constexpr std::size_t kMostNumeric = 16;

  CoarseLevels(const Schema& schema, std::size_t numeric)
      : categories_(schema.categories),
        numeric_(numeric),
        stride_(std::max(numeric, kMostNominal) - 1),
        inner_(schema.dimension(), 0),
        low_(schema.dimension() * stride_, 0.0),
        high_(schema.dimension() * stride_, 0.0) {}

  // Levels of a feature, the last one included.
  std::size_t count(std::size_t f) const { return static_cast<std::size_t>(inner_[f]) + 1; }
  double low(std::size_t f, std::size_t v) const { return low_[f * stride_ + v]; }
  double high(std::size_t f, std::size_t v) const { return high_[f * stride_ + v]; }

  std::size_t level(std::size_t f, double x) const {
    std::size_t v = 0;
    while (v + 1 < count(f) && !(low(f, v) < x && x <= high(f, v))) ++v;
    return v;
  }

  // Whether the levels of a feature depend on the values.
  bool adapts(std::size_t f) const { return categories_[f] == 0 || categories_[f] > fixed(kMostNominal); }

  void fit(std::size_t f, std::span<const double> values) {
    inner_[f] = 0;
    if (!adapts(f))
      for (std::int32_t code = 0; code + 1 < categories_[f]; ++code) add_category(f, code);
    else if (categories_[f] == 0)
      cut(f, values);
    else
      choose(f, values);
  }

  void describe(State& state) {
    state.fixed("inner", inner_);
    state.fixed("low", low_);
    state.fixed("high", high_);
    for (auto inner : inner_)
      state.expect(inner >= 0 && static_cast<std::size_t>(inner) <= stride_, "inner", "is out of range");
    for (std::size_t i = 0; i < low_.size(); ++i) state.expect(low_[i] <= high_[i], "levels", "are not intervals");
  }
  std::size_t bytes() const { return categories_.size() * sizeof(std::int32_t); }

 private:
  static constexpr std::int32_t fixed(std::size_t n) { return static_cast<std::int32_t>(n); }

  void add(std::size_t f, double low, double high) {
    const auto place = f * stride_ + static_cast<std::size_t>(inner_[f]++);
    low_[place] = low;
    high_[place] = high;
  }
  void add_category(std::size_t f, std::int32_t code) { add(f, code - 1.0, code); }

  void keep_present(std::span<const double> values) {
    present_.clear();
    for (auto value : values)
      if (value == value) present_.push_back(value);
  }

  // A cut lies behind the value with which a share of the values is complete; none behind the largest value.
  void cut(std::size_t f, std::span<const double> values) {
    keep_present(values);
    if (present_.empty()) return;
    RankSelect value_of(present_);
    double low = -std::numeric_limits<double>::infinity();
    for (std::size_t share = 1; share < numeric_; ++share) {
      const double high = value_of((share * present_.size() - 1) / numeric_);
      if (high == value_of.largest()) break;
      if (high > low) add(f, low, high), low = high;
    }
  }

  // Of equally frequent categories the first one comes first.
  void choose(std::size_t f, std::span<const double> values) {
    keep_present(values);
    std::vector<std::int32_t> counts(static_cast<std::size_t>(categories_[f])), order(counts.size());
    for (auto value : present_) ++counts[static_cast<std::size_t>(value)];
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
    });
    for (std::size_t v = 0; v + 1 < kMostNominal && counts[static_cast<std::size_t>(order[v + 1])] > 0; ++v)
      add_category(f, order[v]);
  }

  std::vector<std::int32_t> categories_;
  std::size_t numeric_;
  std::size_t stride_;
  std::vector<std::int32_t> inner_;
  Buffer low_, high_;
  Buffer present_;
};

}  // namespace driftsift
