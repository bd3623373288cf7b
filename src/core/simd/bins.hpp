// The loops of bins that follow a window: whole numbers, 16 cuts between bins at a time.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "simd/kernels.hpp"
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

// --- a run of rows ----------------------------------------------------------------------------------------

using LooseWhole = std::int32_t __attribute__((vector_size(kNative * sizeof(double)), aligned(4), may_alias));
using WholePart = std::int32_t __attribute__((vector_size(kNative * sizeof(double))));
using Sixteen = Eight<WholePart>;  // whole numbers, half as wide
using Every = std::make_index_sequence<kWhole>;

constexpr std::int32_t kNowhere = 0x7fffffff;

#define DRIFTSIFT_OPERATOR_SIXTEEN(op)                                         \
  DRIFTSIFT_INLINE Sixteen operator op(const Sixteen& a, const Sixteen& b) {   \
    return Sixteen::of([&](std::size_t i) { return a.part[i] op b.part[i]; }); \
  }
DRIFTSIFT_OPERATOR_SIXTEEN(+)
DRIFTSIFT_OPERATOR_SIXTEEN(-)
DRIFTSIFT_OPERATOR_SIXTEEN(<)
DRIFTSIFT_OPERATOR_SIXTEEN(&)
DRIFTSIFT_OPERATOR_SIXTEEN(|)
#undef DRIFTSIFT_OPERATOR_SIXTEEN

DRIFTSIFT_INLINE Sixteen all_whole(std::int32_t v) {
  return Sixteen::of([&](std::size_t) { return Whole{} + v; });
}
DRIFTSIFT_INLINE Sixteen load_sixteen(const std::int32_t* p) {
  return Sixteen::of([&](std::size_t i) -> Whole { return *reinterpret_cast<const LooseWhole*>(p + i * kWhole); });
}
DRIFTSIFT_INLINE void store_sixteen(std::int32_t* p, const Sixteen& v) {
  for (std::size_t i = 0; i < kParts; ++i) store_whole(p + i * kWhole, v.part[i]);
}
DRIFTSIFT_INLINE unsigned mask_of(const Sixteen& v) {
  unsigned mask = 0;
  for (std::size_t i = 0; i < kParts; ++i) mask |= mask_of_whole(v.part[i]) << (i * kWhole);
  return mask;
}

// The lanes of v moved up by so many, in their place the last ones of another vector.
template <std::size_t kBy, std::size_t... i>
DRIFTSIFT_INLINE Whole moved_up(const Whole& v, const Whole& from, std::index_sequence<i...>) {
  return __builtin_shufflevector(from, v, (kWhole + i - kBy)...);
}
DRIFTSIFT_INLINE Sixteen moved_up(const Sixteen& v, std::int32_t first) {
  return Sixteen::of([&](std::size_t i) __attribute__((always_inline)) {
    return moved_up<1>(v.part[i], i == 0 ? Whole{} + first : v.part[i - 1], Every());
  });
}

DRIFTSIFT_INLINE Sixteen running_sums(const Sixteen& v) {
  Sixteen sums;
  std::int32_t before = 0;
  for (std::size_t i = 0; i < kParts; ++i) {
    Whole part = v.part[i];
    part += moved_up<1>(part, Whole{}, Every());
    part += moved_up<2>(part, Whole{}, Every());
    if constexpr (kWhole > 4) part += moved_up<4>(part, Whole{}, Every());
    if constexpr (kWhole > 8) part += moved_up<8>(part, Whole{}, Every());
    sums.part[i] = part + before;
    before = sums.part[i][kWhole - 1];
  }
  return sums;
}

DRIFTSIFT_INLINE std::int32_t clamped(std::int64_t v) {
  return static_cast<std::int32_t>(v < -kNowhere ? -kNowhere : v > kNowhere ? kNowhere : v);
}

