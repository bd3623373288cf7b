// The contract of every change detector.
#pragma once

#include <memory>

#include "data/state.hpp"

namespace driftsift {

enum class Level { stable, warning, drift };

class Detector {
 public:
  virtual ~Detector() = default;

  virtual Level update(double value) = 0;

  virtual std::unique_ptr<Detector> fresh() const = 0;
  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;
};

}  // namespace driftsift
