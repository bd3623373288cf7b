// Room `learners`: trees.
#include "bindings/model.hpp"
#include "bindings/rooms.hpp"
#include "trees/cvfdt.hpp"
#include "trees/decision_stump.hpp"
#include "trees/hoeffding_adaptive_tree.hpp"
#include "trees/hoeffding_tree.hpp"

namespace driftsift {

namespace {

template <class Tree>
std::unique_ptr<Model> make_tree(const Schema& schema, const TreeOptions& options,
                                 const std::vector<const Model*>& prototypes) {
  Prototypes fresh;
  for (const auto* prototype : prototypes) fresh.push_back(prototype->fresh(schema));
  return std::make_unique<Model>(schema, std::make_unique<Tree>(schema, options, std::move(fresh)));
}

}  // namespace

void bind_trees(nb::module_& m) {
  nb::enum_<Criterion>(m, "Criterion")
      .value("information_gain", Criterion::information_gain)
      .value("gini", Criterion::gini)
      .value("hellinger", Criterion::hellinger)
      .value("symmetrical_uncertainty", Criterion::symmetrical_uncertainty);
  nb::enum_<NumericObserver>(m, "NumericObserver")
      .value("gaussian", NumericObserver::gaussian)
      .value("histogram", NumericObserver::histogram)
      .value("exhaustive", NumericObserver::exhaustive);
  nb::enum_<LeafMode>(m, "LeafMode")
      .value("majority", LeafMode::majority)
      .value("nb", LeafMode::bayes)
      .value("nba", LeafMode::bayes_adaptive)
      .value("learner", LeafMode::learner)
      .value("adaptive", LeafMode::adaptive);

  nb::class_<SplitOptions>(m, "SplitOptions")
      .def(nb::init<>())
      .def_rw("criterion", &SplitOptions::criterion)
      .def_rw("numeric", &SplitOptions::numeric)
      .def_rw("cuts", &SplitOptions::cuts)
      .def_rw("bins", &SplitOptions::bins)
      .def_rw("binary_nominal", &SplitOptions::binary_nominal);
  nb::class_<TreeOptions>(m, "TreeOptions")
      .def(nb::init<>())
      .def_rw("split", &TreeOptions::split)
      .def_rw("grace", &TreeOptions::grace)
      .def_rw("delta", &TreeOptions::delta)
      .def_rw("tau", &TreeOptions::tau)
      .def_rw("leaf", &TreeOptions::leaf)
      .def_rw("min_leaf", &TreeOptions::min_leaf)
      .def_rw("leaf_window", &TreeOptions::leaf_window)
      .def_rw("max_depth", &TreeOptions::max_depth)
      .def_rw("subspace", &TreeOptions::subspace)
      .def_rw("prepruning", &TreeOptions::prepruning)
      .def_rw("remove_poor", &TreeOptions::remove_poor)
      .def_rw("regularisation", &TreeOptions::regularisation)
      .def_rw("branch_gain", &TreeOptions::branch_gain)
      .def_rw("memory_limit", &TreeOptions::memory_limit)
      .def_rw("seed", &TreeOptions::seed)
      .def_rw("drift_delta", &TreeOptions::drift_delta)
      .def_rw("bootstrap", &TreeOptions::bootstrap);

  nb::class_<CVFDTOptions>(m, "CVFDTOptions")
      .def(nb::init<>())
      .def_rw("window", &CVFDTOptions::window)
      .def_rw("check", &CVFDTOptions::check)
      .def_rw("cycle", &CVFDTOptions::cycle)
      .def_rw("test", &CVFDTOptions::test)
      .def_rw("grace", &CVFDTOptions::grace)
      .def_rw("delta", &CVFDTOptions::delta)
      .def_rw("tau", &CVFDTOptions::tau)
      .def_rw("bins", &CVFDTOptions::bins)
      .def_rw("warm_up", &CVFDTOptions::warm_up)
      .def_rw("max_nodes", &CVFDTOptions::max_nodes);

  m.def("hoeffding_tree", &make_tree<HoeffdingTree>, nb::arg("schema"), nb::arg("options"), nb::arg("prototypes"));
  m.def("hoeffding_adaptive_tree", &make_tree<HoeffdingAdaptiveTree>, nb::arg("schema"), nb::arg("options"),
        nb::arg("prototypes"));
  m.def(
      "cvfdt",
      [](const Schema& schema, const CVFDTOptions& options) {
        return std::make_unique<Model>(schema, std::make_unique<CVFDT>(schema, options));
      },
      nb::arg("schema"), nb::arg("options"));
  m.def(
      "decision_stump",
      [](const Schema& schema, const SplitOptions& options, double grace) {
        return std::make_unique<Model>(schema, std::make_unique<DecisionStump>(schema, options, grace));
      },
      nb::arg("schema"), nb::arg("options"), nb::arg("grace"));
}

}  // namespace driftsift
