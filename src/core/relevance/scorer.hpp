// The contract of every relevance score.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

class Scorer {
 public:
  virtual ~Scorer() = default;

  // What is observed may be forgotten again, as the score's own window demands.
  virtual void observe(const Row& row, int label, double weight) = 0;
  // One score per feature; higher is more relevant.
  virtual void scores(std::span<double> out) = 0;

  virtual void grow(int classes) = 0;
  virtual std::unique_ptr<Scorer> fresh(const Schema& schema) const = 0;
  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;
};

// A score of what features say about the class in a window, which can tell it from chance.
class RelevanceScorer : public Scorer {
 public:
  virtual std::size_t rows() const = 0;
  virtual std::size_t capacity() const = 0;
  // Scores without what independence alone would give.
  virtual void corrected_scores(std::span<double> out) = 0;
  // 1 for every feature that says more than chance would, at a level that holds for all of them together; else 0.
  virtual void significant(double alpha, std::span<std::uint8_t> out) = 0;
  // Observes as many as it can of these dense rows at once, maybe none, and gives their number; `out` has a line for
  // each with what is significant after it.
  virtual std::size_t observe_significant(const double* /*rows*/, const std::int32_t* /*labels*/, std::size_t /*n*/,
                                          double /*alpha*/, std::span<std::uint8_t> /*out*/) {
    return 0;
  }
  virtual std::unique_ptr<RelevanceScorer> again(const Schema& schema) const = 0;

  std::unique_ptr<Scorer> fresh(const Schema& schema) const final { return again(schema); }
};

}  // namespace driftsift
