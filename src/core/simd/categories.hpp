// The loops over nominal features.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>

#include "simd/elementary.hpp"
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

bool copy_codes(const double* source, double* target, std::size_t n) {
  alignas(64) static constexpr double kOnes[kWidth] = {1, 1, 1, 1, 1, 1, 1, 1};
  Bits missing = all_bits(0);
  std::size_t i = 0;
  for (; i + kWidth <= n; i += kWidth) {
    const Lanes v = load_loose(source + i);
    missing = missing | (v != v);
    store(target + i, v);
  }
  if (i < n) {
    const Lanes v = load_first(source + i, n - i);
    missing = missing | (v != v);
    store(target + i, either(load_first(kOnes, n - i) > all(0.0), v, all(__builtin_nan(""))));
  }
  return any(missing);
}

// The weight of the rows of a class with the codes v, eight features at once.
DRIFTSIFT_INLINE Lanes seen(const CategoryCounts& counts, std::size_t at, std::size_t i, const Lanes& v,
                            const Lanes& present) {
  const Lanes others = load(counts.others + at);
  const Lanes of_two = either(v == all(0.0), present - others, others);
  if (counts.gathered == nullptr) return of_two;
  return either(load(counts.categories + i) > all(2.0), load(counts.gathered + at), of_two);
}

DRIFTSIFT_INLINE double log_of(const Product& product) {
  const LogProduct total = product.total();
  return quick_log(total.mantissa) + total.exponent * kLn2;
}

template <bool missing>
DRIFTSIFT_INLINE double category_score(const CategoryCounts& counts, const double* x, std::size_t c) {
  Product shares, totals;
  for (std::size_t i = 0; i < counts.width; i += kWidth) {
    const std::size_t at = c * counts.width + i;
    const Lanes v = load(x + i), present = load(counts.present + at);
    const Bits known = v == v;
    shares.multiply(either(known, seen(counts, at, i, v, present) + all(1.0), all(1.0)));
    if (missing) totals.multiply(either(known, present + load(counts.categories + i), all(1.0)));
  }
  return log_of(shares) - (missing ? log_of(totals) : counts.log_totals[c]);
}

void category_scores(const CategoryCounts& counts, const double* x, bool missing, double* scores) {
  const CategoryCounts known = counts;
  for (std::size_t c = 0; c < known.classes; ++c)
    if (known.weight[c] > 0.0)
      scores[c] += missing ? category_score<true>(known, x, c) : category_score<false>(known, x, c);
}

double learn_categories(const double* x, double* present, double* others, const double* categories, double weight,
                        std::size_t n) {
  Product totals;
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Lanes v = load(x + i);
    const Lanes count = load(present + i) + either(v == v, all(weight), all(0.0));
    store(present + i, count);
    store(others + i, load(others + i) + either(v > all(0.0), all(weight), all(0.0)));
    totals.multiply(count + load(categories + i));
  }
  return log_of(totals);
}

}  // namespace
}  // namespace driftsift::simd