// The smallest count above 0 and the largest.
DRIFTSIFT_INLINE void extremes(const Sixteen& count, std::int32_t& fewest, std::int32_t& most) {
  alignas(64) std::int32_t counts[16];
  store_sixteen(counts, count);
  fewest = kNowhere, most = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    fewest = counts[i] > 0 && counts[i] < fewest ? counts[i] : fewest;
    most = counts[i] > most ? counts[i] : most;
  }
}

// Cut j moves behind the first cell with which its target is reached. The cells around it are looked at together:
// walking from one to the next, never the same number of steps, cost more.
DRIFTSIFT_INLINE void move_cut(const CutRun& run, std::size_t j, std::int32_t top) {
  constexpr std::int32_t kAround = 8;
  alignas(64) std::int32_t sums[2 * kAround + 16];
  const std::int32_t target = run.target[j];
  std::int32_t place = run.cuts[j] == kNowhere ? top : run.cuts[j];
  const std::int32_t* cells = run.cells + place - kAround;
  const Sixteen found = running_sums(load_sixteen(cells));
  store_sixteen(sums, found);
  const std::int32_t before = run.below[j] - sums[kAround - 1];
  const auto short_of = static_cast<std::int32_t>(__builtin_popcount(mask_of(found < all_whole(target - before))));
  std::int32_t under = before + sums[short_of & 15];
  place += short_of - kAround + 1;
  if (short_of == 2 * kAround || (short_of == 0 && before >= target)) {
    under = run.below[j];
    place = run.cuts[j] == kNowhere ? top : run.cuts[j];
    while (under < target) under += run.cells[place++];
    while (under - run.cells[place - 1] >= target) under -= run.cells[--place];
  }
  run.below[j] = under;
  run.cuts[j] = under == run.values ? kNowhere : place;
}

void follow_cuts(CutRun& result, const CutLimits& limits, const std::int32_t* in, const std::int32_t* out,
                 std::size_t n) {
  CutRun run = result;
  std::int64_t fewest = limits.fewest, most = limits.most;
  Sixteen upper = load_sixteen(run.cuts), lower = moved_up(upper, -kNowhere);
  Sixteen below = load_sixteen(run.below), count = below - moved_up(below, 0);
  std::size_t end = n < limits.due ? n : limits.due;
  std::size_t i = 0;
  while (i < end) {
    const std::int32_t entering = in[i], leaving = out[i];
    ++i;
    run.occupied += run.cells[entering]++ == 0;
    run.occupied -= --run.cells[leaving] == 0;
    const Sixteen enters = (all_whole(entering) < upper) & (lower < all_whole(entering + 1));
    const Sixteen leaves = (all_whole(leaving) < upper) & (lower < all_whole(leaving + 1));
    count = count - enters + leaves;
    if (mask_of((enters & (all_whole(clamped(most)) < count)) | (leaves & (count < all_whole(clamped(fewest))))) == 0)
      continue;
    store_sixteen(run.below, running_sums(count));
    if (run.occupied < limits.least_occupied) {
      run.scarce = true;
      break;
    }
    std::int32_t top = kNowhere;
    if (run.cuts[run.number - 1] == kNowhere) {
      top = run.last;
      while (run.cells[top] == 0) --top;
      ++top;
    }
    for (std::size_t j = 0; j < run.number; ++j) move_cut(run, j, top);
    upper = load_sixteen(run.cuts), lower = moved_up(upper, -kNowhere);
    below = load_sixteen(run.below), count = below - moved_up(below, 0);
    extremes(count, run.fewest, run.most);
    most = static_cast<std::int64_t>(limits.fuller * run.most);
    fewest = static_cast<std::int64_t>(__builtin_ceil(limits.emptier * run.fewest));
    run.moved = i;
    end = i - 1 + limits.period < n ? i - 1 + limits.period : n;
  }
  store_sixteen(run.below, running_sums(count));
  run.taken = i;
  result = run;
}

}  // namespace
}  // namespace driftsift::simd
