// Room `detectors`.
#include "bindings/detector_handle.hpp"
#include "bindings/rooms.hpp"
#include "detectors/adwin.hpp"
#include "detectors/ddm.hpp"
#include "detectors/ecdd.hpp"
#include "detectors/eddm.hpp"
#include "detectors/hddm_a.hpp"
#include "detectors/hddm_w.hpp"
#include "detectors/page_hinkley.hpp"

namespace driftsift {

namespace {

template <class Kind>
std::unique_ptr<NativeDetector> make(const typename Kind::Parameters& parameters) {
  return std::make_unique<NativeDetector>(std::make_unique<Kind>(parameters));
}

ControlLimits control_limits(const std::string& limits, double arl0, std::optional<double> limit) {
  if (limit) return ControlLimits::fixed(*limit);
  if (limits == "polynomial") return ControlLimits::polynomial();
  if (arl0 == 100) return ControlLimits::table(ControlLimits::Table::arl100);
  return ControlLimits::table(arl0 == 400 ? ControlLimits::Table::arl400 : ControlLimits::Table::arl1000);
}

}  // namespace

void bind_detectors(nb::module_& m) {
  nb::enum_<OnDecrease>(m, "OnDecrease")
      .value("ignore", OnDecrease::ignore)
      .value("restart", OnDecrease::restart)
      .value("alarm", OnDecrease::alarm);

  nb::class_<NativeDetector>(m, "Detector")
      .def("update", &NativeDetector::update, nb::arg("value").none(),
           nb::sig("def update(self, value: float | None) -> int"))
      .def("levels", &NativeDetector::levels, nb::arg("values"))
      .def_prop_ro("estimate", &NativeDetector::estimate)
      .def_prop_ro("n", &NativeDetector::n)
      .def_prop_ro("variance", &NativeDetector::variance)
      .def_prop_ro("nbytes", &NativeDetector::bytes)
      .def("state", &NativeDetector::state)
      .def("restore", &NativeDetector::restore, nb::arg("tree"));

  m.def(
      "adwin",
      [](double delta, std::int64_t clock, bool proved, OnDecrease on_decrease) {
        return make<ADWIN>({delta, clock, proved ? ADWIN::Test::hoeffding : ADWIN::Test::practical, on_decrease});
      },
      nb::arg("delta"), nb::arg("clock"), nb::arg("proved"), nb::arg("on_decrease"));
  m.def(
      "ecdd",
      [](double lambda, double arl0, const std::string& limits, std::optional<double> limit, double warning_factor,
         std::int64_t min_n, OnDecrease on_decrease) {
        return make<ECDD>({lambda, control_limits(limits, arl0, limit), warning_factor, min_n, on_decrease});
      },
      nb::arg("lambda_"), nb::arg("arl0"), nb::arg("limits"), nb::arg("limit").none(), nb::arg("warning_factor"),
      nb::arg("min_n"), nb::arg("on_decrease"));
  m.def(
      "hddm_a",
      [](double alpha_drift, double alpha_warning, double low, double high, OnDecrease on_decrease) {
        return make<HDDM_A>({alpha_drift, alpha_warning, {low, high}, on_decrease});
      },
      nb::arg("alpha_drift"), nb::arg("alpha_warning"), nb::arg("low"), nb::arg("high"), nb::arg("on_decrease"));
  m.def(
      "hddm_w",
      [](double lambda, double alpha_drift, double alpha_warning, double low, double high, OnDecrease on_decrease) {
        return make<HDDM_W>({lambda, alpha_drift, alpha_warning, {low, high}, on_decrease});
      },
      nb::arg("lambda_"), nb::arg("alpha_drift"), nb::arg("alpha_warning"), nb::arg("low"), nb::arg("high"),
      nb::arg("on_decrease"));
  m.def(
      "ddm",
      [](double warning_threshold, double drift_threshold, std::int64_t min_n) {
        return make<DDM>({warning_threshold, drift_threshold, min_n});
      },
      nb::arg("warning_threshold"), nb::arg("drift_threshold"), nb::arg("min_n"));
  m.def(
      "eddm", [](double alpha, double beta, std::int64_t min_errors) { return make<EDDM>({alpha, beta, min_errors}); },
      nb::arg("alpha"), nb::arg("beta"), nb::arg("min_errors"));
  m.def(
      "page_hinkley",
      [](double delta, double threshold, double alpha, std::int64_t min_n, OnDecrease on_decrease) {
        return make<PageHinkley>({delta, threshold, alpha, min_n, on_decrease});
      },
      nb::arg("delta"), nb::arg("threshold"), nb::arg("alpha"), nb::arg("min_n"), nb::arg("on_decrease"));
}

}  // namespace driftsift
