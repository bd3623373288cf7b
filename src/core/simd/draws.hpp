// Philox 4x32-10 eight counters at a time, and what is made of its words: numbers in [0, 1), normal quantiles.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/elementary.hpp"
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

using WordPart = unsigned long long __attribute__((vector_size(kNative * sizeof(double))));
using Words = Eight<WordPart>;

struct Counters {
  Words low, high, unit, tail;  // 32 bits each; what stands above them is never looked at
};

struct Pair {
  Words a, b;
};

DRIFTSIFT_INLINE Words all_words(std::uint64_t v) {
  return Words::of([&](std::size_t) { return WordPart{} + v; });
}

// Product of the lower halves. (The compiler makes a slow 64-bit product of the plain form.)
DRIFTSIFT_INLINE WordPart product_of_halves(WordPart v, WordPart factor) {
#if defined(__AVX512F__)
  return (WordPart)_mm512_maskz_mul_epu32(0xFF, (__m512i)v, (__m512i)factor);
#elif defined(__AVX2__)
  return (WordPart)_mm256_mul_epu32((__m256i)v, (__m256i)factor);
#elif defined(__SSE2__)
  return (WordPart)_mm_mul_epu32((__m128i)v, (__m128i)factor);
#else
  return (v & 0xFFFFFFFFU) * factor;
#endif
}

DRIFTSIFT_INLINE Pair philox(const Counters& counters, std::uint64_t seed) {
  constexpr std::uint32_t kStep0 = 0x9E3779B9U, kStep1 = 0xBB67AE85U;
  const WordPart factor0 = WordPart{} + 0xD2511F53U, factor1 = WordPart{} + 0xCD9E8D57U;
  Pair made{};
  for (std::size_t i = 0; i < kParts; ++i) {
    WordPart c0 = counters.low.part[i], c1 = counters.high.part[i];
    WordPart c2 = counters.unit.part[i], c3 = counters.tail.part[i];
    auto k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
      const WordPart p0 = product_of_halves(c0, factor0), p1 = product_of_halves(c2, factor1);
      c0 = (p1 >> 32) ^ c1 ^ (WordPart{} + k0);
      c2 = (p0 >> 32) ^ c3 ^ (WordPart{} + k1);
      c1 = p1;
      c3 = p0;
      k0 += kStep0;
      k1 += kStep1;
    }
    made.a.part[i] = (c0 & 0xFFFFFFFFU) | c1 << 32;
    made.b.part[i] = (c2 & 0xFFFFFFFFU) | c3 << 32;
  }
  return made;
}

// The counters first, ..., first + 7.
DRIFTSIFT_INLINE Counters consecutive(const DrawAddress& at, std::uint64_t first, std::uint32_t unit) {
  constexpr std::uint64_t kOffsets[kWidth] = {0, 1, 2, 3, 4, 5, 6, 7};
  Words t = all_words(first);
  for (std::size_t i = 0; i < kParts; ++i) {
    WordPart offsets;
    __builtin_memcpy(&offsets, kOffsets + i * kNative, sizeof offsets);
    t.part[i] += offsets;
  }
  return {t, Words::of([&](std::size_t i) { return t.part[i] >> 32; }), all_words(unit), all_words(at.tail)};
}

// The upper 53 bits as a number in [0, 1), through two exact halves.
DRIFTSIFT_INLINE Lanes in_unit_interval(const Words& v) {
  return Lanes::of([&](std::size_t i) {
    const WordPart upper = v.part[i] >> 11;
    const Part low = (Part)((upper & 0xFFFFFFFFU) | 0x4330000000000000U) - 0x1p52;
    const Part high = (Part)(upper >> 32 | 0x4530000000000000U) - 0x1p84;
    return (high + low) * 0x1p-53;
  });
}

DRIFTSIFT_INLINE void keep(std::uint64_t* target, const Words& v, std::size_t n) {
  if (n == kWidth) {
    __builtin_memcpy(target, &v, sizeof v);
    return;
  }
  std::uint64_t all[kWidth];
  __builtin_memcpy(all, &v, sizeof v);
  for (std::size_t i = 0; i < n; ++i) target[i] = all[i];
}

DRIFTSIFT_INLINE void keep(double* target, const Words& v, std::size_t n) {
  const Lanes numbers = in_unit_interval(v);
  Words bits_of_numbers;
  __builtin_memcpy(&bits_of_numbers, &numbers, sizeof numbers);
  keep(reinterpret_cast<std::uint64_t*>(target), bits_of_numbers, n);
}

