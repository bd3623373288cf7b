// The loops of bins that follow a window: whole numbers, 16 cuts between bins at a time.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

constexpr std::size_t kWhole = 2 * kNative;
constexpr std::size_t kCutLanes = 16;

using Whole = std::int32_t __attribute__((vector_size(kNative * sizeof(double)), may_alias));

DRIFTSIFT_INLINE Whole load_whole(const std::int32_t* p) { return *reinterpret_cast<const Whole*>(p); }
DRIFTSIFT_INLINE void store_whole(std::int32_t* p, const Whole& v) { *reinterpret_cast<Whole*>(p) = v; }

DRIFTSIFT_INLINE unsigned mask_of_whole(const Whole& v) {
#if defined(__AVX512DQ__)
  return static_cast<unsigned>(_mm512_movepi32_mask((__m512i)v));
#elif defined(__AVX__)
  return static_cast<unsigned>(_mm256_movemask_ps((__m256)v));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_ps((__m128)v));
#else
  unsigned mask = 0;
  for (std::size_t i = 0; i < kWhole; ++i) mask |= (v[i] != 0 ? 1U : 0U) << i;
  return mask;
#endif
}

CutBins count_at_cuts(const std::int32_t* cuts, std::int32_t* below, std::int32_t* edge, std::size_t lanes,
                      std::int32_t in, std::int32_t out) {
  CutBins bins{static_cast<std::int32_t>(lanes), static_cast<std::int32_t>(lanes)};
  for (std::size_t i = 0; i < lanes; i += kWhole) {
    const Whole cut = load_whole(cuts + i);
    const Whole in_below = in < cut, out_below = out < cut;  // -1 where true
    const Whole before = cut - 1;
    store_whole(below + i, load_whole(below + i) - in_below + out_below);
    store_whole(edge + i, load_whole(edge + i) - (before == in) + (before == out));
    bins.in -= __builtin_popcount(mask_of_whole(in_below));
    bins.out -= __builtin_popcount(mask_of_whole(out_below));
  }
  return bins;
}

unsigned misplaced_cuts(const std::int32_t* below, const std::int32_t* edge, const std::int32_t* target,
                        std::int32_t all) {
  unsigned wrong = 0;
  for (std::size_t i = 0; i < kCutLanes; i += kWhole) {
    const Whole under = load_whole(below + i), least = load_whole(target + i);
    wrong |= mask_of_whole((under < least) | (under - load_whole(edge + i) >= least) | (under >= all)) << i;
  }
  return wrong;
}

}  // namespace
}  // namespace driftsift::simd
