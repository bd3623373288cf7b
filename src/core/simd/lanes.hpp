// Eight numbers side by side, whatever the width of the registers.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace driftsift::simd {
namespace {

constexpr std::size_t kWidth = 8;

#if defined(__AVX512F__)
constexpr std::size_t kNative = 8;
#elif defined(__AVX__)
constexpr std::size_t kNative = 4;
#else
constexpr std::size_t kNative = 2;
#endif
constexpr std::size_t kParts = kWidth / kNative;

#define DRIFTSIFT_INLINE inline __attribute__((always_inline))

using Part = double __attribute__((vector_size(kNative * sizeof(double))));
using PartBits = long long __attribute__((vector_size(kNative * sizeof(double))));
using LoosePart = double __attribute__((vector_size(kNative * sizeof(double)), aligned(8), may_alias));

// Eight numbers in as many registers as the instruction set needs. (One 64-byte vector type leaves the splitting to
// the compiler: GCC 12 then went through memory and was 6 times slower with AVX2.)
template <class P>
struct Eight {
  P part[kParts];

  template <class Work>
  static DRIFTSIFT_INLINE Eight of(Work work) {
    Eight made;
    for (std::size_t i = 0; i < kParts; ++i)
      made.part[i] = (P)work(i);  // comparisons give a vector of another integer type
    return made;
  }
};
using Lanes = Eight<Part>;
using Bits = Eight<PartBits>;

#define DRIFTSIFT_OPERATOR(Result, Operand, op)                               \
  DRIFTSIFT_INLINE Result operator op(const Operand& a, const Operand& b) {   \
    return Result::of([&](std::size_t i) { return a.part[i] op b.part[i]; }); \
  }
DRIFTSIFT_OPERATOR(Lanes, Lanes, +)
DRIFTSIFT_OPERATOR(Lanes, Lanes, -)
DRIFTSIFT_OPERATOR(Lanes, Lanes, *)
DRIFTSIFT_OPERATOR(Lanes, Lanes, /)
DRIFTSIFT_OPERATOR(Bits, Lanes, <)
DRIFTSIFT_OPERATOR(Bits, Lanes, >)
DRIFTSIFT_OPERATOR(Bits, Lanes, <=)
DRIFTSIFT_OPERATOR(Bits, Lanes, >=)
DRIFTSIFT_OPERATOR(Bits, Lanes, ==)
DRIFTSIFT_OPERATOR(Bits, Lanes, !=)
DRIFTSIFT_OPERATOR(Bits, Bits, &)
DRIFTSIFT_OPERATOR(Bits, Bits, |)
DRIFTSIFT_OPERATOR(Bits, Bits, +)
#undef DRIFTSIFT_OPERATOR

DRIFTSIFT_INLINE Lanes all(double v) {
  return Lanes::of([&](std::size_t) { return v - Part{}; });  // minus 0 is nothing to do; plus 0 is, for -0
}
DRIFTSIFT_INLINE Bits all_bits(long long v) {
  return Bits::of([&](std::size_t) { return PartBits{} + v; });
}
DRIFTSIFT_INLINE Lanes load(const double* p) {
  return Lanes::of([&](std::size_t i) { return *reinterpret_cast<const Part*>(p + i * kNative); });
}
DRIFTSIFT_INLINE Lanes load_loose(const double* p) {
  return Lanes::of([&](std::size_t i) -> Part { return *reinterpret_cast<const LoosePart*>(p + i * kNative); });
}
DRIFTSIFT_INLINE void store(double* p, const Lanes& v) {
  for (std::size_t i = 0; i < kParts; ++i) *reinterpret_cast<Part*>(p + i * kNative) = v.part[i];
}
DRIFTSIFT_INLINE Lanes either(const Bits& mask, const Lanes& yes, const Lanes& no) {
  return Lanes::of([&](std::size_t i) { return mask.part[i] ? yes.part[i] : no.part[i]; });
}
DRIFTSIFT_INLINE Lanes larger(const Lanes& a, const Lanes& b) { return either(a > b, a, b); }
DRIFTSIFT_INLINE Bits bits(const Lanes& v) {
  return Bits::of([&](std::size_t i) { return (PartBits)v.part[i]; });
}
DRIFTSIFT_INLINE Lanes number(const Bits& v) {
  return Lanes::of([&](std::size_t i) { return (Part)v.part[i]; });
}
DRIFTSIFT_INLINE Bits exponent_of(const Lanes& v) {
  return Bits::of([&](std::size_t i) { return ((PartBits)v.part[i] >> 52) - 1023; });
}
DRIFTSIFT_INLINE Lanes mantissa_of(const Lanes& v) {
  return number((bits(v) & all_bits(0x000fffffffffffffLL)) | all_bits(0x3ff0000000000000LL));
}

// One bit per lane.
DRIFTSIFT_INLINE unsigned mask_of(const Bits& v) {
  unsigned mask = 0;
  for (std::size_t i = 0; i < kParts; ++i) {
#if defined(__AVX512DQ__)
    mask |= static_cast<unsigned>(_mm512_movepi64_mask((__m512i)v.part[i]));
#elif defined(__AVX__)
    mask |= static_cast<unsigned>(_mm256_movemask_pd((__m256d)v.part[i])) << (i * kNative);
#elif defined(__SSE2__)
    mask |= static_cast<unsigned>(_mm_movemask_pd((__m128d)v.part[i])) << (i * kNative);
#else
    for (std::size_t lane = 0; lane < kNative; ++lane) mask |= (v.part[i][lane] != 0 ? 1U : 0U) << (i * kNative + lane);
#endif
  }
  return mask;
}
DRIFTSIFT_INLINE bool any(const Bits& v) { return mask_of(v) != 0; }
DRIFTSIFT_INLINE double lane(const Lanes& v, std::size_t i) { return v.part[i / kNative][i % kNative]; }
DRIFTSIFT_INLINE long long lane(const Bits& v, std::size_t i) { return v.part[i / kNative][i % kNative]; }
// The same tree of operations for every instruction set: lanes 4 apart, then 2 apart, then neighbours.
template <class Operation>
DRIFTSIFT_INLINE double fold(const Lanes& v, Operation operation) {
#if defined(__AVX512F__)
  const auto whole = v.part[0];
  const auto four =
      operation(__builtin_shufflevector(whole, whole, 0, 1, 2, 3), __builtin_shufflevector(whole, whole, 4, 5, 6, 7));
  const auto two = operation(__builtin_shufflevector(four, four, 0, 1), __builtin_shufflevector(four, four, 2, 3));
#elif defined(__AVX__)
  const auto four = operation(v.part[0], v.part[1]);
  const auto two = operation(__builtin_shufflevector(four, four, 0, 1), __builtin_shufflevector(four, four, 2, 3));
#else
  const auto two = operation(operation(v.part[0], v.part[2]), operation(v.part[1], v.part[3]));
#endif
  return operation(two[0], two[1]);
}
DRIFTSIFT_INLINE double sum(const Lanes& v) {
  return fold(v, [](auto a, auto b) __attribute__((always_inline)) { return a + b; });
}
DRIFTSIFT_INLINE double product(const Lanes& v) {
  return fold(v, [](auto a, auto b) __attribute__((always_inline)) { return a * b; });
}
// As floating point: whole numbers of the size of an exponent are exact.
DRIFTSIFT_INLINE Lanes as_numbers(const Bits& v) {
  return Lanes::of([&](std::size_t i) { return __builtin_convertvector(v.part[i], Part); });
}
DRIFTSIFT_INLINE double sum_of(const Bits& v) { return sum(as_numbers(v)); }

// The last n < 8 numbers, the other lanes 0. Put together in registers: a vector load of numbers stored one by one
// would have to wait for the stores.
DRIFTSIFT_INLINE Lanes load_first(const double* p, std::size_t n) {
#if defined(__AVX512F__)
  return {{(Part)_mm512_maskz_loadu_pd(static_cast<__mmask8>((1U << n) - 1), p)}};
#elif defined(__AVX__)
  const auto lanes_below = [n](long long first) __attribute__((always_inline)) {
    return PartBits{first, first + 1, first + 2, first + 3} < (PartBits{} + static_cast<long long>(n));
  };
  return {{(Part)_mm256_maskload_pd(p, (__m256i)lanes_below(0)),
           n > 4 ? (Part)_mm256_maskload_pd(p + 4, (__m256i)lanes_below(4)) : Part{}}};
#else
  return Lanes::of([&](std::size_t i) { return Part{2 * i < n ? p[2 * i] : 0.0, 2 * i + 1 < n ? p[2 * i + 1] : 0.0}; });
#endif
}

}  // namespace
}  // namespace driftsift::simd
