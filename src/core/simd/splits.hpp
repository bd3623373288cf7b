// The loops of trees: ranges of values, weights below a cut, gains of cuts.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>

#include "simd/elementary.hpp"
#include "simd/kernels.hpp"
#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

void widen(const double* x, double* low, double* high, std::size_t n) {
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Lanes v = load(x + i), least = load(low + i), most = load(high + i);
    store(low + i, either(v < least, v, least));
    store(high + i, either(v > most, v, most));
  }
}

// The polynomial with these factors, the one of the highest power first.
template <std::size_t N>
DRIFTSIFT_INLINE Lanes polynomial(const Lanes& v, const double (&factors)[N]) {
  Lanes sum = all(factors[0]);
  for (std::size_t i = 1; i < N; ++i) sum = sum * v + all(factors[i]);
  return sum;
}

// How much of a standard normal variable lies below z: Hart's rational function, beyond 7.07 the asymptotic one. The
// absolute error is below 1e-15.
DRIFTSIFT_INLINE Lanes normal_share(const Lanes& z) {
  const Lanes a = either(z < all(0.0), all(0.0) - z, z);
  const Lanes bell = exp_negative(a * a * all(-0.5));
  const Lanes over = polynomial(a, {3.52624965998911e-02, 0.700383064443688, 6.37396220353165, 33.912866078383,
                                    112.079291497871, 221.213596169931, 220.206867912376});
  const Lanes under = polynomial(a, {8.83883476483184e-02, 1.75566716318264, 16.064177579207, 86.7807322029461,
                                     296.564248779674, 637.333633378831, 793.826512519948, 440.413735824752});
  const Lanes far = all(0.3989422804014327) * (all(1.0) - all(1.0) / (a * a)) / a;
  const Lanes tail = bell * either(a < all(7.07106781186547), over / under, far);
  return either(z > all(0.0), all(1.0) - tail, tail);
}

// x log2 x; 0 for 0. The series of the artanh, whose argument is at most 0.172.
DRIFTSIFT_INLINE Lanes entropy_term(const Lanes& x) {
  constexpr double kRoot2 = 1.4142135623730951, kTwoOverLn2 = 2.8853900817779268;
  const Lanes raw = mantissa_of(x);
  const Bits large = raw > all(kRoot2);
  const Lanes m = either(large, raw * all(0.5), raw);
  const Lanes exponent = as_numbers(exponent_of(x)) + either(large, all(1.0), all(0.0));
  const Lanes s = (m - all(1.0)) / (m + all(1.0));
  const Lanes s2 = s * s;
  const Lanes series = polynomial(
      s2, {1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0});
  const Lanes logarithm = exponent + s * series * all(kTwoOverLn2);
  return either(x > all(0.0), x * logarithm, all(0.0));
}

void gaussian_cuts(const GaussianTable& t, std::size_t cuts, double* left) {
  for (std::size_t i = 0; i < t.width; i += kWidth) {
    Lanes low = all(__builtin_inf()), high = all(-__builtin_inf());
    for (std::size_t c = 0; c < t.classes; ++c) {
      const Lanes least = load(t.low + c * t.width + i), most = load(t.high + c * t.width + i);
      low = either(least < low, least, low);
      high = either(most > high, most, high);
    }
    for (std::size_t k = 0; k < cuts; ++k) {
      const Lanes cut = low + all(static_cast<double>(k + 1)) * (high - low) / all(static_cast<double>(cuts + 1));
      for (std::size_t c = 0; c < t.classes; ++c) {
        const std::size_t at = c * t.width + i;
        const Lanes count = load(t.count + at), mean = load(t.mean + at), inverse = load(t.inverse_deviation + at);
        const Lanes step = either(cut >= mean, all(1.0), all(0.0));
        const Lanes share = either(inverse > all(0.0), normal_share((cut - mean) * inverse), step);
        const Lanes inside = either(cut < load(t.low + at), all(0.0), count * share);
        store(left + (k * t.classes + c) * t.width + i, either(cut >= load(t.high + at), count, inside));
      }
    }
  }
}

void cut_gains(const double* left, const double* total, std::size_t cuts, std::size_t classes, std::size_t width,
               double least_share, double* gains) {
  for (std::size_t i = 0; i < width; i += kWidth) {
    Lanes n = all(0.0), spread = all(0.0);
    for (std::size_t c = 0; c < classes; ++c) {
      const Lanes count = load(total + c * width + i);
      n = n + count;
      spread = spread - entropy_term(count);
    }
    spread = spread + entropy_term(n);
    for (std::size_t k = 0; k < cuts; ++k) {
      Lanes below = all(0.0), above = all(0.0), terms = all(0.0);
      for (std::size_t c = 0; c < classes; ++c) {
        const Lanes under = load(left + (k * classes + c) * width + i);
        const Lanes over = load(total + c * width + i) - under;
        below = below + under;
        above = above + over;
        terms = terms + entropy_term(under) + entropy_term(over);
      }
      const Lanes gain = (spread - (entropy_term(below) + entropy_term(above) - terms)) / n;
      store(gains + k * width + i,
            either((below * all(least_share) > n) & (above * all(least_share) > n), gain, all(-1.0)));
    }
  }
}

}  // namespace
}  // namespace driftsift::simd
