// Class weights by value of one numeric feature: a bin for each of the first values, later ones join the bin they lie
// in. Without a limit every value has its own bin.
#pragma once

#include <algorithm>
#include <vector>

#include "data/buffer.hpp"
#include "data/state.hpp"

namespace driftsift {

class ValueBins {
 public:
  // limit 0: none.
  ValueBins(std::size_t classes, std::size_t limit) : classes_(classes), limit_(limit) {}

  void add(double value, std::size_t label, double weight) { weights_[bin(value) * classes_ + label] += weight; }

  // Visits the bins in ascending order: their boundary, the least of their values, and their class weights.
  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
      visit(boundaries_[b], std::span<const double>(weights_).subspan(b * classes_, classes_));
  }

  void grow(std::size_t classes) {
    weights_ = widened(weights_, classes_, classes);
    classes_ = classes;
  }

  void describe(State& state) {
    if (state.measuring()) return state.scratch((boundaries_.size() + weights_.size()) * sizeof(double));
    state.field("boundaries", boundaries_);
    state.field("weights", weights_);
    state.expect(limit_ == 0 || boundaries_.size() <= limit_, "boundaries", "are too many");
    state.expect(weights_.size() == boundaries_.size() * classes_, "weights", "have the wrong length");
    for (std::size_t b = 0; b < boundaries_.size(); ++b)
      state.expect(boundaries_[b] - boundaries_[b] == 0.0 && (b == 0 || boundaries_[b - 1] < boundaries_[b]),
                   "boundaries", "are not in order");
    for (auto weight : weights_) state.expect(weight >= 0.0, "weights", "holds a negative amount");
  }

 private:
  std::size_t bin(double value) {
    const auto after = std::upper_bound(boundaries_.begin(), boundaries_.end(), value);
    const auto at = static_cast<std::size_t>(after - boundaries_.begin());
    if (at > 0 && boundaries_[at - 1] == value) return at - 1;
    if (limit_ == 0 || boundaries_.size() < limit_) {
      boundaries_.insert(after, value);
      weights_.insert(weights_.begin() + static_cast<std::ptrdiff_t>(at * classes_), classes_, 0.0);
      return at;
    }
    if (at == 0) boundaries_[0] = value;
    return at == 0 ? 0 : at - 1;
  }

  std::size_t classes_;
  std::size_t limit_;
  Buffer boundaries_;
  Buffer weights_;  // [bin][class]
};

}  // namespace driftsift
