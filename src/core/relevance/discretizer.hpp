// The contract of what turns the values of one numeric feature into bins.
#pragma once

#include <memory>
#include <span>

#include "data/state.hpp"
#include "relevance/contingency.hpp"
#include "relevance/value_queue.hpp"

namespace driftsift {

// What happens to the window of a feature with one instance of the stream: a value enters, or the oldest one leaves,
// or both. `now` counts the instances; `full` tells whether the window of instances has its length.
struct Passage {
  const Labelled* in = nullptr;
  const Labelled* out = nullptr;
  std::int64_t now = 0;
  bool full = false;
};

// Looks at the counts of a feature after every instance, given by its number. Where a feature is complete and there are
// two classes, sums tell that there is nothing to see: those of `classes` with those of the feature stay below a bar.
class Onlooker {
 public:
  virtual ~Onlooker() = default;
  virtual void look(std::size_t f, std::int64_t now) = 0;
  // From an instance on: the sum for all rows less that for the classes.
  virtual const std::int64_t* classes(std::int64_t now) const = 0;
  // For every number of bins that occur.
  virtual const std::int64_t* bars() const = 0;
};

class Discretizer {
 public:
  virtual ~Discretizer() = default;

  // Keeps the counts of feature f true to its window; they are 0 as long as it has no bins.
  virtual void update(const Passage& passage, Contingency& counts, std::size_t f) = 0;

  // Whether there is a quick way for many values.
  virtual bool passes() const { return false; }
  // Takes as many as it can of these values at once, each of which pushes the oldest one out of a full window, as if
  // one by one, and gives their number. `now` is that of the first. The counts are right after all of them, or after
  // each where someone looks.
  virtual std::size_t pass(std::span<const Labelled>, std::int64_t /*now*/, Contingency&, std::size_t /*f*/,
                           Onlooker* /*may be null*/) {
    return 0;
  }

  virtual std::int32_t most_bins() const = 0;
  virtual bool ready() const = 0;
  // Where the next bin begins, in units of the feature. Bins may be empty for good, and then begin nowhere.
  virtual Buffer cuts() const = 0;
  // The number of a value's bin in the table; only where it is ready.
  virtual std::int32_t bin_of(double value) const = 0;
  // The bins that are not empty for good, as numbers in the table.
  virtual std::vector<std::int32_t> bins() const = 0;

  virtual void grow(int classes) = 0;
  virtual std::unique_ptr<Discretizer> fresh(int classes) const = 0;
  // What cannot be made of the values alone; afterwards `refill` with the values, oldest first, counts them.
  virtual void describe(State& state) = 0;
  virtual void refill(const ValueQueue& values, Contingency& counts, std::size_t f) = 0;
  virtual std::size_t bytes() const = 0;
};

}  // namespace driftsift
