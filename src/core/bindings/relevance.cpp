// Room `relevance`: scores over a sliding window.
#include "bindings/binning.hpp"
#include "bindings/border.hpp"
#include "bindings/rooms.hpp"
#include "bindings/scorer_handle.hpp"
#include "relevance/equal_width.hpp"
#include "relevance/pad.hpp"
#include "relevance/pid.hpp"
#include "relevance/quantiles.hpp"
#include "relevance/sliding_relevance.hpp"

namespace driftsift {

namespace {

class Relevance : public ScorerHandle<SlidingRelevance> {
 public:
  Relevance(Schema schema, std::size_t window, RelevanceKind kind, bool correct_bias, const Binning& binning)
      : ScorerHandle(schema, std::make_unique<SlidingRelevance>(schema, window, kind, correct_bias,
                                                                binning.prototype->fresh(schema.classes))) {}

  // H(X), H(Y), H(Y|X) and the gain of each feature.
  Array<double> entropies() {
    std::vector<double> out;
    busy_.unlocked([&] {
      for (std::size_t f = 0; f < schema_.dimension(); ++f) {
        const auto e = scorer_->counts().entropies(f);
        out.insert(out.end(), {e.x, e.y, e.y_given_x, e.gain});
      }
    });
    return matrix_array(std::move(out), schema_.dimension(), 4);
  }

  // Statistic, degrees of freedom and Williams' divisor of each feature; 0, 0 and 1 where it is not ready.
  Array<double> tests() {
    std::vector<double> out;
    busy_.unlocked([&] {
      for (std::size_t f = 0; f < schema_.dimension(); ++f) {
        const auto test = scorer_->ready(f) ? independence(scorer_->counts(), f) : IndependenceTest{};
        out.insert(out.end(), {test.statistic, test.freedom, test.divisor});
      }
    });
    return matrix_array(std::move(out), schema_.dimension(), 3);
  }

  // The number of rows in which each feature is present.
  Array<std::int32_t> present() {
    std::vector<std::int32_t> out;
    busy_.unlocked([&] {
      for (std::size_t f = 0; f < schema_.dimension(); ++f) out.push_back(scorer_->counts().present(f));
    });
    return to_array<std::int32_t>(std::move(out));
  }

  Array<std::int32_t> counts(std::size_t f) {
    require(f);
    return busy_.locked([&] {
      std::vector<std::int32_t> out;
      const auto kinds = scorer_->kinds(f);
      for (auto q : kinds)
        for (int k = 0; k < schema_.classes; ++k) out.push_back(scorer_->counts().count(f, q, k));
      return matrix_array(std::move(out), kinds.size(), static_cast<std::size_t>(schema_.classes));
    });
  }

  // Symmetrical uncertainty of a feature with each of some others, and the same without its bias.
  Array<double> between(std::size_t f, const std::vector<std::size_t>& others) {
    require(f);
    for (auto other : others) require(other);
    std::vector<double> out;
    busy_.unlocked([&] {
      for (auto other : others) {
        const auto found = scorer_->between(f, other);
        out.insert(out.end(), {found.raw, found.corrected});
      }
    });
    return matrix_array(std::move(out), others.size(), 2);
  }

  Array<double> cuts(std::size_t f) {
    require(f);
    return busy_.locked([&] {
      const auto* bins = scorer_->bins(f);
      return to_array<double>(bins == nullptr || !bins->ready() ? Buffer{} : bins->cuts());
    });
  }

 private:
  void require(std::size_t f) const {
    if (f >= schema_.dimension()) throw nb::index_error("there is no such feature");
  }
};

}  // namespace

void bind_relevance(nb::module_& m) {
  nb::class_<Binning>(m, "Binning");
  m.def(
      "pad",
      [](std::size_t period, std::int32_t bins, std::int32_t fine, double alpha, bool refit) {
        return std::make_unique<Binning>(std::make_unique<Pad>(PadOptions{period, bins, fine, alpha, refit}, 1));
      },
      nb::arg("period"), nb::arg("bins"), nb::arg("fine"), nb::arg("alpha"), nb::arg("refit"));
  m.def(
      "quantiles",
      [](std::size_t period, std::int32_t bins, double alpha) {
        return std::make_unique<Binning>(std::make_unique<Quantiles>(period, bins, alpha));
      },
      nb::arg("period"), nb::arg("bins"), nb::arg("alpha"));
  m.def(
      "pid",
      [](std::size_t period, std::int32_t bins, double low, double high, double step, double alpha) {
        return std::make_unique<Binning>(std::make_unique<Pid>(PidOptions{period, bins, low, high, step, alpha}));
      },
      nb::arg("period"), nb::arg("bins"), nb::arg("low"), nb::arg("high"), nb::arg("step"), nb::arg("alpha"));
  m.def(
      "equal_width",
      [](std::int32_t bins, double low, double high) {
        return std::make_unique<Binning>(std::make_unique<EqualWidth>(bins, low, high));
      },
      nb::arg("bins"), nb::arg("low"), nb::arg("high"));

  nb::enum_<RelevanceKind>(m, "RelevanceKind")
      .value("conditional_entropy", RelevanceKind::conditional_entropy)
      .value("information_gain", RelevanceKind::information_gain)
      .value("gain_ratio", RelevanceKind::gain_ratio)
      .value("symmetrical_uncertainty", RelevanceKind::symmetrical_uncertainty);

  nb::class_<ScorerSource>(m, "Scorer");
  nb::class_<Relevance, ScorerSource> bound(m, "Relevance");
  bound.def(nb::init<Schema, std::size_t, RelevanceKind, bool, const Binning&>(), nb::arg("schema"), nb::arg("window"),
            nb::arg("kind"), nb::arg("correct_bias"), nb::arg("binning"));
  bind_scorer<Relevance>(bound);
  bound.def("entropies", &Relevance::entropies)
      .def("tests", &Relevance::tests)
      .def("present", &Relevance::present)
      .def("between", &Relevance::between, nb::arg("feature"), nb::arg("others"))
      .def("counts", &Relevance::counts, nb::arg("feature"))
      .def("cuts", &Relevance::cuts, nb::arg("feature"));
}

}  // namespace driftsift
