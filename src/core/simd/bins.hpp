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

#define DRIFTSIFT_OPERATOR(op)                                                 \
  DRIFTSIFT_INLINE Sixteen operator op(const Sixteen& a, const Sixteen& b) {   \
    return Sixteen::of([&](std::size_t i) { return a.part[i] op b.part[i]; }); \
  }
DRIFTSIFT_OPERATOR(+)
DRIFTSIFT_OPERATOR(-)
DRIFTSIFT_OPERATOR(<)
DRIFTSIFT_OPERATOR(<=)
DRIFTSIFT_OPERATOR(&)
DRIFTSIFT_OPERATOR(|)
#undef DRIFTSIFT_OPERATOR

DRIFTSIFT_INLINE Sixteen all_whole(std::int32_t v) {
  return Sixteen::of([&](std::size_t) { return WholePart{} + v; });
}
DRIFTSIFT_INLINE Sixteen load_sixteen(const std::int32_t* p) {
  return Sixteen::of([&](std::size_t i) -> WholePart { return *reinterpret_cast<const LooseWhole*>(p + i * kWhole); });
}
DRIFTSIFT_INLINE void store_sixteen(std::int32_t* p, const Sixteen& v) {
  for (std::size_t i = 0; i < kParts; ++i) store_whole(p + i * kWhole, v.part[i]);
}

// Some of the lanes. (GCC 12 makes vectors of the masks of AVX-512 and masks of these again.)
#if defined(__AVX512F__)
using Marks = __mmask16;

DRIFTSIFT_INLINE __m512i native(const Sixteen& v) { return (__m512i)v.part[0]; }
DRIFTSIFT_INLINE Marks less(const Sixteen& a, const Sixteen& b) {
  return _mm512_cmplt_epi32_mask(native(a), native(b));
}
DRIFTSIFT_INLINE Marks less(const Sixteen& a, const Sixteen& b, Marks among) {
  return _mm512_mask_cmplt_epi32_mask(among, native(a), native(b));
}
DRIFTSIFT_INLINE Marks at_most(const Sixteen& a, const Sixteen& b, Marks among) {
  return _mm512_mask_cmple_epi32_mask(among, native(a), native(b));
}
DRIFTSIFT_INLINE Sixteen plus(const Sixteen& v, const Sixteen& by, Marks where) {
  return {{(WholePart)_mm512_mask_add_epi32(native(v), where, native(v), native(by))}};
}
DRIFTSIFT_INLINE Sixteen minus(const Sixteen& v, const Sixteen& by, Marks where) {
  return {{(WholePart)_mm512_mask_sub_epi32(native(v), where, native(v), native(by))}};
}
DRIFTSIFT_INLINE unsigned mask_of(Marks marks) { return marks; }
#else
using Marks = Sixteen;

DRIFTSIFT_INLINE Marks less(const Sixteen& a, const Sixteen& b) { return a < b; }
DRIFTSIFT_INLINE Marks less(const Sixteen& a, const Sixteen& b, const Marks& among) { return (a < b) & among; }
DRIFTSIFT_INLINE Marks at_most(const Sixteen& a, const Sixteen& b, const Marks& among) { return (a <= b) & among; }
DRIFTSIFT_INLINE Sixteen plus(const Sixteen& v, const Sixteen& by, const Marks& where) { return v + (by & where); }
DRIFTSIFT_INLINE Sixteen minus(const Sixteen& v, const Sixteen& by, const Marks& where) { return v - (by & where); }
DRIFTSIFT_INLINE unsigned mask_of(const Marks& marks) {
  unsigned mask = 0;
  for (std::size_t i = 0; i < kParts; ++i) mask |= mask_of_whole(marks.part[i]) << (i * kWhole);
  return mask;
}
#endif

// The lanes of v moved up by so many, in their place the last ones of another vector.
template <std::size_t kBy, std::size_t... i>
DRIFTSIFT_INLINE WholePart moved_up(const WholePart& v, const WholePart& from, std::index_sequence<i...>) {
  return __builtin_shufflevector(from, v, (kWhole + i - kBy)...);
}
DRIFTSIFT_INLINE Sixteen moved_up(const Sixteen& v, std::int32_t first) {
  return Sixteen::of([&](std::size_t i) __attribute__((always_inline)) {
    return moved_up<1>(v.part[i], i == 0 ? WholePart{} + first : v.part[i - 1], Every());
  });
}

DRIFTSIFT_INLINE Sixteen running_sums(const Sixteen& v) {
  Sixteen sums;
  WholePart before{};
  for (std::size_t i = 0; i < kParts; ++i) {
    WholePart part = v.part[i];
    part += moved_up<1>(part, WholePart{}, Every());
    part += moved_up<2>(part, WholePart{}, Every());
    if constexpr (kWhole > 4) part += moved_up<4>(part, WholePart{}, Every());
    if constexpr (kWhole > 8) part += moved_up<8>(part, WholePart{}, Every());
    sums.part[i] = part + before;
    before = WholePart{} + sums.part[i][kWhole - 1];
  }
  return sums;
}

// For operations whose order is of no importance.
template <class Operation>
DRIFTSIFT_INLINE std::int32_t fold_whole(const Sixteen& v, Operation operation) {
  WholePart folded = v.part[0];
  for (std::size_t i = 1; i < kParts; ++i) folded = operation(folded, v.part[i]);
  if constexpr (kWhole > 8) folded = operation(folded, moved_up<8>(folded, folded, Every()));
  if constexpr (kWhole > 4) folded = operation(folded, moved_up<4>(folded, folded, Every()));
  folded = operation(folded, moved_up<2>(folded, folded, Every()));
  folded = operation(folded, moved_up<1>(folded, folded, Every()));
  return folded[0];
}

