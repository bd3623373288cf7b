// A model describes its state once, as named numbers and arrays; measuring, saving and loading are three
// visitors of that one description.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/buffer.hpp"

namespace driftsift {

class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class State {
 public:
  virtual ~State() = default;

  virtual bool loading() const { return false; }
  virtual bool measuring() const { return false; }
  virtual void field(const char* name, std::int64_t& value) = 0;
  virtual void field(const char* name, double& value) = 0;
  virtual void field(const char* name, std::string& bytes) = 0;
  virtual void field(const char* name, Buffer& values) = 0;
  virtual void field(const char* name, std::vector<std::int32_t>& values) = 0;
  virtual void field(const char* name, std::vector<std::int64_t>& values) = 0;
  virtual void child(const char* name, const std::function<void(State&)>& describe) = 0;
  // Memory that holds nothing worth saving.
  virtual void scratch(std::size_t bytes) = 0;

  // A field whose length the parameters already fix; anything else in a file is damage.
  template <class Values>
  void fixed(const char* name, Values& values) {
    const auto size = values.size();
    field(name, values);
    expect(values.size() == size, name, "has the wrong length");
  }

  // Sums of weights that only ever grow.
  void amounts(const char* name, Buffer& values) {
    fixed(name, values);
    for (auto value : values) expect(value >= 0.0, name, "holds a negative amount");
  }

  void counter(const char* name, std::size_t& value, std::size_t limit) {
    auto number = static_cast<std::int64_t>(value);
    field(name, number);
    expect(number >= 0 && static_cast<std::uint64_t>(number) <= limit, name, "is out of range");
    value = static_cast<std::size_t>(number);
  }

  void expect(bool sound, const char* name, const char* complaint) const {
    if (!sound && loading()) throw StateError(std::string(name) + " " + complaint);
  }
};

class Measure final : public State {
 public:
  std::size_t bytes = 0;

  bool measuring() const override { return true; }
  void field(const char*, std::int64_t&) override {}
  void field(const char*, double&) override {}
  void field(const char*, std::string& text) override { bytes += text.capacity(); }
  void field(const char*, Buffer& values) override { bytes += values.capacity() * sizeof(double); }
  void field(const char*, std::vector<std::int32_t>& values) override { bytes += values.capacity() * 4; }
  void field(const char*, std::vector<std::int64_t>& values) override { bytes += values.capacity() * 8; }
  void child(const char*, const std::function<void(State&)>& describe) override { describe(*this); }
  void scratch(std::size_t more) override { bytes += more; }
};

}  // namespace driftsift
