// Python bindings of the text parsers. Every `parse` returns (error, arrays...): error is None or (line, column,
// message).
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/rooms.hpp"
#include "streams/arff.hpp"
#include "streams/libsvm.hpp"

namespace driftsift {

using namespace nb::literals;

namespace {

nb::object describe(const std::optional<ParseError>& error) {
  if (!error) return nb::none();
  const std::string_view message = error->what();
  const auto size = static_cast<Py_ssize_t>(message.size());
  // A quoted piece of the file may end within a character.
  auto text = nb::steal<nb::object>(PyUnicode_DecodeUTF8(message.data(), size, "replace"));
  return nb::make_tuple(error->line, error->column, text);
}

// Runs a parser on the block without holding the interpreter lock; a failure leaves the rows empty.
template <typename Rows, typename Parser>
std::optional<ParseError> run(Parser& parser, const nb::bytes& block, Rows& rows) {
  const std::string_view text(block.c_str(), block.size());
  nb::gil_scoped_release unlocked;
  try {
    rows = parser.parse(text);
  } catch (const ParseError& error) {
    return error;
  }
  return std::nullopt;
}

nb::tuple parse_libsvm(LibsvmParser& parser, const nb::bytes& block) {
  LibsvmRows rows;
  const auto error = run(parser, block, rows);
  return nb::make_tuple(
      describe(error), to_array<std::int32_t>(std::move(rows.labels)), to_array<std::int32_t>(std::move(rows.lines)),
      to_array<double>(std::move(rows.features.values)), to_array<std::int32_t>(std::move(rows.features.columns)),
      to_array<std::int32_t>(std::move(rows.features.offsets)));
}

nb::tuple parse_arff(ArffParser& parser, const nb::bytes& block) {
  ArffRows rows;
  const auto error = run(parser, block, rows);
  nb::object weights = nb::none();
  if (rows.weighted) weights = nb::cast(to_array<double>(std::move(rows.weights)));
  return nb::make_tuple(
      describe(error), to_array<std::int32_t>(std::move(rows.labels)), to_array<std::int32_t>(std::move(rows.lines)),
      weights, to_array<std::int64_t>(std::move(rows.unseen)), to_array<double>(std::move(rows.dense)),
      to_array<double>(std::move(rows.sparse.values)), to_array<std::int32_t>(std::move(rows.sparse.columns)),
      to_array<std::int32_t>(std::move(rows.sparse.offsets)));
}

void bind_libsvm(nb::module_& m) {
  nb::class_<LibsvmParser>(m, "LibsvmParser", "Reads blocks of complete LibSVM lines.")
      .def(nb::init<std::int64_t, std::int64_t>(), "first_index"_a, "n_features"_a)
      .def("parse", &parse_libsvm, "block"_a,
           "Return (error, label codes, lines, values, columns, offsets) of a block of complete lines.")
      .def_prop_ro("lowest", &LibsvmParser::lowest, "Smallest index met so far, as written in the file.")
      .def_prop_ro("highest", &LibsvmParser::highest, "Largest index met so far; -1 if there was none.")
      .def_prop_ro("labels", [](const LibsvmParser& parser) { return parser.labels().words(); });
}

void bind_arff(nb::module_& m) {
  nb::class_<ArffAttribute>(m, "ArffAttribute", "Kind and destination column of an attribute; column -1 is the target.")
      .def_static("skipped", &ArffAttribute::skipped, "name"_a)
      .def_static("number", &ArffAttribute::number, "name"_a, "column"_a)
      .def_static("nominal", &ArffAttribute::nominal, "name"_a, "column"_a, "categories"_a, "codes"_a)
      .def_static("text", &ArffAttribute::text, "name"_a, "column"_a, "categories"_a)
      .def_static("moment", &ArffAttribute::moment, "name"_a, "column"_a, "pattern"_a);
  nb::class_<ArffParser>(m, "ArffParser", "Reads blocks of complete ARFF data lines.")
      .def(nb::init<std::vector<ArffAttribute>, std::size_t, bool, bool>(), "attributes"_a, "n_columns"_a, "sparse"_a,
           "learning"_a)
      .def("parse", &parse_arff, "block"_a,
           "Return (error, label codes, lines, weights, unseen, dense, values, columns, offsets) of a block.")
      .def("categories", &ArffParser::categories, "attribute"_a);
}

}  // namespace

void bind_streams(nb::module_& m) {
  bind_libsvm(m);
  bind_arff(m);
}

}  // namespace driftsift
