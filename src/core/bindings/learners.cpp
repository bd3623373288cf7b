// Room `learners`.
#include "bindings/foreign_learner.hpp"
#include "bindings/model.hpp"
#include "bindings/rooms.hpp"
#include "bindings/scorer_handle.hpp"
#include "learners/knn.hpp"
#include "learners/majority_class.hpp"
#include "learners/naive_bayes.hpp"
#include "learners/no_change.hpp"

namespace driftsift {

namespace {

template <class Made, class... Parameters>
auto make(const Schema& schema, Parameters... parameters) {
  return std::make_unique<Model>(schema, std::make_unique<Made>(schema, std::move(parameters)...));
}

// How a learner weighs its features, as Python hands it over.
struct WeightingRecipe {
  const ScorerSource& scorer;
  WeightForm form;
  double alpha;
  std::size_t min_n;

  WeightingRecipe(const ScorerSource& source, WeightForm weight_form, double level, std::size_t patience)
      : scorer(source), form(weight_form), alpha(level), min_n(patience) {}
};

std::unique_ptr<Weighting> made(const WeightingRecipe* recipe, const Schema& schema) {
  if (recipe == nullptr) return nullptr;
  return std::make_unique<Weighting>(recipe->scorer.fresh(schema), recipe->form, recipe->alpha, recipe->min_n,
                                     schema.dimension());
}

}  // namespace

void bind_learners(nb::module_& m) {
  nb::class_<Model>(m, "Model")
      .def_prop_ro("classes", &Model::classes)
      .def_prop_ro("nbytes", &Model::bytes)
      .def("inspect", &Model::inspect, nb::arg("X"))
      .def("votes", &Model::votes, nb::arg("X"))
      .def("predict", &Model::predict, nb::arg("X"))
      .def(
          "learn",
          [](Model& self, const nb::object& X, Vector<std::int32_t> y, std::optional<Vector<double>> weights) {
            self.learn(X, {y, weights});
          },
          nb::arg("X"), nb::arg("y"), nb::arg("weights").none())
      .def(
          "test_then_train",
          [](Model& self, const nb::object& X, Vector<std::int32_t> y, std::optional<Vector<double>> weights) {
            return self.test_then_train(X, {y, weights});
          },
          nb::arg("X"), nb::arg("y"), nb::arg("weights").none())
      .def(
          "predict_then_train",
          [](Model& self, const nb::object& X, Vector<std::int32_t> y, std::optional<Vector<double>> weights,
             std::size_t first, std::size_t delay) { return self.predict_then_train(X, {y, weights}, first, delay); },
          nb::arg("X"), nb::arg("y"), nb::arg("weights").none(), nb::arg("first") = 0, nb::arg("delay") = 0)
      .def("grow", &Model::grow, nb::arg("classes"))
      .def("state", &Model::state)
      .def("restore", &Model::restore, nb::arg("tree"));

  m.def("majority_class", &make<MajorityClass, std::size_t>, nb::arg("schema"), nb::arg("window"));
  m.def("no_change", &make<NoChange>, nb::arg("schema"));
  nb::enum_<WeightForm>(m, "WeightForm")
      .value("significant", WeightForm::significant)
      .value("relative", WeightForm::relative)
      .value("relative2", WeightForm::relative2)
      .value("raw", WeightForm::raw)
      .value("balanced", WeightForm::balanced);

  nb::class_<WeightingRecipe>(m, "Weighting")
      .def(nb::init<const ScorerSource&, WeightForm, double, std::size_t>(), nb::arg("scorer"), nb::arg("form"),
           nb::arg("alpha"), nb::arg("min_n"), nb::keep_alive<1, 2>());

  m.def(
      "naive_bayes",
      [](const Schema& schema, double variance_floor, std::size_t window, const WeightingRecipe* weighting) {
        return make<NaiveBayes>(schema, variance_floor, window, made(weighting, schema));
      },
      nb::arg("schema"), nb::arg("variance_floor"), nb::arg("window"), nb::arg("weighting").none());
  m.def(
      "knn",
      [](const Schema& schema, std::size_t k, std::size_t window, bool scaled, const WeightingRecipe* weighting) {
        return make<KNN>(schema, k, window, scaled, made(weighting, schema));
      },
      nb::arg("schema"), nb::arg("k"), nb::arg("window"), nb::arg("scaled"), nb::arg("weighting").none());
  m.def(
      "foreign_learner",
      [](const Schema& schema, nb::object model) {
        return std::make_unique<Model>(schema, std::make_unique<ForeignLearner>(std::move(model), schema.classes));
      },
      nb::arg("schema"), nb::arg("model"));
}

}  // namespace driftsift
