// Room `data`: rows, state and randomness.
#include <numeric>

#include "bindings/border.hpp"
#include "bindings/rooms.hpp"
#include "data/randomness.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

namespace {

void check_csr(const Block& block, std::size_t entries) {
  if (block.indptr[0] != 0 || block.indptr[block.rows] != static_cast<std::int64_t>(entries))
    throw nb::value_error("indptr does not span the stored entries");
  for (std::size_t i = 0; i < block.rows; ++i) {
    if (block.indptr[i] > block.indptr[i + 1] || block.indptr[i + 1] > static_cast<std::int64_t>(entries))
      throw nb::value_error("indptr must not decrease");
    for (auto k = block.indptr[i]; k < block.indptr[i + 1]; ++k) {
      const auto column = block.indices[k];
      if (column < 0 || static_cast<std::size_t>(column) >= block.columns)
        throw nb::value_error("a column index is outside the matrix");
      if (k > block.indptr[i] && block.indices[k - 1] >= column)
        throw nb::value_error("column indices must ascend within a row");
    }
  }
}

void check_value(double value, std::size_t column, const Schema& schema) {
  if (!schema.admits(column, value)) throw BadValue();
}

void check_dense(const Block& block, const Schema& schema) {
  std::vector<std::size_t> suspects;
  for (std::size_t f = 0; f < schema.dimension(); ++f)
    if (!schema.numeric(f)) suspects.push_back(f);
  if (simd::kernels().any_infinite(block.dense, block.rows * block.columns)) {
    suspects.resize(block.columns);
    std::iota(suspects.begin(), suspects.end(), std::size_t{0});
  }
  if (suspects.empty()) return;
  for (std::size_t i = 0; i < block.rows; ++i)
    for (auto f : suspects) check_value(block.dense[i * block.columns + f], f, schema);
}

void check_sparse(const Block& block, const Schema& schema) {
  for (std::size_t i = 0; i < block.rows; ++i)
    for (auto k = block.indptr[i]; k < block.indptr[i + 1]; ++k)
      check_value(block.data[k], static_cast<std::size_t>(block.indices[k]), schema);
}

nb::tuple draw_range(std::uint64_t seed, std::uint32_t purpose, std::uint32_t unit, std::uint64_t start, std::size_t n,
                     std::uint32_t sub) {
  std::vector<std::uint64_t> a(n), b(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto word = draw(seed, static_cast<Purpose>(purpose), unit, start + i, sub);
    a[i] = word.a;
    b[i] = word.b;
  }
  return nb::make_tuple(to_array<std::uint64_t>(std::move(a)), to_array<std::uint64_t>(std::move(b)));
}

nb::tuple draw_at(std::uint64_t seed, std::uint32_t purpose, std::uint32_t unit, Vector<std::uint64_t> t,
                  Vector<std::uint32_t> sub) {
  if (t.shape(0) != sub.shape(0)) throw nb::value_error("t and sub differ in length");
  std::vector<std::uint64_t> a(t.shape(0)), b(t.shape(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto word = draw(seed, static_cast<Purpose>(purpose), unit, t.data()[i], sub.data()[i]);
    a[i] = word.a;
    b[i] = word.b;
  }
  return nb::make_tuple(to_array<std::uint64_t>(std::move(a)), to_array<std::uint64_t>(std::move(b)));
}

}  // namespace

Rows::Rows(const nb::object& source) : keep_alive_(source) {
  Matrix dense;
  if (nb::try_cast(source, dense, false)) {
    block_.rows = dense.shape(0);
    block_.columns = dense.shape(1);
    block_.dense = dense.data();
    return;
  }
  Vector<double> data;
  Vector<std::int32_t> indices;
  Vector<std::int64_t> indptr;
  std::size_t columns = 0;
  const bool csr = nb::isinstance<nb::tuple>(source) && nb::len(source) == 4 && nb::try_cast(source[0], data, false) &&
                   nb::try_cast(source[1], indices, false) && nb::try_cast(source[2], indptr, false) &&
                   nb::try_cast(source[3], columns);
  if (!csr || indptr.shape(0) == 0 || data.shape(0) != indices.shape(0))
    throw nb::type_error("rows are a C-order float64 matrix or (data, indices, indptr, columns)");
  block_ = {indptr.shape(0) - 1, columns, nullptr, data.data(), indices.data(), indptr.data()};
  check_csr(block_, data.shape(0));
}

void check(const Block& block, const Schema& schema) {
  if (block.columns != schema.dimension())
    throw nb::value_error(("rows have " + std::to_string(block.columns) + " features, the model has " +
                           std::to_string(schema.dimension()))
                              .c_str());
  if (block.sparse())
    check_sparse(block, schema);
  else
    check_dense(block, schema);
}

void SaveState::child(const char* name, const std::function<void(State&)>& describe) {
  SaveState inner;
  describe(inner);
  tree[name] = inner.tree;
}

nb::object LoadState::entry(const char* name) const {
  if (!tree_.contains(name)) throw StateError(std::string(name) + " is missing");
  return nb::borrow(tree_[name]);
}

void LoadState::field(const char* name, std::string& bytes) {
  const auto value = entry(name);
  if (!nb::isinstance<nb::bytes>(value)) throw StateError(std::string(name) + " has the wrong type");
  const auto text = nb::borrow<nb::bytes>(value);
  bytes.assign(static_cast<const char*>(text.data()), text.size());
}

void LoadState::child(const char* name, const std::function<void(State&)>& describe) {
  const auto value = entry(name);
  if (!nb::isinstance<nb::dict>(value)) throw StateError(std::string(name) + " has the wrong type");
  LoadState inner(nb::borrow<nb::dict>(value));
  describe(inner);
}

void bind_data(nb::module_& m) {
  nb::exception<BadValue>(m, "BadValue", PyExc_ValueError);
  nb::exception<StateError>(m, "StateError", PyExc_ValueError);

  nb::class_<Schema>(m, "Schema")
      .def(
          "__init__",
          [](Schema* self, std::vector<std::int32_t> categories, int classes) {
            if (classes < 1) throw nb::value_error("a schema needs a class");
            for (auto count : categories)
              if (count < 0) throw nb::value_error("a feature cannot have a negative number of categories");
            new (self) Schema{std::move(categories), classes};
          },
          nb::arg("categories"), nb::arg("classes"))
      .def_ro("classes", &Schema::classes)
      .def_ro("categories", &Schema::categories);

  m.def("draw_range", &draw_range, nb::arg("seed"), nb::arg("purpose"), nb::arg("unit"), nb::arg("start"), nb::arg("n"),
        nb::arg("sub"));
  m.def("draw_at", &draw_at, nb::arg("seed"), nb::arg("purpose"), nb::arg("unit"), nb::arg("t"), nb::arg("sub"));
  m.def("simd_level", [] { return std::string(simd::kernels().name); });
  m.def("simd_levels", [] {
    std::vector<std::string> names;
    for (auto name = simd::available_levels(); *name != nullptr; ++name) names.emplace_back(*name);
    return names;
  });
}

}  // namespace driftsift