template <class Number>
void draw_range(const DrawAddress& at, std::uint64_t start, std::size_t n, Number* a, Number* b) {
  for (std::size_t i = 0; i < n; i += kWidth) {
    const std::size_t rest = n - i < kWidth ? n - i : kWidth;
    const Pair drawn = philox(consecutive(at, start + i, at.unit), at.seed);
    keep(a + i, drawn.a, rest);
    if (b != nullptr) keep(b + i, drawn.b, rest);
  }
}

// Eight numbers of 32 bits, or as many as there are; 0 without an array.
DRIFTSIFT_INLINE Words widened(const std::uint32_t* numbers, std::size_t n) {
  std::uint64_t all[kWidth] = {};
  if (numbers != nullptr)
    for (std::size_t i = 0; i < n; ++i) all[i] = numbers[i];
  Words words;
  __builtin_memcpy(&words, all, sizeof words);
  return words;
}

DRIFTSIFT_INLINE Counters counters_from(const DrawAddress& at, const DrawCounters& given, std::size_t first,
                                        std::size_t n) {
  std::uint64_t all[kWidth] = {};
  __builtin_memcpy(all, given.t + first, n * sizeof *all);
  Words t;
  __builtin_memcpy(&t, all, sizeof t);
  const Words unit = widened(given.unit == nullptr ? nullptr : given.unit + first, n);
  const Words sub = widened(given.sub == nullptr ? nullptr : given.sub + first, n);
  return {t, Words::of([&](std::size_t i) { return t.part[i] >> 32; }),
          Words::of([&](std::size_t i) { return unit.part[i] + at.unit; }),
          Words::of([&](std::size_t i) { return sub.part[i] + at.tail; })};
}

template <class Number>
void draw_at(const DrawAddress& at, const DrawCounters& given, Number* a, Number* b) {
  std::size_t i = 0;
  const auto draw = [&](std::size_t n) __attribute__((always_inline)) {
    const Pair drawn = philox(counters_from(at, given, i, n), at.seed);
    keep(a + i, drawn.a, n);
    keep(b + i, drawn.b, n);
  };
  for (; i + kWidth <= given.n; i += kWidth) draw(kWidth);
  if (i < given.n) draw(given.n - i);
}

// Columns first, ..., first + width - 1 of eight rows; column j is word j % 2 of unit + j / 2.
DRIFTSIFT_INLINE void table_rows(const DrawAddress& at, std::uint64_t row, std::size_t rows, std::size_t first,
                                 std::size_t width, double* table) {
  const std::size_t end = first + width;
  for (std::size_t j = first & ~std::size_t{1}; j < end; j += 2) {
    const auto unit = static_cast<std::uint32_t>(at.unit + j / 2);
    const Pair drawn = philox(consecutive(at, row, unit), at.seed);
    const Lanes a = in_unit_interval(drawn.a), b = in_unit_interval(drawn.b);
    double* column = table + j - first;
    for (std::size_t i = 0; i < rows; ++i, column += width) {
      if (j >= first) column[0] = lane(a, i);
      if (j + 1 < end) column[1] = lane(b, i);
    }
  }
}

void draw_table(const DrawAddress& at, std::uint64_t start, std::size_t rows, std::size_t first, std::size_t width,
                double* table) {
  for (std::size_t i = 0; i < rows; i += kWidth)
    table_rows(at, start + i, rows - i < kWidth ? rows - i : kWidth, first, width, table + i * width);
}

// Polynomial in r, coefficients from the highest power down.
template <std::size_t N>
DRIFTSIFT_INLINE Lanes polynomial(const double (&coefficients)[N], const Lanes& r) {
  Lanes value = all(coefficients[0]);
  for (std::size_t i = 1; i < N; ++i) value = value * r + all(coefficients[i]);
  return value;
}

DRIFTSIFT_INLINE Lanes root(const Lanes& v) {
  return Lanes::of([&](std::size_t i) {
#if defined(__AVX512F__)
    return (Part)_mm512_maskz_sqrt_pd(0xFF, (__m512d)v.part[i]);
#elif defined(__AVX__)
    return (Part)_mm256_sqrt_pd((__m256d)v.part[i]);
#elif defined(__SSE2__)
    return (Part)_mm_sqrt_pd((__m128d)v.part[i]);
#else
    Part roots;
    for (std::size_t k = 0; k < kNative; ++k) roots[k] = __builtin_sqrt(v.part[i][k]);
    return roots;
#endif
  });
}

