// Compiled once per instruction set with DRIFTSIFT_KERNELS naming the table. Includes no header with inline
// functions that another translation unit could share: the linker might keep the copy with the wrong instructions.
#include "simd/kernels.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace driftsift::simd {
namespace {

constexpr std::size_t kWidth = 8;
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kTiny = 2.2250738585072014e-308;

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
// As floating point: whole numbers of this size are exact.
DRIFTSIFT_INLINE double sum_of(const Bits& v) {
  return sum(Lanes::of([&](std::size_t i) { return __builtin_convertvector(v.part[i], Part); }));
}

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

DRIFTSIFT_INLINE bool copy_row_inline(const double* source, double* target, std::size_t n) {
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
    store(target + i, v);
  }
  return any(missing);
}

bool any_infinite(const double* values, std::size_t n) {
  // inf - inf is NaN, a finite number minus itself 0, and NaN is caught by the first comparison.
  Bits found = all_bits(0);
  std::size_t i = 0;
  for (; i + kWidth <= n; i += kWidth) {
    const Lanes v = load_loose(values + i);
    const Lanes difference = v - v;
    found = found | ((v == v) & (difference != difference));
  }
  bool tail = false;
  for (; i < n; ++i) tail |= values[i] == values[i] && values[i] - values[i] != 0.0;
  return tail || any(found);
}

// The quadratic form of one class. True if the class is sound; 0 times infinity is not.
DRIFTSIFT_INLINE bool class_quadratic(const double* x, const double* mean, const double* precision,
                                      const double* pooled_m2, double limit, std::size_t n, double* quadratic) {
  Lanes total = all(0.0);
  Bits above = all_bits(-1);
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Lanes delta = load(x + i) - load(mean + i);
    const Lanes inverse = load(precision + i);
    total = total + delta * delta * inverse;
    above = above & (load(pooled_m2 + i) * inverse < all(limit));
  }
  *quadratic = sum(total);
  return mask_of(above) == 0xff;
}

bool complete_scores(const double* x, const double* mean, const double* precision, const double* log_variance,
                     const double* pooled_m2, double limit, std::size_t classes, std::size_t n, double* scores,
                     bool* sound) {
  bool all_sound = true;
  for (std::size_t c = 0; c < classes; ++c) {
    double quadratic = 0.0;
    sound[c] = class_quadratic(x, mean + c * n, precision + c * n, pooled_m2, limit, n, &quadratic);
    all_sound = all_sound && sound[c];
    if (sound[c]) scores[c] -= 0.5 * (quadratic + log_variance[c]);
  }
  return all_sound;
}

struct Step {
  double weight;
  double ratio;
};

// Welford's step for eight features.
DRIFTSIFT_INLINE Lanes advance(const Lanes& v, double* mean, double* m2, const Step& step) {
  const Lanes delta = v - load(mean);
  const Lanes moved = load(mean) + delta * all(step.ratio);
  const Lanes squares = load(m2) + delta * (v - moved) * all(step.weight);
  store(mean, moved);
  store(m2, squares);
  return squares;
}

DRIFTSIFT_INLINE double complete_learn_inline(const double* x, double* pooled_mean, double* pooled_m2, double* mean,
                                              double* m2, double* precision, double weight, double pooled_count,
                                              double count, std::size_t n, double features, double* log_count) {
  Product product;
  const Step pooled{weight, weight / pooled_count}, own{weight, weight / count};
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Lanes v = load(x + i);
    advance(v, pooled_mean + i, pooled_m2 + i, pooled);
    const Lanes squares = advance(v, mean + i, m2 + i, own);
    store(precision + i, all(count - 1.0) / squares);
    product.multiply(squares);
  }
  const LogProduct squares = product.total();
  *log_count = quick_log(count + 1.0);
  if (count < 2.0) precision[0] = __builtin_nan("");  // never sound
  return quick_log(squares.mantissa) + squares.exponent * kLn2 - features * quick_log(count - 1.0);
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

bool copy_row(const double* source, double* target, std::size_t n) { return copy_row_inline(source, target, n); }

double complete_learn(const double* x, double* pooled_mean, double* pooled_m2, double* mean, double* m2,
                      double* precision, double weight, double pooled_count, double count, std::size_t n,
                      double features, double* log_count) {
  return complete_learn_inline(x, pooled_mean, pooled_m2, mean, m2, precision, weight, pooled_count, count, n, features,
                               log_count);
}

