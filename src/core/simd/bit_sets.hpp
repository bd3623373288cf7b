// The loops of bit sets: one bit per row of a window, 64 rows to a word, the words of eight features side by side.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

void interval_bits(const double* const* rows, std::size_t n, std::size_t column, std::size_t features,
                   const double* low, const double* high, std::uint64_t* words) {
  const Lanes above = load_loose(low), up_to = load_loose(high);
  Bits found = all_bits(0);
  for (std::size_t row = 0; row < n; ++row) {
    const double* values = rows[row] + column;
    const Lanes x = features == kWidth ? load_loose(values) : load_first(values, features);
    found = found | (((x > above) & (x <= up_to)) & all_bits(static_cast<long long>(std::uint64_t{1} << row)));
  }
  for (std::size_t i = 0; i < kWidth; ++i) words[i] = static_cast<std::uint64_t>(lane(found, i));
}

using WordPart = unsigned long long __attribute__((vector_size(kNative * sizeof(double))));

// How many bits of each lane are set.
DRIFTSIFT_INLINE PartBits ones(PartBits v) {
#if defined(__AVX512BW__)
  const auto nibble = _mm512_set1_epi8(0x0f);
  const auto table =
      _mm512_maskz_broadcast_i32x4(0xffff, _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const auto low = _mm512_shuffle_epi8(table, _mm512_and_si512((__m512i)v, nibble));
  const auto high = _mm512_shuffle_epi8(table, _mm512_and_si512((__m512i)(v >> 4), nibble));
  return (PartBits)_mm512_sad_epu8(_mm512_add_epi8(low, high), _mm512_setzero_si512());
#elif defined(__AVX2__)
  const auto nibble = _mm256_set1_epi8(0x0f);
  const auto table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const auto low = _mm256_shuffle_epi8(table, _mm256_and_si256((__m256i)v, nibble));
  const auto high = _mm256_shuffle_epi8(table, _mm256_and_si256((__m256i)(v >> 4), nibble));
  return (PartBits)_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
#else
  auto u = (WordPart)v;
  u = u - ((u >> 1) & 0x5555555555555555ULL);
  u = (u & 0x3333333333333333ULL) + ((u >> 2) & 0x3333333333333333ULL);
  u = (u + (u >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
#if defined(__SSE2__)
  return (PartBits)_mm_sad_epu8((__m128i)u, _mm_setzero_si128());
#else
  u = u + (u >> 8);
  u = u + (u >> 16);
  return (PartBits)((u + (u >> 32)) & 0x7f);
#endif
#endif
}

DRIFTSIFT_INLINE void store_counts(std::int32_t* counts, const Bits& total) {
  for (std::size_t i = 0; i < kWidth; ++i) counts[i] = static_cast<std::int32_t>(lane(total, i));
}

using SetPart = long long __attribute__((vector_size(kNative * sizeof(double)), may_alias));

// Several masks at a time: their sums do not wait for each other, and the sets are loaded once.
template <std::size_t kMasks>
DRIFTSIFT_INLINE void count_masks(const std::uint64_t* masks, const std::uint64_t* sets, std::size_t n_sets,
                                  std::size_t words, std::int32_t* counts) {
  for (std::size_t s = 0; s < n_sets; ++s, sets += words * kWidth) {
    PartBits total[kMasks][kParts] = {};
    for (std::size_t w = 0; w < words; ++w)
      for (std::size_t i = 0; i < kParts; ++i) {
        const PartBits set = *reinterpret_cast<const SetPart*>(sets + w * kWidth + i * kNative);
        for (std::size_t m = 0; m < kMasks; ++m)
          total[m][i] += ones(set & (PartBits{} + static_cast<long long>(masks[m * words + w])));
      }
    for (std::size_t m = 0; m < kMasks; ++m) {
      Bits whole;
      for (std::size_t i = 0; i < kParts; ++i) whole.part[i] = total[m][i];
      store_counts(counts + (m * n_sets + s) * kWidth, whole);
    }
  }
}

void common_bits_plain(const std::uint64_t* masks, std::size_t n_masks, const std::uint64_t* sets, std::size_t n_sets,
                       std::size_t words, std::int32_t* counts) {
  std::size_t m = 0;
  for (; m + 2 <= n_masks; m += 2) count_masks<2>(masks + m * words, sets, n_sets, words, counts + m * n_sets * kWidth);
  for (; m < n_masks; ++m) count_masks<1>(masks + m * words, sets, n_sets, words, counts + m * n_sets * kWidth);
}

#if defined(__AVX512BW__)
#define DRIFTSIFT_POPCOUNT __attribute__((target("avx512vpopcntdq")))

// The same with the instruction that some processors with AVX-512 have for it.
template <std::size_t kMasks>
DRIFTSIFT_POPCOUNT inline void count_masks_popcount(const std::uint64_t* masks, const std::uint64_t* sets,
                                                    std::size_t n_sets, std::size_t words, std::int32_t* counts) {
  for (std::size_t s = 0; s < n_sets; ++s, sets += words * kWidth) {
    __m512i total[kMasks];
    for (std::size_t m = 0; m < kMasks; ++m) total[m] = _mm512_setzero_si512();
    for (std::size_t w = 0; w < words; ++w) {
      const auto set = _mm512_load_si512(sets + w * kWidth);
      for (std::size_t m = 0; m < kMasks; ++m) {
        const auto mask = _mm512_set1_epi64(static_cast<long long>(masks[m * words + w]));
        total[m] = _mm512_add_epi64(total[m], _mm512_popcnt_epi64(_mm512_and_si512(set, mask)));
      }
    }
    for (std::size_t m = 0; m < kMasks; ++m)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(counts + (m * n_sets + s) * kWidth),
                          _mm512_maskz_cvtepi64_epi32(0xff, total[m]));
  }
}

DRIFTSIFT_POPCOUNT void common_bits_popcount(const std::uint64_t* masks, std::size_t n_masks, const std::uint64_t* sets,
                                             std::size_t n_sets, std::size_t words, std::int32_t* counts) {
  std::size_t m = 0;
  for (; m + 4 <= n_masks; m += 4)
    count_masks_popcount<4>(masks + m * words, sets, n_sets, words, counts + m * n_sets * kWidth);
  for (; m + 2 <= n_masks; m += 2)
    count_masks_popcount<2>(masks + m * words, sets, n_sets, words, counts + m * n_sets * kWidth);
  for (; m < n_masks; ++m)
    count_masks_popcount<1>(masks + m * words, sets, n_sets, words, counts + m * n_sets * kWidth);
}
#undef DRIFTSIFT_POPCOUNT

void common_bits(const std::uint64_t* masks, std::size_t n_masks, const std::uint64_t* sets, std::size_t n_sets,
                 std::size_t words, std::int32_t* counts) {
  static const auto best = __builtin_cpu_supports("avx512vpopcntdq") ? common_bits_popcount : common_bits_plain;
  best(masks, n_masks, sets, n_sets, words, counts);
}
#else
void common_bits(const std::uint64_t* masks, std::size_t n_masks, const std::uint64_t* sets, std::size_t n_sets,
                 std::size_t words, std::int32_t* counts) {
  common_bits_plain(masks, n_masks, sets, n_sets, words, counts);
}
#endif

}  // namespace
}  // namespace driftsift::simd
