// The contract of every relevance score, and the window that drives it.
#pragma once

#include <memory>
#include <span>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

class Scorer {
 public:
  virtual ~Scorer() = default;

  virtual void observe(const Row& row, int label, double weight) = 0;
  virtual void forget(const Row& row, int label, double weight) = 0;
  // One score per feature; higher is more relevant.
  virtual void scores(std::span<double> out) = 0;

  virtual std::unique_ptr<Scorer> fresh(const Schema& schema) const = 0;
  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;
};

}  // namespace driftsift
