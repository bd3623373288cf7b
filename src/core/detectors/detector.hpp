// The contract of every change detector, and what all of them share.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "data/state.hpp"

namespace driftsift {

enum class Level : std::uint8_t { stable, warning, drift };

// What a fallen mean does: nothing, start the detector afresh without a word, or be a drift like a risen one.
enum class OnDecrease : std::uint8_t { ignore, restart, alarm };

class Detector {
 public:
  virtual ~Detector() = default;

  // NaN is missing: it changes nothing and is stable. Other values must be ones that `refused` lets through.
  virtual Level update(double value) = 0;
  virtual void run(std::span<const double> values, Level* levels) = 0;

  // The position of the first value that is not what the detector takes; values.size() if all are.
  virtual std::size_t refused(std::span<const double> values) const = 0;
  virtual std::string takes() const = 0;

  // The mean of the values the detector now goes by, and their number; 0 without any.
  virtual double estimate() const = 0;
  virtual std::int64_t n() const = 0;

  // A detector with the same parameters that has seen nothing.
  virtual std::unique_ptr<Detector> fresh() const = 0;
  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;

  std::size_t bytes() {
    Measure measure;
    describe(measure);
    return measure.bytes + size();
  }
};

// Fills in the contract for a class that has `observe(value)`, `accepts(value)` and `parameters()`.
template <class Kind>
class DetectorOf : public Detector {
 public:
  Level update(double value) final { return std::isnan(value) ? Level::stable : self().observe(value); }

  void run(std::span<const double> values, Level* levels) final {
    for (std::size_t i = 0; i < values.size(); ++i) levels[i] = update(values[i]);
  }

  std::size_t refused(std::span<const double> values) const final {
    std::size_t i = 0;
    while (i < values.size() && (std::isnan(values[i]) || self().accepts(values[i]))) ++i;
    return i;
  }

  std::unique_ptr<Detector> fresh() const final { return std::make_unique<Kind>(self().parameters()); }
  std::size_t size() const final { return sizeof(Kind); }

 private:
  Kind& self() { return static_cast<Kind&>(*this); }
  const Kind& self() const { return static_cast<const Kind&>(*this); }
};

// Values of any size whose squares and sums stay far from infinity.
inline constexpr double kLargestValue = 1e100;
inline bool moderate(double value) { return std::abs(value) <= kLargestValue; }

// More values than any stream has.
inline constexpr std::size_t kMostValues = std::size_t{1} << 53;

// A fading amount goes on to 0: arithmetic with denormal numbers is slow.
inline double settled(double amount) { return std::abs(amount) < std::numeric_limits<double>::min() ? 0.0 : amount; }

inline void count(State& state, const char* name, std::int64_t& value) {
  state.field(name, value);
  state.expect(value >= 0 && static_cast<std::uint64_t>(value) <= kMostValues, name, "is out of range");
}

inline void number(State& state, const char* name, double& value, double least, double most) {
  state.field(name, value);
  state.expect(value >= least && value <= most, name, "is out of range");
}

}  // namespace driftsift
