// What the core needs to know of a stream's columns and classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace driftsift {

struct Schema {
  std::vector<std::int32_t> categories;  // per feature; 0 for a numeric one
  int classes = 0;

  std::size_t dimension() const { return categories.size(); }
  bool numeric(std::size_t feature) const { return categories[feature] == 0; }

  bool admits(std::size_t feature, double value) const {
    if (value != value) return true;
    if (numeric(feature)) return value - value == 0.0;
    return value >= 0.0 && value < categories[feature] &&
           value == static_cast<double>(static_cast<std::int64_t>(value));
  }

  Schema select(std::span<const std::int32_t> features) const {
    Schema chosen;
    chosen.classes = classes;
    chosen.categories.reserve(features.size());
    for (auto feature : features) chosen.categories.push_back(categories[static_cast<std::size_t>(feature)]);
    return chosen;
  }
};

}  // namespace driftsift
