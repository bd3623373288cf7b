// Whether a feature and the class are independent in a window: Williams' G-test. Where a count below 1 is expected
// neither it nor Pearson's test is sound, each in another corner: both must pass.
#pragma once

#include <algorithm>
#include <limits>

#include "relevance/contingency.hpp"

namespace driftsift {

// A statistic that is chi-square with so many degrees of freedom if they are.
struct IndependenceTest {
  double statistic = 0.0;
  double freedom = 0.0;
  double divisor = 1.0;  // Williams'
};

namespace margins {

// What the tests need of one margin of a table: its values that occur.
struct Margin {
  std::int32_t kinds = 0;
  double reciprocals = 0.0;  // sum of 1 / count
  double smallest = std::numeric_limits<double>::infinity();

  void add(std::int32_t count) {
    if (count == 0) return;
    ++kinds;
    reciprocals += 1.0 / count;
    smallest = std::min(smallest, static_cast<double>(count));
  }
};

inline Margin of_feature(const Contingency& counts, std::size_t f) {
  Margin margin;
  for (std::int32_t q = 0; q < counts.kinds(f); ++q) margin.add(counts.count(f, q));
  return margin;
}
inline Margin of_class(const Contingency& counts, std::size_t f) {
  Margin margin;
  for (int k = 0; k < counts.classes(); ++k) margin.add(counts.present(f, k));
  return margin;
}

inline double freedom(const Margin& x, const Margin& y) {
  return static_cast<double>(std::max(x.kinds - 1, 0)) * std::max(y.kinds - 1, 0);
}

}  // namespace margins

inline double degrees_of_freedom(const Contingency& counts, std::size_t f) {
  return margins::freedom(margins::of_feature(counts, f), margins::of_class(counts, f));
}

inline double pearson(const Contingency& counts, std::size_t f) {
  const double n = counts.present(f);
  double total = 0.0;
  for (std::int32_t q = 0; q < counts.kinds(f); ++q)
    for (int k = 0; k < counts.classes(); ++k) {
      const double expected = static_cast<double>(counts.count(f, q)) * counts.present(f, k) / n;
      if (expected == 0.0) continue;
      const double off = counts.count(f, q, k) - expected;
      total += off * off / expected;
    }
  return total;
}

inline IndependenceTest independence(const Contingency& counts, std::size_t f) {
  const auto x = margins::of_feature(counts, f), y = margins::of_class(counts, f);
  const double freedom = margins::freedom(x, y);
  if (freedom == 0.0) return {};
  const double n = counts.present(f);
  const double williams = 1.0 + (n * x.reciprocals - 1.0) * (n * y.reciprocals - 1.0) / (6.0 * n * freedom);
  const double g = 2.0 * n * kLn2 * counts.entropies(f).gain / williams;
  return {x.smallest * y.smallest < n ? std::min(g, pearson(counts, f)) : g, freedom, williams};
}

}  // namespace driftsift
