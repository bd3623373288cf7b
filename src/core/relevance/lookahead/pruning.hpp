// Leaves out features that another one with a higher score makes redundant (predominant correlation, bias-corrected).
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "relevance/evidence.hpp"
#include "relevance/lookahead/columns.hpp"
#include "relevance/lookahead/levels.hpp"

namespace driftsift {

class LookaheadPruning {
 public:
  // By the levels of the last scan; a feature that has none gets them now.
  LookaheadPruning(WindowColumns& columns, CoarseLevels levels, const EntropyTable& table)
      : columns_(columns), levels_(std::move(levels)), table_(table) {}

  // The features with a score, by falling score, without the redundant ones.
  std::vector<std::int32_t> keep(std::span<const double> scores) {
    std::vector<std::int32_t> kept;
    std::vector<Codes> codes;
    for (auto f : scored(scores)) {
      auto own = codes_of(static_cast<std::size_t>(f));
      const auto covers = [&](const Codes& other) {
        return redundancy(own, other) > scores[static_cast<std::size_t>(f)];
      };
      if (std::any_of(codes.begin(), codes.end(), covers)) continue;
      kept.push_back(f);
      codes.push_back(std::move(own));
    }
    return kept;
  }

 private:
  static constexpr std::uint8_t kMissing = 255;
  using Codes = std::vector<std::uint8_t>;  // the level of each row

  // Of equal scores the first feature comes first.
  static std::vector<std::int32_t> scored(std::span<const double> scores) {
    std::vector<std::int32_t> order;
    for (std::size_t f = 0; f < scores.size(); ++f)
      if (scores[f] > 0.0) order.push_back(static_cast<std::int32_t>(f));
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return scores[static_cast<std::size_t>(a)] > scores[static_cast<std::size_t>(b)];
    });
    return order;
  }

  Codes codes_of(std::size_t f) {
    const auto values = columns_.values(f);
    if (levels_.count(f) == 1) levels_.fit(f, values);
    Codes codes;
    for (auto value : values)
      codes.push_back(value != value ? kMissing : static_cast<std::uint8_t>(levels_.level(f, value)));
    return codes;
  }

  // The bias-corrected symmetrical uncertainty of two features.
  double redundancy(const Codes& a, const Codes& b) const {
    constexpr std::size_t most = CoarseLevels::kMostNumeric;
    std::array<std::int32_t, most * most> counts{};
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != kMissing && b[i] != kMissing) ++counts[a[i] * most + b[i]];
    const auto count = [&](std::size_t, std::size_t x, std::size_t y) { return counts[x * most + y]; };
    return conditional_evidence(table_, ConditionalCounts{1, most, most, count}).score;
  }

  WindowColumns& columns_;
  CoarseLevels levels_;
  const EntropyTable& table_;
};

}  // namespace driftsift
