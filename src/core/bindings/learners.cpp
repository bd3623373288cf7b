// Room `learners`.
#include "bindings/foreign_learner.hpp"
#include "bindings/model.hpp"
#include "bindings/rooms.hpp"
#include "learners/knn.hpp"
#include "learners/majority_class.hpp"
#include "learners/naive_bayes.hpp"
#include "learners/no_change.hpp"

namespace driftsift {

namespace {

template <class Made, class... Parameters>
auto make(const Schema& schema, Parameters... parameters) {
  return std::make_unique<Model>(schema, std::make_unique<Made>(schema, parameters...));
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
  m.def("naive_bayes", &make<NaiveBayes, double>, nb::arg("schema"), nb::arg("variance_floor"));
  m.def("knn", &make<KNN, std::size_t, std::size_t, bool>, nb::arg("schema"), nb::arg("k"), nb::arg("window"),
        nb::arg("scaled"));
  m.def(
      "foreign_learner",
      [](const Schema& schema, nb::object model) {
        return std::make_unique<Model>(schema, std::make_unique<ForeignLearner>(std::move(model), schema.classes));
      },
      nb::arg("schema"), nb::arg("model"));
}

}  // namespace driftsift