// Wichura's algorithm AS 241 (1988), PPND16: relative error about 1e-16.
DRIFTSIFT_INLINE Lanes central_quantile(const Lanes& q, const Lanes& r) {
  constexpr double kUpper[] = {2509.0809287301226727, 33430.575583588128105, 67265.770927008700853,
                               45921.953931549871457, 13731.693765509461125, 1971.5909503065514427,
                               133.14166789178437745, 3.387132872796366608};
  constexpr double kLower[] = {
      5226.495278852545925,  28729.085735721942674, 39307.89580009271061,  21213.794301586595867,
      5394.1960214247511077, 687.1870074920579083,  42.313330701600911252, 1.0};
  return q * polynomial(kUpper, r) / polynomial(kLower, r);
}

DRIFTSIFT_INLINE Lanes near_tail(const Lanes& r) {
  constexpr double kUpper[] = {7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
                               1.27045825245236838258,   3.64784832476320460504,   5.7694972214606914055,
                               4.6303378461565452959,    1.42343711074968357734};
  constexpr double kLower[] = {
      1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966, 0.14810397642748007459,
      0.68976733498510000455,    1.6763848301838038494,   2.05319162663775882187,   1.0};
  return polynomial(kUpper, r) / polynomial(kLower, r);
}

DRIFTSIFT_INLINE Lanes far_tail(const Lanes& r) {
  constexpr double kUpper[] = {2.01033439929228813265e-7, 2.71155556874348757815e-5, 0.0012426609473880784386,
                               0.026532189526576123093,   0.29656057182850489123,    1.7848265399172913358,
                               5.4637849111641143699,     6.6579046435011037772};
  constexpr double kLower[] = {
      2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5, 7.868691311456132591e-4,
      0.0148753612908506148525,   0.13692988092273580531,   0.59983220655588793769,   1.0};
  return polynomial(kUpper, r) / polynomial(kLower, r);
}

DRIFTSIFT_INLINE Lanes quantile(const Lanes& p) {
  const Lanes q = p - all(0.5);
  const Lanes centre = central_quantile(q, all(0.180625) - q * q);
  const Bits outside = Bits::of([&](std::size_t i) { return (q.part[i] > 0.425) | (q.part[i] < -0.425); });
  if (!any(outside)) return centre;
  const Lanes smaller = either(q < all(0.0), p, all(1.0) - p);
  double logarithms[kWidth];
  for (std::size_t i = 0; i < kWidth; ++i) logarithms[i] = -quick_log(lane(smaller, i));
  const Lanes r = root(load_loose(logarithms));
  const Bits far = r > all(5.0);
  Lanes size = near_tail(r - all(1.6));
  if (any(far)) size = either(far, far_tail(r - all(5.0)), size);
  return either(outside, either(q < all(0.0), all(0.0) - size, size), centre);
}

void normal_quantiles(const double* p, double* z, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kWidth) {
    const std::size_t rest = n - i < kWidth ? n - i : kWidth;
    if (rest == kWidth) {
      const Lanes found = quantile(load_loose(p + i));
      __builtin_memcpy(z + i, &found, sizeof found);
      continue;
    }
    double part[kWidth] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
    for (std::size_t k = 0; k < rest; ++k) part[k] = p[i + k];
    const Lanes found = quantile(load_loose(part));
    for (std::size_t k = 0; k < rest; ++k) z[i + k] = lane(found, k);
  }
}

// cos(2 pi x) by Taylor series of sine or cosine within an eighth of a turn, error about one unit of the last place.
DRIFTSIFT_INLINE double cosine_of_turns(double x) {
  constexpr double kTurn = 6.283185307179586476925286766559;
  double part = x - __builtin_floor(x);          // [0, 1)
  if (part > 0.5) part = 1.0 - part;             // even: [0, 1/2]
  const double sign = part > 0.25 ? -1.0 : 1.0;  // odd about a quarter
  if (part > 0.25) part = 0.5 - part;            // [0, 1/4]
  if (part <= 0.125) {
    const double a = part * kTurn, s = a * a;
    const double tail =
        ((((((1.0 / 20922789888000 * s - 1.0 / 87178291200) * s + 1.0 / 479001600) * s - 1.0 / 3628800) * s +
           1.0 / 40320) *
              s -
          1.0 / 720) *
             s +
         1.0 / 24);
    return sign * (1.0 - (0.5 * s - s * s * tail));
  }
  const double a = (0.25 - part) * kTurn, s = a * a;
  const double tail =
      ((((((1.0 / 355687428096000 * s - 1.0 / 1307674368000) * s + 1.0 / 6227020800) * s - 1.0 / 39916800) * s +
         1.0 / 362880) *
            s -
        1.0 / 5040) *
           s +
       1.0 / 120);
  return sign * (a - a * s * (1.0 / 6 - s * tail));
}

void cosines_of_turns(const double* x, double* cosines, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) cosines[i] = cosine_of_turns(x[i]);
}

}  // namespace
}  // namespace driftsift::simd
