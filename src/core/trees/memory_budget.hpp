// Keeps a tree within its memory: leaves whose majority errs least no longer observe features.
#pragma once

#include <algorithm>
#include <vector>

#include "trees/growth.hpp"

namespace driftsift {

class MemoryBudget {
 public:
  // limit 0: none.
  explicit MemoryBudget(std::size_t limit) : limit_(limit) {}

  // To be called once per learned row.
  void keep(Growth& growth, Node& root) {
    if (limit_ == 0) return;
    const bool swollen = growth.leaves_swell() && ++since_ >= kEvery;
    if (growth.leaves_made() < next_ && !swollen) return;
    since_ = 0;
    enforce(growth, root);
  }

  void describe(State& state) {
    state.field("since_memory_check", since_);
    state.field("next_memory_check", next_);
    state.expect(since_ >= 0 && since_ < kEvery, "since_memory_check", "is out of range");
    state.expect(next_ >= 0, "next_memory_check", "is out of range");
  }

 private:
  static constexpr std::int64_t kEvery = 10'000;  // rows, where leaves swell
  static constexpr std::int64_t kMore = 16;  // otherwise when there are a sixteenth more leaves: looking takes long

  void enforce(Growth& growth, Node& root) {
    std::vector<Leaf*> leaves;
    root.each([&](Node& node) {
      if (node.leaf) leaves.push_back(node.leaf.get());
    });
    std::stable_sort(leaves.begin(), leaves.end(), [](Leaf* a, Leaf* b) { return a->promise() > b->promise(); });
    Measure all;
    growth.describe(all, root);
    std::size_t active = 0, taken = 0;
    for (auto* leaf : leaves)
      if (leaf->active()) {
        Measure one;
        leaf->describe(one, growth.schema());
        taken += one.bytes;
        ++active;
      }
    next_ = growth.leaves_made() + static_cast<std::int64_t>(leaves.size()) / kMore + 1;
    if (active == 0) return;
    const std::size_t fixed = all.bytes - taken;
    const std::size_t affordable = limit_ > fixed ? (limit_ - fixed) / std::max<std::size_t>(taken / active, 1) : 0;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (i < affordable && !leaves[i]->active()) growth.activate(*leaves[i]);
      if (i >= affordable && leaves[i]->active()) leaves[i]->deactivate();
    }
  }

  std::size_t limit_;
  std::int64_t since_ = 0;
  std::int64_t next_ = 0;  // leaves made
};

}  // namespace driftsift
