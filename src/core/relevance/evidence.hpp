// What a feature X says about the class Y beyond what some condition Z says: conditional information, its test and its
// bias-corrected, symmetrical form.
//
// The test goes by G. Where a count below 5 is expected G alone lets too much pass: Pearson's statistic must pass too.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "relevance/chi_square.hpp"
#include "relevance/entropy_table.hpp"

namespace driftsift {

inline constexpr int kMostKinds = 32;          // classes, or what stands in their place
inline constexpr double kLeastExpected = 5.0;  // for G alone to decide

struct Evidence {
  std::int64_t sum = 0;  // n I(X;Y|Z) in units of the entropy table
  std::int32_t freedom = 0;
  std::int32_t n = 0;
  double g = 0.0;          // the statistic of the likelihood-ratio test
  double statistic = 0.0;  // what the test goes by, g or less
  double score = 0.0;      // in [0, 1]
};

// `count(z, x, y)` counts the rows with these values; at most kMostKinds of x and of y.
template <class Count>
struct ConditionalCounts {
  std::size_t zs, xs, ys;
  Count count;
};

template <class Count>
Evidence conditional_evidence(const EntropyTable& table, const ConditionalCounts<Count>& counts) {
  constexpr double kTwiceLn2 = 2.0 * kLn2;
  const auto& [zs, xs, ys, count] = counts;
  Evidence found;
  std::int64_t xyz = 0, xz = 0, yz = 0, all = 0;
  for (std::size_t z = 0; z < zs; ++z) {
    std::array<std::int32_t, kMostKinds> of_y{};
    std::int32_t of_z = 0, x_kinds = 0, y_kinds = 0;
    for (std::size_t x = 0; x < xs; ++x) {
      std::int32_t of_x = 0;
      for (std::size_t y = 0; y < ys; ++y) {
        const std::int32_t n = count(z, x, y);
        of_x += n;
        of_y[y] += n;
        xyz += table[n];
      }
      of_z += of_x;
      x_kinds += of_x > 0;
      xz += table[of_x];
    }
    for (std::size_t y = 0; y < ys; ++y) {
      y_kinds += of_y[y] > 0;
      yz += table[of_y[y]];
    }
    all += table[of_z];
    found.n += of_z;
    found.freedom += std::max(x_kinds - 1, 0) * std::max(y_kinds - 1, 0);
  }
  if (found.n == 0) return found;
  found.sum = xyz - xz - yz + all;
  found.g = found.statistic = std::max(0.0, kTwiceLn2 * table.bits(found.sum, 1));
  const double information = table.bits(found.sum, found.n) - found.freedom / (kTwiceLn2 * found.n);
  const double entropies = table.bits(all - xz, found.n) + table.bits(all - yz, found.n);
  if (information > 0.0 && entropies > 0.0) found.score = std::min(1.0, 2.0 * information / entropies);
  return found;
}

namespace conditional {

// The table of X and Y under one condition.
template <class Count>
class Stratum {
 public:
  Stratum(std::size_t xs, std::size_t ys, Count count) : xs_(xs), ys_(ys), count_(std::move(count)) {
    for (std::size_t x = 0; x < xs; ++x)
      for (std::size_t y = 0; y < ys; ++y) {
        const auto n = count_(x, y);
        n_ += n;
        of_x_[x] += n;
        of_y_[y] += n;
      }
  }

  // Whether somewhere a count too small for G alone is expected.
  bool thin() const { return n_ > 0.0 && smallest(of_x_) * smallest(of_y_) < kLeastExpected * n_; }

  double pearson() const {
    double total = 0.0;
    for (std::size_t x = 0; x < xs_; ++x)
      for (std::size_t y = 0; y < ys_; ++y) {
        if (of_x_[x] == 0.0 || of_y_[y] == 0.0) continue;
        const double expected = of_x_[x] * of_y_[y] / n_, off = count_(x, y) - expected;
        total += off * off / expected;
      }
    return total;
  }

 private:
  using Margin = std::array<double, kMostKinds>;

  // Of what occurs.
  static double smallest(const Margin& margin) {
    double least = std::numeric_limits<double>::infinity();
    for (auto n : margin)
      if (n > 0.0) least = std::min(least, n);
    return least;
  }

  std::size_t xs_, ys_;
  Count count_;
  double n_ = 0.0;
  Margin of_x_{}, of_y_{};
};

// Summed over all conditions; infinite if none of them is thin.
template <class Count>
double pearson_if_thin(const ConditionalCounts<Count>& counts) {
  double total = 0.0;
  bool thin = false;
  for (std::size_t z = 0; z < counts.zs; ++z) {
    const Stratum stratum(counts.xs, counts.ys,
                          [&counts, z](std::size_t x, std::size_t y) { return counts.count(z, x, y); });
    thin = thin || stratum.thin();
    total += stratum.pearson();
  }
  return thin ? total : std::numeric_limits<double>::infinity();
}

}  // namespace conditional

// The evidence if it passes the test. Only what passes by whole sums, that is by G, is looked at more closely.
template <class Count>
std::optional<Evidence> significant_evidence(const EntropyTable& table, const ConditionalCounts<Count>& counts,
                                             CriticalValues& bars) {
  auto found = conditional_evidence(table, counts);
  if (found.sum <= bars.sum(found.freedom)) return std::nullopt;
  const double pearson = conditional::pearson_if_thin(counts);
  if (pearson <= bars.statistic(found.freedom)) return std::nullopt;
  found.statistic = std::min(found.g, pearson);
  return found;
}

}  // namespace driftsift