DRIFTSIFT_INLINE std::int32_t largest(const double* scores, std::size_t classes) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < classes; ++c) best = scores[c] > scores[best] ? c : best;
  return static_cast<std::int32_t>(best);
}

std::size_t complete_run(const CompleteModel& model, const double* rows, std::size_t begin, std::size_t end,
                         const std::int32_t* codes, const double* weights, std::int32_t* predictions, double* votes) {
  const CompleteModel m = model;
  for (std::size_t i = begin; i < end; ++i) {
    if (*m.total <= 1.0 || copy_row_inline(rows + i * m.features, m.x, m.features)) return i;
    const double limit = (*m.total - 1.0) * m.inverse_floor;
    bool all_sound = true;
    for (std::size_t c = 0; c < m.classes; ++c) {
      double quadratic = 0.0;
      all_sound &= class_quadratic(m.x, m.mean + c * m.width, m.precision + c * m.width, m.pooled_m2, limit, m.width,
                                   &quadratic);
      m.scores[c] = m.prior[c] - 0.5 * (quadratic + m.log_variance[c]);
    }
    if (!all_sound) return i;
    if (votes != nullptr) softmax_inline(m.scores, m.classes, votes + i * m.classes);
    if (predictions != nullptr) predictions[i] = largest(m.scores, m.classes);
    const double weight = weights == nullptr ? 1.0 : weights[i];
    if (codes[i] < 0 || weight == 0.0) continue;
    const auto c = static_cast<std::size_t>(codes[i]);
    *m.total += weight;
    m.weight[c] += weight;
    const std::size_t at = c * m.width;
    m.log_variance[c] =
        complete_learn_inline(m.x, m.pooled_mean, m.pooled_m2, m.mean + at, m.m2 + at, m.precision + at, weight,
                              *m.total, m.weight[c], m.width, static_cast<double>(m.features), m.prior + c);
  }
  return end;
}

struct Summary {
  Lanes count;
  Lanes mean;
  Lanes m2;
};

// Explicit rows joined with the implicit zeros (Chan's formula for two groups, the second all 0).
DRIFTSIFT_INLINE Summary summary(const Moments& m, std::size_t i) {
  const Lanes count = load(m.count + i), mean = load(m.mean + i), m2 = load(m.m2 + i);
  if (m.touched == nullptr) return {count, mean, m2};
  const Lanes zeros = all(m.implicit) - load(m.touched + i);
  const Lanes joined = count + zeros;
  const Lanes share = either(joined > all(0.0), count / joined, all(0.0));
  return {joined, mean * share, m2 + mean * mean * share * zeros};
}

void pooled_moments(const double* x, Moments pooled, double* mean, double* variance, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Summary s = summary(pooled, i);
    const Lanes v = load(x + i);
    const Bits known = (v == v) & (s.count > all(1.0));
    store(mean + i, s.mean);
    store(variance + i, either(known, s.m2 / (s.count - all(1.0)), all(0.0)));
  }
}

GaussianFit class_fit(const double* x, Moments moments, const double* pooled_mean, const double* pooled_variance,
                      double floor, std::size_t n) {
  Product product;
  Lanes total = all(0.0);
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Summary s = summary(moments, i);
    const Lanes pooled = load(pooled_variance + i);
    const Lanes own = larger(s.m2 / (s.count - all(1.0)), pooled * all(floor));
    const Bits used = pooled > all(0.0);
    const Lanes variance = either(used, larger(either(s.count >= all(2.0), own, pooled), all(kTiny)), all(1.0));
    const Lanes delta = load(x + i) - either(s.count > all(0.0), s.mean, load(pooled_mean + i));
    total = total + either(used, delta * delta / variance, all(0.0));
    product.multiply(variance);
  }
  return {sum(total), product.total()};
}

void update(const double* x, Moments moments, double weight, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Lanes v = load(x + i);
    const Bits present = v == v;
    const Lanes count = load(moments.count + i) + either(present, all(weight), all(0.0));
    const Lanes delta = either(present, v - load(moments.mean + i), all(0.0));
    const Lanes ratio = either(present, all(weight) / count, all(0.0));
    const Lanes moved = load(moments.mean + i) + delta * ratio;
    store(moments.count + i, count);
    store(moments.m2 + i, load(moments.m2 + i) + either(present, delta * (v - moved) * all(weight), all(0.0)));
    store(moments.mean + i, moved);
  }
}

LogProduct zero_category(const double* present, const double* others, const double* categories, double implicit,
                         const double* touched, std::size_t n) {
  Product product;
  for (std::size_t i = 0; i < n; i += kWidth) {
    Lanes count = load(present + i);
    if (touched != nullptr) count = count + (all(implicit) - load(touched + i));
    product.multiply((count - load(others + i) + all(1.0)) / (count + load(categories + i)));
  }
  return product.total();
}

