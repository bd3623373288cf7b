// The features a distance is taken over, and how much each of them counts.
#pragma once

#include <cstdint>
#include <span>

namespace driftsift {

struct Emphasis {
  std::span<const std::int32_t> features;  // those with a weight above 0, in ascending order
  std::span<const double> weights;         // of all features
  double total = 0.0;
};

}  // namespace driftsift
