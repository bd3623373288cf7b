// The contract of what stands in front of a learner and changes its feature space.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

enum class Change { unchanged, changed };

class Transformer {
 public:
  virtual ~Transformer() = default;

  // Learns from a row; `changed` when the projection is another one from now on.
  virtual Change observe(const Row& row, int label, double weight) = 0;
  virtual Row project(const Row& row) = 0;
  virtual Schema projected() const = 0;
  // Whether it learns nothing: `observe` may be left out.
  virtual bool fixed() const { return false; }

  virtual void grow(int classes) = 0;
  virtual std::unique_ptr<Transformer> fresh(const Schema& schema) const = 0;
  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;
};

// The projection onto some of the features, in ascending order.
class Selection {
 public:
  explicit Selection(std::size_t dimension) : place_(dimension, -1) {}

  const std::vector<std::int32_t>& features() const { return features_; }

  void choose(std::vector<std::int32_t> features) {
    for (auto feature : features)
      if (feature < 0 || static_cast<std::size_t>(feature) >= place_.size())
        throw std::out_of_range("a selected feature is not there");
    for (auto feature : features_) place_[static_cast<std::size_t>(feature)] = -1;
    features_ = std::move(features);
    features_.shrink_to_fit();
    for (std::size_t i = 0; i < features_.size(); ++i)
      place_[static_cast<std::size_t>(features_[i])] = static_cast<std::int32_t>(i);
    values_ = Buffer(features_.size());
    stored_ = {};
    stored_.reserve(features_.size());
  }

  Row project(const Row& row) {
    for (std::size_t i = 0; i < features_.size(); ++i) values_[i] = row.values[static_cast<std::size_t>(features_[i])];
    stored_.clear();
    for (auto column : row.stored)
      if (const auto place = place_[static_cast<std::size_t>(column)]; place >= 0) stored_.push_back(place);
    return {values_, stored_, row.sparse};
  }

  void describe(State& state) {
    if (state.measuring())
      return state.scratch(values_.capacity() * sizeof(double) +
                           (features_.capacity() + stored_.capacity() + place_.capacity()) * sizeof(std::int32_t));
    auto chosen = features_;
    state.field("features", chosen);
    if (state.loading()) {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const bool inside = chosen[i] >= 0 && static_cast<std::size_t>(chosen[i]) < place_.size();
        state.expect(inside && (i == 0 || chosen[i - 1] < chosen[i]), "features", "are not ascending columns");
      }
      choose(std::move(chosen));
    }
  }

 private:
  std::vector<std::int32_t> features_;
  std::vector<std::int32_t> place_;  // position of a feature among the chosen ones, -1 if it is left out
  Buffer values_;
  std::vector<std::int32_t> stored_;
};

}  // namespace driftsift
