// Room `learners`: rules.
#include "bindings/detector_handle.hpp"
#include "bindings/model.hpp"
#include "bindings/rooms.hpp"
#include "rules/facil.hpp"
#include "rules/vfdr.hpp"

namespace driftsift {

void bind_rules(nb::module_& m) {
  nb::class_<RuleOptions>(m, "RuleOptions")
      .def(nb::init<>())
      .def_rw("split", &RuleOptions::split)
      .def_rw("grace", &RuleOptions::grace)
      .def_rw("delta", &RuleOptions::delta)
      .def_rw("tau", &RuleOptions::tau)
      .def_rw("min_coverage", &RuleOptions::min_coverage)
      .def_rw("max_rules", &RuleOptions::max_rules)
      .def_rw("ordered", &RuleOptions::ordered)
      .def_rw("bayes", &RuleOptions::bayes)
      .def_rw("best_speaks", &RuleOptions::best_speaks);

  nb::class_<FacilOptions>(m, "FacilOptions")
      .def(nb::init<>())
      .def_rw("window", &FacilOptions::window)
      .def_rw("min_purity", &FacilOptions::min_purity)
      .def_rw("max_growth", &FacilOptions::max_growth)
      .def_rw("max_examples", &FacilOptions::max_examples);

  m.def(
      "facil",
      [](const Schema& schema, const FacilOptions& options) {
        return std::make_unique<Model>(schema, std::make_unique<Facil>(schema, options));
      },
      nb::arg("schema"), nb::arg("options"));
  m.def(
      "vfdr",
      [](const Schema& schema, const RuleOptions& options, const NativeDetector* detector) {
        return std::make_unique<Model>(
            schema, std::make_unique<VFDR>(schema, options, detector == nullptr ? nullptr : detector->fresh()));
      },
      nb::arg("schema"), nb::arg("options"), nb::arg("detector").none());
}

}  // namespace driftsift
