// A native detector as Python holds it.
#pragma once

#include <array>
#include <charconv>
#include <limits>
#include <memory>
#include <string>

#include "bindings/border.hpp"
#include "detectors/adwin.hpp"

namespace driftsift {

inline std::string shortest(double number) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

// A detector as Python holds it. Calls from several threads are safe.
class NativeDetector {
 public:
  explicit NativeDetector(std::unique_ptr<Detector> detector) : detector_(std::move(detector)) {}

  int update(nb::handle next) {
    const double value = number(next);
    require({&value, 1});
    return busy_.locked([&] { return static_cast<int>(detector_->update(value)); });
  }

  Array<std::uint8_t> levels(Vector<double> values) {
    static_assert(sizeof(Level) == 1);
    require({values.data(), values.shape(0)});
    std::vector<std::uint8_t> out(values.shape(0));
    busy_.unlocked([&] { detector_->run({values.data(), values.shape(0)}, reinterpret_cast<Level*>(out.data())); });
    return to_array<std::uint8_t>(std::move(out));
  }

  double estimate() {
    return busy_.locked([&] { return detector_->estimate(); });
  }
  std::int64_t n() {
    return busy_.locked([&] { return detector_->n(); });
  }
  double variance() {
    return busy_.locked([&] {
      const auto* adwin = dynamic_cast<const ADWIN*>(detector_.get());
      return adwin == nullptr ? 0.0 : adwin->variance();
    });
  }
  std::size_t bytes() {
    return busy_.locked([&] { return detector_->bytes(); });
  }

  // One with the same parameters that has seen nothing.
  std::unique_ptr<Detector> fresh() const { return detector_->fresh(); }

  nb::dict state() {
    return busy_.locked([&] { return save_state(*detector_); });
  }

  // A damaged state changes nothing.
  void restore(nb::dict tree) {
    auto restored = detector_->fresh();
    LoadState state(std::move(tree));
    restored->describe(state);
    busy_.locked([&] { detector_ = std::move(restored); });
  }

 private:
  // None is missing, like NaN.
  static double number(nb::handle value) {
    if (value.is_none()) return std::numeric_limits<double>::quiet_NaN();
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return number;
  }

  void require(std::span<const double> values) const {
    const auto i = detector_->refused(values);
    if (i == values.size()) return;
    const auto message =
        "value " + shortest(values[i]) + " at position " + std::to_string(i) + " is not " + detector_->takes();
    throw nb::value_error(message.c_str());
  }

  std::unique_ptr<Detector> detector_;
  Busy busy_;
};

}  // namespace driftsift
