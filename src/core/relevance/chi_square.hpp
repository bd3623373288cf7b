// The upper tail of the chi-square distribution with whole degrees of freedom, and where it has a given probability.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "relevance/entropy_table.hpp"

namespace driftsift {

namespace chi_square {

inline constexpr double kLogPi = 1.14472988584940017414;

// ln Gamma(freedom / 2).
inline double log_gamma(std::int32_t freedom) {
  const bool even = freedom % 2 == 0;
  double total = even ? 0.0 : kLogPi / 2.0;
  for (std::int32_t twice = even ? 2 : 1; twice + 2 <= freedom; twice += 2) total += std::log(twice / 2.0);
  return total;
}

// Twice the density at x.
inline double last_term(double x, std::int32_t freedom) {
  const double half = x / 2.0;
  return std::exp((freedom / 2.0 - 1.0) * std::log(half) - half - log_gamma(freedom));
}

// P(chi-square > x): a finite sum of positive terms, the last one first.
inline double survival(double x, std::int32_t freedom) {
  if (!(x > 0.0)) return 1.0;
  const double half = x / 2.0;
  double total = freedom % 2 == 0 ? 0.0 : std::erfc(std::sqrt(half));
  if (freedom > 1) {
    double term = last_term(x, freedom);
    for (double power = freedom / 2.0 - 1.0; power >= 0.0; power -= 1.0) {
      total += term;
      term *= power / half;
    }
  }
  return std::min(total, 1.0);
}

// The x with P(chi-square > x) = p, 0 < p < 1: Newton's step for the logarithm, kept between two bounds.
inline double upper_quantile(double p, std::int32_t freedom) {
  double low = 0.0, high = freedom + 10.0;
  while (survival(high, freedom) > p) low = high, high *= 2.0;
  double x = (low + high) / 2.0;
  for (int step = 0; step < 200; ++step) {
    const double tail = survival(x, freedom);
    (tail > p ? low : high) = x;
    double next = x + (std::log(tail) - std::log(p)) * tail / (last_term(x, freedom) / 2.0);
    if (!(next > low && next < high)) next = (low + high) / 2.0;
    const bool settled = std::abs(next - x) <= 1e-15 * x;
    x = next;
    if (settled) break;
  }
  return x;
}

}  // namespace chi_square

// Critical values of one level, each computed when it is first asked for; also in units of the entropy table, in which
// sums are whole numbers.
class CriticalValues {
 public:
  CriticalValues(double level, const EntropyTable& table) : level_(level), unit_(2.0 * kLn2 * table.bits(1, 1)) {}

  double level() const { return level_; }
  double statistic(std::int32_t freedom) { return entry(freedom).statistic; }
  // A sum is significant if it is larger than this.
  std::int64_t sum(std::int32_t freedom) { return entry(freedom).sum; }

 private:
  struct Entry {
    double statistic = -1.0;
    std::int64_t sum = 0;
  };

  const Entry& entry(std::int32_t freedom) {
    const auto place = static_cast<std::size_t>(freedom);
    if (place >= entries_.size()) entries_.resize(place + 1);
    auto& found = entries_[place];
    if (found.statistic < 0.0) found = compute(freedom);
    return found;
  }

  // Nothing is significant without freedom.
  Entry compute(std::int32_t freedom) const {
    if (freedom < 1) return {std::numeric_limits<double>::infinity(), std::numeric_limits<std::int64_t>::max()};
    const double statistic = chi_square::upper_quantile(level_, freedom);
    return {statistic, static_cast<std::int64_t>(std::min(std::floor(statistic / unit_), 9e18))};
  }

  double level_;
  double unit_;
  std::vector<Entry> entries_;
};

}  // namespace driftsift
