// All triples of features: each of the three given the other two. Only they show a parity of three.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "relevance/chi_square.hpp"
#include "relevance/lookahead/findings.hpp"
#include "relevance/lookahead/given.hpp"

namespace driftsift {

class TripleScan {
 public:
  // `pair_sums`: what PairScan gave for the pair of two places, the smaller one first, in a square of all places.
  TripleScan(const LevelSets& sets, const ClassSets& classes, const EntropyTable& table,
             const std::vector<std::int64_t>& pair_sums)
      : sets_(sets), classes_(classes), table_(table), pair_sums_(pair_sums), scan_(sets, classes, table) {}

  // With `level` for all triples of so many features; `leads` tells which places a triple may begin with.
  template <class Leads>
  std::vector<Finding> find(double level, std::size_t features, Leads leads) {
    const auto d = static_cast<double>(features);
    if (features < 3 || classes_.count() < 2) return {};
    CriticalValues bars(level / (d * (d - 1.0) * (d - 2.0) / 6.0), table_);
    std::vector<Finding> found;
    for (std::size_t i = 0; i < sets_.places(); ++i)
      for (std::size_t j = i + 1; leads(i) && j < sets_.places(); ++j)
        if (sets_.feature(i) != LevelSets::kNobody && sets_.feature(j) != LevelSets::kNobody)
          find_third(i, j, bars, found);
    std::sort(found.begin(), found.end(), [](const Finding& a, const Finding& b) { return a.features < b.features; });
    return found;
  }

 private:
  struct Member {
    std::int32_t feature;
    Evidence evidence;
  };

  void find_third(std::size_t i, std::size_t j, CriticalValues& bars, std::vector<Finding>& found) {
    cells_.clear();
    add_joint_cells(sets_, classes_, i, j, cells_);
    scan_.given(cells_);
    scan_.each(j / LevelSets::kSide, [&](std::size_t k) {
      if (k > j && promising(i, j, k, bars)) test(i, j, k, bars, found);
    });
  }

  bool promising(std::size_t i, std::size_t j, std::size_t k, CriticalValues& bars) const {
    if (!sets_.complete(i) || !sets_.complete(j) || !sets_.complete(k)) return true;
    const auto of = [&](std::size_t a, std::size_t b) { return pair_sums_[a * sets_.places() + b]; };
    return scan_.sum() - std::max({of(i, j), of(i, k), of(j, k)}) > bars.sum(1);
  }

  void test(std::size_t i, std::size_t j, std::size_t k, CriticalValues& bars, std::vector<Finding>& found) const {
    const auto as = sets_.levels(i), bs = sets_.levels(j), cs = sets_.levels(k), ys = classes_.count();
    const auto first = [&](std::size_t z, std::size_t a, std::size_t y) { return scan_(a * bs + z / cs, z % cs, y); };
    const auto second = [&](std::size_t z, std::size_t b, std::size_t y) { return scan_(z / cs * bs + b, z % cs, y); };
    const auto of_i = significant_evidence(table_, ConditionalCounts{bs * cs, as, ys, first}, bars);
    if (!of_i) return;
    const auto of_j = significant_evidence(table_, ConditionalCounts{as * cs, bs, ys, second}, bars);
    if (!of_j) return;
    const auto of_k = significant_evidence(table_, scan_.counts(), bars);
    if (!of_k) return;
    std::array<Member, 3> members{Member{sets_.feature(i), *of_i}, Member{sets_.feature(j), *of_j},
                                  Member{sets_.feature(k), *of_k}};
    std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.feature < b.feature; });
    found.push_back(Finding::of({members[0].feature, members[1].feature, members[2].feature},
                                {members[0].evidence, members[1].evidence, members[2].evidence}));
  }

  const LevelSets& sets_;
  const ClassSets& classes_;
  const EntropyTable& table_;
  const std::vector<std::int64_t>& pair_sums_;
  GivenScan scan_;
  Words cells_;
};

}  // namespace driftsift