template <bool kMixed>
DRIFTSIFT_INLINE Lanes contribution(const Lanes& row, double query, double scale) {
  if (kMixed && scale != scale) return either(row == all(query), all(0.0), all(1.0));
  const Lanes delta = (row - all(query)) * all(scale);
  return delta * delta;
}

constexpr std::size_t kGroup = 32;
constexpr std::size_t kChains = kGroup / kWidth;

// Four independent sums hide the latency of addition (one alone took three times as long).
template <bool kMixed>
DRIFTSIFT_INLINE unsigned group_distances(const double* rows, const double* query, const double* scale,
                                          std::size_t features, double bound, double* squared) {
  constexpr std::size_t kStretch = 16;  // features between two looks at the bound
  Lanes total[kChains] = {all(0.0), all(0.0), all(0.0), all(0.0)};
  unsigned near = 0;
  for (std::size_t f = 0; f < features;) {
    const std::size_t end = f + kStretch < features ? f + kStretch : features;
    for (; f < end; ++f)
      for (std::size_t c = 0; c < kChains; ++c)
        total[c] = total[c] + contribution<kMixed>(load(rows + f * kGroup + c * kWidth), query[f], scale[f]);
    near = 0;
    for (std::size_t c = 0; c < kChains; ++c) near |= mask_of(total[c] <= all(bound)) << (c * kWidth);
    if (near == 0) return 0;
  }
  for (std::size_t c = 0; c < kChains; ++c) store(squared + c * kWidth, total[c]);
  return near;
}

unsigned distances(const double* rows, const double* query, const double* scale, std::size_t features, bool mixed,
                   double bound, double* squared) {
  return mixed ? group_distances<true>(rows, query, scale, features, bound, squared)
               : group_distances<false>(rows, query, scale, features, bound, squared);
}

unsigned distances_missing(const double* rows, const double* query, const double* scale, std::size_t features,
                           double bound, double* squared) {
  unsigned near = 0;
  for (std::size_t c = 0; c < kChains; ++c) {
    Lanes total = all(0.0), compared = all(0.0);
    for (std::size_t f = 0; f < features; ++f) {
      if (query[f] != query[f]) continue;
      const Lanes row = load(rows + f * kGroup + c * kWidth);
      const Bits known = row == row;
      total = total + either(known, contribution<true>(row, query[f], scale[f]), all(0.0));
      compared = compared + either(known, all(1.0), all(0.0));
    }
    const Lanes full = total * (all(static_cast<double>(features)) / compared);
    near |= mask_of((compared > all(0.0)) & (full <= all(bound))) << (c * kWidth);
    store(squared + c * kWidth, full);
  }
  return near;
}

void range(const double* column, std::size_t stride, std::size_t groups, double* low, double* high) {
  Lanes smallest = all(__builtin_inf()), biggest = all(-__builtin_inf());
  for (std::size_t g = 0; g < groups; ++g)
    for (std::size_t c = 0; c < kChains; ++c) {
      const Lanes v = load(column + g * stride + c * kWidth);
      smallest = either(v < smallest, v, smallest);
      biggest = either(v > biggest, v, biggest);
    }
  *low = __builtin_inf();
  *high = -__builtin_inf();
  for (std::size_t i = 0; i < kWidth; ++i) {
    if (lane(smallest, i) < *low) *low = lane(smallest, i);
    if (lane(biggest, i) > *high) *high = lane(biggest, i);
  }
}

}  // namespace

#define DRIFTSIFT_JOIN(a, b) a##b
#define DRIFTSIFT_TABLE(level) DRIFTSIFT_JOIN(kernels_, level)
#define DRIFTSIFT_TEXT_OF(level) #level
#define DRIFTSIFT_TEXT(level) DRIFTSIFT_TEXT_OF(level)

extern const Kernels DRIFTSIFT_TABLE(DRIFTSIFT_KERNELS);
const Kernels DRIFTSIFT_TABLE(DRIFTSIFT_KERNELS) = {
    DRIFTSIFT_TEXT(DRIFTSIFT_KERNELS),
    copy_row,
    any_infinite,
    complete_scores,
    complete_learn,
    complete_run,
    softmax,
    pooled_moments,
    class_fit,
    update,
    zero_category,
    distances,
    distances_missing,
    range,
};

}  // namespace driftsift::simd
