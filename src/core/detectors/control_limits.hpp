// How many standard deviations an EWMA chart of 0/1 values may rise above their mean p, for lambda = 0.2. The chart is
// of Ross, Adams, Tasoulis, Hand, PRL 2012; the tables are simulated, see errata E-50 and decision D-17.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace driftsift {

class ControlLimits {
 public:
  // The values between false alarms, on average.
  enum class Table : std::uint8_t { arl100, arl400, arl1000 };

  static ControlLimits fixed(double limit) { return {Rule::fixed, Table::arl400, limit}; }
  static ControlLimits polynomial() { return {Rule::polynomial, Table::arl400, 0.0}; }
  static ControlLimits table(Table table) { return {Rule::table, table, 0.0}; }

  double at(double p) const {
    switch (rule_) {
      case Rule::fixed:
        return fixed_;
      case Rule::polynomial:
        return polynomial_at(std::min(p, kTurn));
      default:
        return interpolated(p);
    }
  }

 private:
  enum class Rule : std::uint8_t { fixed, polynomial, table };

  static constexpr double kTurn = 0.42;  // the polynomial rises beyond
  static constexpr std::size_t kPoints = 11;
  static constexpr std::array<double, kPoints> kShares = {0.02, 0.05, 0.10, 0.15, 0.20, 0.25,
                                                          0.30, 0.35, 0.40, 0.45, 0.50};
  static constexpr std::array<std::array<double, kPoints>, 3> kLimits = {{
      {3.86, 2.89, 2.73, 2.53, 2.41, 2.32, 2.24, 2.19, 2.09, 2.04, 1.97},
      {4.59, 4.28, 3.65, 3.31, 3.12, 2.97, 2.81, 2.72, 2.59, 2.47, 2.35},
      {6.06, 4.73, 4.11, 3.74, 3.50, 3.28, 3.12, 2.97, 2.82, 2.67, 2.52},
  }};

  ControlLimits(Rule rule, Table table, double fixed) : rule_(rule), table_(table), fixed_(fixed) {}

  // For 400 values between false alarms.
  static double polynomial_at(double p) {
    const double square = p * p;
    return 3.97 - 6.56 * p + p * square * (48.73 + square * (-330.13 + square * 848.18));
  }

  double interpolated(double p) const {
    const auto& limits = kLimits[static_cast<std::size_t>(table_)];
    if (p <= kShares.front()) return limits.front();
    if (p >= kShares.back()) return limits.back();
    const auto above = static_cast<std::size_t>(std::upper_bound(kShares.begin(), kShares.end(), p) - kShares.begin());
    const double way = (p - kShares[above - 1]) / (kShares[above] - kShares[above - 1]);
    return limits[above - 1] + way * (limits[above] - limits[above - 1]);
  }

  Rule rule_;
  Table table_;
  double fixed_;
};

}  // namespace driftsift
