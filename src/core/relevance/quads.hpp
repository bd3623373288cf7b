// Counts of a category or cell: of all classes, then of each, filled up to a multiple of four. Most streams have two or
// three classes, so that one vector holds them all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/buffer.hpp"

namespace driftsift {

using Counts = std::vector<std::int32_t, AlignedAllocator<std::int32_t>>;
using Quad = std::int32_t __attribute__((vector_size(16), may_alias));

inline std::size_t counts_per_kind(int classes) { return (static_cast<std::size_t>(classes) + 4) / 4 * 4; }

inline void add_counts(std::int32_t* target, const std::int32_t* more, std::size_t n) {
  for (std::size_t i = 0; i < n; i += 4)
    *reinterpret_cast<Quad*>(target + i) += *reinterpret_cast<const Quad*>(more + i);
}
inline void take_counts(std::int32_t* target, const std::int32_t* less, std::size_t n) {
  for (std::size_t i = 0; i < n; i += 4)
    *reinterpret_cast<Quad*>(target + i) -= *reinterpret_cast<const Quad*>(less + i);
}

}  // namespace driftsift
