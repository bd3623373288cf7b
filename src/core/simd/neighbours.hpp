// The loops of nearest neighbours.
// Only for kernels.cpp: everything here has internal linkage, one copy per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/lanes.hpp"

namespace driftsift::simd {
namespace {

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

unsigned distances_weighted(const double* rows, const double* query, const double* scale, const std::int32_t* features,
                            std::size_t n, const double* weights, double weight_of_all, double bound, double* squared) {
  unsigned near = 0;
  for (std::size_t c = 0; c < kChains; ++c) {
    Lanes total = all(0.0), compared = all(0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const auto f = static_cast<std::size_t>(features[i]);
      if (query[f] != query[f]) continue;
      const Lanes row = load(rows + f * kGroup + c * kWidth);
      const Bits known = row == row;
      const Lanes weight = all(weights[f]);
      total = total + either(known, weight * contribution<true>(row, query[f], scale[f]), all(0.0));
      compared = compared + either(known, weight, all(0.0));
    }
    const Lanes full = either(compared == all(weight_of_all), total, total * (all(weight_of_all) / compared));
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
}  // namespace driftsift::simd
