// Room `evaluation`.
#include "bindings/border.hpp"
#include "bindings/rooms.hpp"
#include "evaluation/tally.hpp"

namespace driftsift {

namespace {

void add(Tally& tally, Vector<std::int32_t> truths, Vector<std::int32_t> predictions,
         std::optional<Vector<double>> weights) {
  const auto n = truths.shape(0);
  if (predictions.shape(0) != n || (weights && weights->shape(0) != n))
    throw nb::value_error("truths, predictions and weights differ in number");
  const auto classes = static_cast<std::int32_t>(tally.classes());
  for (std::size_t i = 0; i < n; ++i)
    if (truths.data()[i] < -1 || truths.data()[i] >= classes || predictions.data()[i] < 0 ||
        predictions.data()[i] >= classes)
      throw nb::value_error("a label is not a class code");
  for (std::size_t i = 0; i < n; ++i)
    tally.add(truths.data()[i], predictions.data()[i], weights ? weights->data()[i] : 1.0);
  tally.settle();
}

Array<double> matrix(const Tally& tally) {
  const auto n = tally.classes();
  std::vector<double> cells(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) cells[i * n + j] = tally.matrix(i, j);
  return matrix_array(std::move(cells), n, n);
}

void restore(Tally& tally, nb::dict tree) {
  Tally restored = tally.fresh();
  LoadState state(std::move(tree));
  restored.describe(state);
  tally = std::move(restored);
}

}  // namespace

void bind_evaluation(nb::module_& m) {
  nb::class_<Tally>(m, "Tally")
      .def(nb::init<int, std::size_t, double, std::size_t>(), nb::arg("classes"), nb::arg("window") = 0,
           nb::arg("fading") = 1.0, nb::arg("baseline_window") = 0)
      .def("add", &add, nb::arg("truths"), nb::arg("predictions"), nb::arg("weights").none())
      .def("grow", &Tally::grow, nb::arg("classes"))
      .def_prop_ro("matrix", &matrix, nb::rv_policy::move)
      .def_prop_ro("total", &Tally::total)
      .def_prop_ro("hits", &Tally::hits)
      .def_prop_ro("majority_hits", &Tally::majority_hits)
      .def_prop_ro("persistent_hits", &Tally::persistent_hits)
      .def("state", [](Tally& self) { return save_state(self); })
      .def("restore", &restore, nb::arg("tree"));
}

}  // namespace driftsift
