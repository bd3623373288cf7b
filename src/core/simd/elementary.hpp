// Products, logarithms and exponentials, the same bits on every machine.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>

#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

constexpr double kLn2 = 0.69314718055994530942;

// Eight running products of positive normal numbers, with the exponents counted apart.
class Product {
 public:
  DRIFTSIFT_INLINE void multiply(const Lanes& v) {
    exponent_ = exponent_ + exponent_of(v);
    mantissa_ = mantissa_ * mantissa_of(v);
    if (++pending_ == kSafe) split();
  }
  DRIFTSIFT_INLINE LogProduct total() const { return {product(mantissa_), sum_of(exponent_)}; }

 private:
  DRIFTSIFT_INLINE void split() {
    exponent_ = exponent_ + exponent_of(mantissa_);
    mantissa_ = mantissa_of(mantissa_);
    pending_ = 0;
  }

  static constexpr int kSafe = 64;  // eight lanes of as many mantissas below 2 stay below 2^512

  Lanes mantissa_ = all(1.0);
  Bits exponent_ = all_bits(0);
  int pending_ = 0;
};

// Logarithms and reciprocals of 128 points in [1, 2), made by the compiler.
struct LogTable {
  double log[128];
  double reciprocal[128];
};

constexpr double table_point(long long i) { return 1.0 + (static_cast<double>(i) + 0.5) / 128.0; }

constexpr LogTable make_log_table() {
  LogTable table{};
  for (int i = 0; i < 128; ++i) {
    const long double c = table_point(i), f = (c - 1) / (c + 1);
    long double power = f, total = 0;
    for (int k = 1; k < 60; k += 2, power *= f * f) total += power / k;
    table.log[i] = static_cast<double>(2 * total);
    table.reciprocal[i] = static_cast<double>(1 / c);
  }
  return table;
}

constexpr LogTable kLogTable = make_log_table();

// The natural logarithm of a positive normal number, within 1e-16 of it or two units of the last place. Shorter than
// the one of the C library, and the same bits on every machine.
DRIFTSIFT_INLINE double quick_log(double v) {
  long long bits = 0;
  __builtin_memcpy(&bits, &v, sizeof bits);
  const long long i = (bits >> 45) & 127;
  const long long mantissa_bits = (bits & 0x000fffffffffffffLL) | 0x3ff0000000000000LL;
  double mantissa = 0.0;
  __builtin_memcpy(&mantissa, &mantissa_bits, sizeof mantissa);
  const double r = (mantissa - table_point(i)) * kLogTable.reciprocal[i];
  const double r2 = r * r;
  const double series = (0.5 - r * (1.0 / 3)) + r2 * ((0.25 - r * 0.2) + r2 * (1.0 / 6));
  return static_cast<double>((bits >> 52) - 1023) * kLn2 + (kLogTable.log[i] + (r - r2 * series));
}

// e to the power of numbers that are not positive, 0 below -708 (a table of Taylor coefficients, degree 13).
DRIFTSIFT_INLINE Lanes exp_negative(const Lanes& v) {
  constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to a whole number
  constexpr double kLn2High = 0.693147180369123816490, kLn2Low = 1.90821492927058770002e-10;
  const Lanes x = larger(v, all(-708.0));
  const Lanes shifted = x * all(1.4426950408889634) + all(kRound);
  const Lanes whole = shifted - all(kRound);
  const Lanes r = x - whole * all(kLn2High) - whole * all(kLn2Low);
  const Lanes r2 = r * r, r4 = r2 * r2;
  const auto pair = [&](double even, double odd) __attribute__((always_inline)) { return all(even) + r * all(odd); };
  const Lanes low = pair(1.0, 1.0) + r2 * pair(1.0 / 2, 1.0 / 6);
  const Lanes middle = pair(1.0 / 24, 1.0 / 120) + r2 * pair(1.0 / 720, 1.0 / 5040);
  const Lanes high = pair(1.0 / 40320, 1.0 / 362880) + r2 * pair(1.0 / 3628800, 1.0 / 39916800);
  const Lanes top = pair(1.0 / 479001600, 1.0 / 6227020800);
  const Lanes series = low + r4 * (middle + r4 * (high + r4 * top));
  const Lanes power = number(Bits::of([&](std::size_t i) { return ((PartBits)shifted.part[i] + 1023) << 52; }));
  return either(v < all(-708.0), all(0.0), series * power);
}

DRIFTSIFT_INLINE void softmax_inline(const double* scores, std::size_t classes, double* votes) {
  double best = scores[0];
  for (std::size_t c = 1; c < classes; ++c) best = scores[c] > best ? scores[c] : best;
  double total = 0.0;
  for (std::size_t first = 0; first < classes; first += kWidth) {
    const std::size_t n = classes - first < kWidth ? classes - first : kWidth;
    const Lanes v = n < kWidth ? load_first(scores + first, n) : load_loose(scores + first);
    const Lanes exponentials = exp_negative(v - all(best));
    for (std::size_t i = 0; i < n; ++i) total += votes[first + i] = lane(exponentials, i);
  }
  for (std::size_t c = 0; c < classes; ++c) votes[c] /= total;
}

void softmax(const double* scores, std::size_t classes, double* votes) { softmax_inline(scores, classes, votes); }

}  // namespace
}  // namespace driftsift::simd
