// The classes of which rows have come: what a bound may depend on, as the classes still to come are not known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/state.hpp"

namespace driftsift {

class ClassesSeen {
 public:
  explicit ClassesSeen(int classes) : seen_(static_cast<std::size_t>(classes)) {}

  void see(int label) {
    auto& flag = seen_[static_cast<std::size_t>(label)];
    number_ += flag == 0;
    flag = 1;
  }
  int number() const { return number_; }
  bool has(std::size_t label) const { return seen_[label] != 0; }

  void grow(int classes) { seen_.resize(static_cast<std::size_t>(classes)); }

  void describe(State& state) {
    state.fixed("classes_seen", seen_);
    for (auto flag : seen_) state.expect((flag | 1) == 1, "classes_seen", "are flags");
    number_ = static_cast<int>(std::count(seen_.begin(), seen_.end(), 1));
  }

 private:
  std::vector<std::int32_t> seen_;
  int number_ = 0;
};

}  // namespace driftsift
