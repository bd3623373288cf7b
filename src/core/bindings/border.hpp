// What crosses the border between Python and the core: arrays in, arrays out, state as a dict of plain data.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <optional>
#include <string>
#include <type_traits>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<nb::numpy, T>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A value no learner may see: infinite, or not a category code of its feature. Python says which one it is.
class BadValue : public std::runtime_error {
 public:
  BadValue() : std::runtime_error("a value is infinite or not a category code") {}
};

// The rows of one call: a matrix, or (data, indices, indptr, columns) of a CSR matrix.
class Rows {
 public:
  explicit Rows(const nb::object& source);

  const Block& block() const { return block_; }

 private:
  nb::object keep_alive_;
  Block block_;
};

// Throws for what no learner may see: the wrong width, an infinite value, a code outside the categories.
void check(const Block& block, const Schema& schema);

template <class T, class Values>
Array<T> to_array(Values values) {
  auto* kept = new Values(std::move(values));  // freed by the capsule, when NumPy lets go of the array
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Values*>(p); });
  return Array<T>(kept->data(), {kept->size()}, owner);
}

template <class T>
Array<T> matrix_array(std::vector<T> values, std::size_t rows, std::size_t columns) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return Array<T>(kept->data(), {rows, columns}, owner);
}

class SaveState final : public State {
 public:
  nb::dict tree;

  void field(const char* name, std::int64_t& value) override { tree[name] = value; }
  void field(const char* name, double& value) override { tree[name] = value; }
  void field(const char* name, std::string& bytes) override { tree[name] = nb::bytes(bytes.data(), bytes.size()); }
  void field(const char* name, Buffer& values) override { tree[name] = to_array<double>(values); }
  void field(const char* name, std::vector<std::int32_t>& values) override {
    tree[name] = to_array<std::int32_t>(values);
  }
  void field(const char* name, std::vector<std::int64_t>& values) override {
    tree[name] = to_array<std::int64_t>(values);
  }
  void child(const char* name, const std::function<void(State&)>& describe) override;
  void scratch(std::size_t) override {}
};

class LoadState final : public State {
 public:
  explicit LoadState(nb::dict tree) : tree_(std::move(tree)) {}

  bool loading() const override { return true; }
  void field(const char* name, std::int64_t& value) override { value = get<std::int64_t>(name); }
  void field(const char* name, double& value) override { value = get<double>(name); }
  void field(const char* name, std::string& bytes) override;
  void field(const char* name, Buffer& values) override { read<double>(name, values); }
  void field(const char* name, std::vector<std::int32_t>& values) override { read<std::int32_t>(name, values); }
  void field(const char* name, std::vector<std::int64_t>& values) override { read<std::int64_t>(name, values); }
  void child(const char* name, const std::function<void(State&)>& describe) override;
  void scratch(std::size_t) override {}

 private:
  nb::object entry(const char* name) const;

  template <class T>
  T get(const char* name) const {
    T value{};
    if (!nb::try_cast(entry(name), value)) throw StateError(std::string(name) + " has the wrong type");
    return value;
  }

  template <class T, class Values>
  void read(const char* name, Values& values) const {
    Vector<T> array;
    if (!nb::try_cast(entry(name), array, false)) throw StateError(std::string(name) + " has the wrong type");
    values.assign(array.data(), array.data() + array.shape(0));
  }

  nb::dict tree_;
};

// The lock of an object that works without the GIL: native models keep scratch memory.
class Busy {
 public:
  // Whoever waits for the lock must not hold the GIL, which a foreign learner may need to give the lock back.
  template <class Work>
  void unlocked(Work work) {
    nb::gil_scoped_release no_gil;
    const std::lock_guard guard(mutex_);
    work();
  }

  // For work with Python objects. Whoever holds the lock may be waiting for the GIL: it is given up only to wait, as
  // giving it up and taking it again takes longer than most work here.
  template <class Work>
  std::invoke_result_t<Work> locked(Work work) {
    std::unique_lock guard(mutex_, std::try_to_lock);
    if (!guard) {
      nb::gil_scoped_release no_gil;
      guard.lock();
    }
    return work();
  }

 private:
  std::mutex mutex_;
};

template <class Described>
nb::dict save_state(Described& described) {
  SaveState state;
  described.describe(state);
  return state.tree;
}

}  // namespace driftsift
