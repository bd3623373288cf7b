// What can be chosen about the interaction lookahead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace driftsift {

struct LookaheadOptions {
  std::size_t window = 300;
  std::size_t levels = 3;
  double alpha = 0.01;
  std::size_t period = 75;  // rows between two scans; 0: only when told to
  std::int32_t order = 2;
  bool extend = true;
  std::int32_t min_cell = 20;
  std::size_t max_seeds = 50;
  std::size_t max_features = 2000;
  std::int32_t min_support = 5;
  std::optional<std::vector<std::int32_t>> anchors;
  bool permute = false;
  std::int32_t permutations = 99;
  std::uint64_t seed = 0;

  // Shares of the pairs, one per scan, so that all have been looked at after a window of rows.
  std::size_t shares() const { return period > 0 ? (window + period - 1) / period : 1; }

  double level_of_singles() const { return 0.4 * alpha; }
  double level_of_pairs() const { return 0.4 * alpha; }
  // Extensions and triples share a fifth.
  double level_beyond() const { return order == 3 && extend ? 0.1 * alpha : 0.2 * alpha; }
};

}  // namespace driftsift