// The smallest count above 0 and the largest.
DRIFTSIFT_INLINE void extremes(const Sixteen& count, std::int32_t& fewest, std::int32_t& most) {
  const Sixteen occupied = count | ((count < all_whole(1)) & all_whole(kNowhere));
  fewest = fold_whole(occupied, [](auto a, auto b) __attribute__((always_inline)) { return a < b ? a : b; });
  most = fold_whole(count, [](auto a, auto b) __attribute__((always_inline)) { return a > b ? a : b; });
}

constexpr std::int32_t kValues = 0xffff;  // the part of a count that counts values

// Cut j moves behind the first cell with which its target is reached; `below` it was so much. The cells around it are
// looked at together: walking from one to the next, never the same number of steps, took twice as long.
DRIFTSIFT_INLINE void move_cut(const CutRun& run, std::size_t j, std::int32_t* below) {
  constexpr std::int32_t kAround = 8;
  alignas(64) std::int32_t sums[2 * kAround];
  const std::int32_t target = run.target[j];
  std::int32_t place = run.cuts[j], under = below[j];
  const Sixteen around = running_sums(load_sixteen(run.cells + place - kAround));
  const std::int32_t half = around.part[(kAround - 1) / kWhole][(kAround - 1) % kWhole];
  const Sixteen up_to = around + (all_whole(under) - all_whole(half));
  store_sixteen(sums, up_to);
  const unsigned short_of = mask_of(less(up_to & all_whole(kValues), all_whole(target)));
  if (((short_of + 1) & 0xffff) > 1) {  // neither none nor all
    const auto first = static_cast<std::int32_t>(__builtin_popcount(short_of));
    under = sums[first];
    place += first - kAround + 1;
  } else {
    while ((under & kValues) < target) under += run.cells[place++];
    while (((under - run.cells[place - 1]) & kValues) >= target) under -= run.cells[--place];
  }
  below[j] = under;
  run.cuts[j] = (under & kValues) == run.values ? kNowhere : place;
}

// Gives the new counts of the bins.
DRIFTSIFT_INLINE Sixteen move_cuts(const CutRun& run, const Sixteen& counts) {
  alignas(64) std::int32_t below[16];
  store_sixteen(below, running_sums(counts));
  std::int32_t top = run.last;
  for (std::size_t j = run.number; j-- > 0 && run.cuts[j] == kNowhere;) {  // to be looked for from behind all values
    while (run.cells[top] == 0) --top;
    run.cuts[j] = top + 1;
  }
  for (std::size_t j = 0; j < run.number; ++j) move_cut(run, j, below);
  const Sixteen found = load_sixteen(below);
  return found - moved_up(found, 0);
}

// A whole number of values is more, or less, than v if it is more, or less, than this.
DRIFTSIFT_INLINE Sixteen whole_below(double v) { return all_whole(static_cast<std::int32_t>(v < 2e9 ? v : 2e9)); }
DRIFTSIFT_INLINE Sixteen whole_above(double v) {
  return all_whole(static_cast<std::int32_t>(__builtin_ceil(v > 0.0 ? v : 0.0)));
}

void follow_cuts(CutRun& result, const CutLimits& limits) {
  CutRun run = result;
  Sixteen fewest = whole_above(static_cast<double>(limits.fewest)),
          most = whole_below(static_cast<double>(limits.most));
  Sixteen upper = load_sixteen(run.cuts), lower = moved_up(upper, -kNowhere);
  Sixteen counts = load_sixteen(run.counts);
  std::size_t end = run.rows < limits.due ? run.rows : limits.due, i = 0;
  while (i < end) {
    const std::int32_t in = run.in[i], out = run.out[i], in_count = run.in_count[i], out_count = run.out_count[i];
    run.occupied += run.cells[in] == 0;
    run.cells[in] += in_count;
    run.cells[out] -= out_count;
    run.occupied -= run.cells[out] == 0;
    const Marks enters = at_most(lower, all_whole(in), less(all_whole(in), upper));
    const Marks leaves = at_most(lower, all_whole(out), less(all_whole(out), upper));
    counts = minus(plus(counts, all_whole(in_count), enters), all_whole(out_count), leaves);
    const Sixteen values = counts & all_whole(kValues);
    const bool uneven = mask_of(less(most, values, enters) | less(values, fewest, leaves)) != 0;
    run.scarce = uneven && run.occupied < limits.least_occupied;
    if (uneven && !run.scarce) {
      counts = move_cuts(run, counts);
      upper = load_sixteen(run.cuts), lower = moved_up(upper, -kNowhere);
      extremes(counts & all_whole(kValues), run.fewest, run.most);
      most = whole_below(limits.fuller * run.most);
      fewest = whole_above(limits.emptier * run.fewest);
      run.moved = i + 1;
      end = i + limits.period < run.rows ? i + limits.period : run.rows;
    }
    if (run.trail != nullptr) store_sixteen(run.trail[i], counts);
    ++i;
    if (run.scarce) break;
  }
  store_sixteen(run.counts, counts);
  run.taken = i;
  result = run;
}

}  // namespace
}  // namespace driftsift::simd
