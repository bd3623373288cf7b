// What a third feature says within the cells of a pair: one greedy step beyond pairs, along the paths of decision
// trees.
#pragma once

#include <algorithm>
#include <vector>

#include "relevance/chi_square.hpp"
#include "relevance/lookahead/findings.hpp"
#include "relevance/lookahead/given.hpp"
#include "relevance/lookahead/options.hpp"

namespace driftsift {

class PairExtension {
 public:
  PairExtension(const LookaheadOptions& options, const LevelSets& sets, const ClassSets& classes,
                const EntropyTable& table)
      : options_(options), sets_(sets), classes_(classes), table_(table), scan_(sets, classes, table) {}

  // Of the strongest pairs, among so many features. Each test counts, whether or not it could be passed.
  std::vector<Finding> of(const std::vector<Finding>& pairs, std::size_t features) {
    const auto seeds = strongest(pairs);
    if (seeds.empty() || classes_.count() < 2) return {};
    CriticalValues bars(options_.level_beyond() / (static_cast<double>(seeds.size()) * static_cast<double>(features)),
                        table_);
    std::vector<Finding> found;
    for (const auto* seed : seeds) extend(*seed, bars, found);
    return found;
  }

 private:
  std::vector<const Finding*> strongest(const std::vector<Finding>& pairs) const {
    std::vector<const Finding*> seeds;
    for (const auto& pair : pairs) seeds.push_back(&pair);
    const auto weaker = [](const Finding* pair) { return std::min(pair->g[0], pair->g[1]); };
    std::stable_sort(seeds.begin(), seeds.end(),
                     [&](const Finding* a, const Finding* b) { return weaker(a) > weaker(b); });
    seeds.resize(std::min(seeds.size(), options_.max_seeds));
    return seeds;
  }

  void extend(const Finding& seed, CriticalValues& bars, std::vector<Finding>& found) {
    const auto i = sets_.place_of(seed.features[0]), j = sets_.place_of(seed.features[1]);
    if (i == sets_.places() || j == sets_.places()) return;  // takes no part since it was found
    scan_.given(large_cells(i, j));
    scan_.each(0, [&](std::size_t k) {
      if (k == i || k == j) return;
      if (sets_.complete(k) && scan_.sum() - scan_.conditional() <= bars.sum(1)) return;
      if (const auto evidence = significant_evidence(table_, scan_.counts(), bars))
        found.push_back(Finding::of({seed.features[0], seed.features[1], sets_.feature(k)}, {*evidence}));
    });
  }

  // Without the small ones, which on nominal features would let in much that is not there.
  Words large_cells(std::size_t i, std::size_t j) const {
    Words cells, large;
    add_joint_cells(sets_, classes_, i, j, cells);
    const auto words = static_cast<std::ptrdiff_t>(sets_.words());
    for (auto cell = cells.begin(); cell != cells.end(); cell += words)
      if (rows_in(&*cell, sets_.words()) >= options_.min_cell) large.insert(large.end(), cell, cell + words);
    return large;
  }

  const LookaheadOptions& options_;
  const LevelSets& sets_;
  const ClassSets& classes_;
  const EntropyTable& table_;
  GivenScan scan_;
};

}  // namespace driftsift
