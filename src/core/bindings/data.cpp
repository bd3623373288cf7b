// Room `data`: rows, state and randomness.
#include <numeric>
#include <optional>

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

void check_row(const double* row, const Schema& schema) {
  for (std::size_t f = 0; f < schema.dimension(); ++f) check_value(row[f], f, schema);
}

void check_dense(const Block& block, const Schema& schema) {
  const auto& kernels = simd::kernels();
  const bool infinite = kernels.any_infinite(block.dense, block.rows * block.columns);
  const Buffer categories(schema.categories.begin(), schema.categories.end());
  const bool nominal = std::any_of(categories.begin(), categories.end(), [](double n) { return n > 0.0; });
  if (!infinite && !nominal) return;
  for (std::size_t i = 0; i < block.rows; ++i) {
    const auto* row = block.dense + i * block.columns;
    if (infinite || !kernels.all_codes(row, categories.data(), block.columns)) check_row(row, schema);
  }
}

void check_sparse(const Block& block, const Schema& schema) {
  for (std::size_t i = 0; i < block.rows; ++i)
    for (auto k = block.indptr[i]; k < block.indptr[i + 1]; ++k)
      check_value(block.data[k], static_cast<std::size_t>(block.indices[k]), schema);
}

simd::DrawAddress address(std::uint64_t seed, std::uint32_t purpose, std::uint32_t unit, std::uint32_t sub) {
  return {seed, unit, (purpose << 24) + sub};
}

// A number for all counters, or an array with one for each.
struct OneOrMany {
  OneOrMany(const nb::object& given, std::size_t n) {
    if (nb::try_cast(given, one)) return;
    array = nb::cast<Vector<std::uint32_t>>(given);
    if (array->shape(0) != n) throw nb::value_error("unit, t and sub differ in length");
  }
  const std::uint32_t* many() const { return array ? array->data() : nullptr; }

  std::uint32_t one = 0;
  std::optional<Vector<std::uint32_t>> array;
};

template <class Number, class Draw>
nb::tuple drawn_pair(std::size_t n, Draw fill) {
  std::vector<Number> a(n), b(n);
  fill(a.data(), b.data());
  return nb::make_tuple(to_array<Number>(std::move(a)), to_array<Number>(std::move(b)));
}

template <class Number>
nb::tuple draw_range(std::uint64_t seed, std::uint32_t purpose, std::uint32_t unit, std::uint64_t start, std::size_t n,
                     std::uint32_t sub) {
  return drawn_pair<Number>(n, [&](Number* a, Number* b) {
    const auto at = address(seed, purpose, unit, sub);
    if constexpr (std::is_same_v<Number, double>)
      simd::kernels().uniform_range(at, start, n, a, b);
    else
      simd::kernels().word_range(at, start, n, a, b);
  });
}

template <class Number>
nb::tuple draw_at(std::uint64_t seed, std::uint32_t purpose, const nb::object& unit, Vector<std::uint64_t> t,
                  const nb::object& sub) {
  const auto n = t.shape(0);
  const OneOrMany units(unit, n), subs(sub, n);
  return drawn_pair<Number>(n, [&](Number* a, Number* b) {
    const auto at = address(seed, purpose, units.one, subs.one);
    const simd::DrawCounters counters{t.data(), units.many(), subs.many(), n};
    if constexpr (std::is_same_v<Number, double>)
      simd::kernels().uniforms_at(at, counters, a, b);
    else
      simd::kernels().words_at(at, counters, a, b);
  });
}

Array<double> draw_table(std::uint64_t seed, std::uint32_t purpose, std::uint32_t unit, std::uint64_t start,
                         std::size_t n, std::size_t first, std::size_t width, std::uint32_t sub) {
  std::vector<double> table(n * width);
  simd::kernels().uniform_table(address(seed, purpose, unit, sub), start, n, first, width, table.data());
  return matrix_array(std::move(table), n, width);
}

using Elementwise = void (*)(const double*, double*, std::size_t);

Array<double> elementwise(Elementwise work, Vector<double> values) {
  std::vector<double> results(values.shape(0));
  work(values.data(), results.data(), results.size());
  return to_array<double>(std::move(results));
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

  const auto bind_draws = [&m](const char* range, const char* any, auto draw_in_range, auto draw_anywhere) {
    m.def(range, draw_in_range, nb::arg("seed"), nb::arg("purpose"), nb::arg("unit"), nb::arg("start"), nb::arg("n"),
          nb::arg("sub"));
    m.def(any, draw_anywhere, nb::arg("seed"), nb::arg("purpose"), nb::arg("unit"), nb::arg("t"), nb::arg("sub"));
  };
  bind_draws("word_range", "words_at", &draw_range<std::uint64_t>, &draw_at<std::uint64_t>);
  bind_draws("uniform_range", "uniforms_at", &draw_range<double>, &draw_at<double>);
  m.def("uniform_table", &draw_table, nb::arg("seed"), nb::arg("purpose"), nb::arg("unit"), nb::arg("start"),
        nb::arg("n"), nb::arg("first"), nb::arg("width"), nb::arg("sub"));
  m.def(
      "normal_quantiles", [](Vector<double> p) { return elementwise(simd::kernels().normal_quantiles, p); },
      nb::arg("p"));
  m.def(
      "cosines_of_turns", [](Vector<double> x) { return elementwise(simd::kernels().cosines_of_turns, x); },
      nb::arg("x"));
  m.def("simd_level", [] { return std::string(simd::kernels().name); });
  m.def("simd_levels", [] {
    std::vector<std::string> names;
    for (auto name = simd::available_levels(); *name != nullptr; ++name) names.emplace_back(*name);
    return names;
  });
}

}  // namespace driftsift
