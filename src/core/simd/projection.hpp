// The product of a matrix and a row of which only the entries other than 0 are given.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

// So many groups of eight sums stay in registers from the first column to the last.
template <std::size_t kGroups>
DRIFTSIFT_INLINE void combine_groups(const double* table, std::size_t stride, const std::int32_t* which,
                                     const double* x, std::size_t n, double scale, double* sums) {
  Lanes total[kGroups];
  for (std::size_t g = 0; g < kGroups; ++g) total[g] = all(0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double* column = table + static_cast<std::size_t>(which[i]) * stride;
    const Lanes factor = all(x[i]);
    for (std::size_t g = 0; g < kGroups; ++g) total[g] = total[g] + factor * load(column + g * kWidth);
  }
  for (std::size_t g = 0; g < kGroups; ++g) store(sums + g * kWidth, total[g] / all(scale));
}

// The last groups, fewer than kGroups of them.
template <std::size_t kGroups>
DRIFTSIFT_INLINE void combine_rest(const double* table, std::size_t stride, const std::int32_t* which, const double* x,
                                   std::size_t n, double scale, std::size_t groups, double* sums) {
  if constexpr (kGroups > 1) {
    if (groups == kGroups - 1) return combine_groups<kGroups - 1>(table, stride, which, x, n, scale, sums);
    combine_rest<kGroups - 1>(table, stride, which, x, n, scale, groups, sums);
  }
}

void combine_columns(const double* table, std::size_t stride, const std::int32_t* which, const double* x, std::size_t n,
                     double scale, double* sums) {
  constexpr std::size_t kGroups = kNative;  // eight registers
  std::size_t groups = stride / kWidth, first = 0;
  for (; groups >= kGroups; groups -= kGroups, first += kGroups * kWidth)
    combine_groups<kGroups>(table + first, stride, which, x, n, scale, sums + first);
  combine_rest<kGroups>(table + first, stride, which, x, n, scale, groups, sums + first);
}

}  // namespace
}  // namespace driftsift::simd
