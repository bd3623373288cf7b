// The loops of naive Bayes.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/elementary.hpp"
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

constexpr double kTiny = 2.2250738585072014e-308;

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

bool all_codes(const double* row, const double* categories, std::size_t n) {
  constexpr double kWholeFrom = 0x1p52;  // added and taken off again, it leaves whole numbers as they are
  Bits sound = all_bits(-1);
  for (std::size_t i = 0; i < n; i += kWidth) {
    const std::size_t left = n - i;
    const Lanes v = left < kWidth ? load_first(row + i, left) : load_loose(row + i);
    const Lanes most = left < kWidth ? load_first(categories + i, left) : load_loose(categories + i);
    const Bits whole = (v + all(kWholeFrom)) - all(kWholeFrom) == v;
    const Bits code = (v >= all(0.0)) & (v < most) & whole;
    sound = sound & (code | (v != v) | (most == all(0.0)));
  }
  return mask_of(sound) == 0xff;
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

}  // namespace
}  // namespace driftsift::simd
