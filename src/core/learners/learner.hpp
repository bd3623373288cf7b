// The contract of every classifier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

inline int largest(std::span<const double> votes) {
  return static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

class Learner {
 public:
  virtual ~Learner() = default;

  // One non-negative vote per class, the largest (of equals: the first) is the prediction. All 0 while
  // nothing has been learned. Not const: learners keep scratch memory.
  virtual void votes(const Row& row, std::span<double> out) = 0;
  virtual void learn(const Row& row, int label, double weight) = 0;

  // The index of the largest vote, for learners that know it without making the votes.
  virtual int predict(const Row& row) {
    scratch_votes_.resize(static_cast<std::size_t>(classes()));
    votes(row, scratch_votes_);
    return largest(scratch_votes_);
  }

  virtual int classes() const = 0;
  virtual void grow(int classes) = 0;
  // An untrained learner with the same parameters for rows of another schema.
  virtual std::unique_ptr<Learner> fresh(const Schema& schema) const = 0;

  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;

  std::size_t bytes() {
    Measure measure;
    describe(measure);
    return measure.bytes + size() + scratch_votes_.capacity() * sizeof(double);
  }

 private:
  Buffer scratch_votes_;
};

}  // namespace driftsift
