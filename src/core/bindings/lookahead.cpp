// Room `relevance`: the interaction lookahead.
#include "relevance/lookahead/lookahead.hpp"

#include "bindings/binning.hpp"
#include "bindings/rooms.hpp"
#include "bindings/scorer_handle.hpp"

namespace driftsift {

namespace {

class LookaheadHandle : public ScorerHandle<Lookahead> {
 public:
  LookaheadHandle(Schema schema, const LookaheadOptions& options, const Binning& binning)
      : ScorerHandle(schema, std::make_unique<Lookahead>(schema, options, binning.prototype->fresh(schema.classes))) {}

  bool scannable() {
    return busy_.locked([&] { return scorer_->scannable(); });
  }
  void scan() {
    if (!scannable()) throw nb::value_error("too few rows for a scan");
    busy_.unlocked([&] { scorer_->scan(); });
  }

  Array<std::int32_t> prune() {
    std::vector<std::int32_t> kept;
    busy_.unlocked([&] { kept = scorer_->prune(); });
    return to_array<std::int32_t>(std::move(kept));
  }

  // A tuple of features, g, degrees of freedom, p and scores for each finding.
  nb::list pairs() {
    return busy_.locked([&] { return listed(scorer_->findings().pairs); });
  }
  nb::list extensions() {
    return busy_.locked([&] { return listed(scorer_->findings().extensions); });
  }
  nb::list triples() {
    return busy_.locked([&] { return listed(scorer_->findings().triples); });
  }

  // The score of each feature alone, its statistic and the degrees of freedom; 0 where it is not ready.
  Array<double> singles() {
    std::vector<double> out, scores(schema_.dimension());
    busy_.unlocked([&] {
      auto& singles = scorer_->singles();
      singles.scores(scores);
      for (std::size_t f = 0; f < scores.size(); ++f) {
        const auto test = singles.ready(f) ? independence(singles.counts(), f) : IndependenceTest{};
        out.insert(out.end(), {scores[f], test.statistic, test.freedom});
      }
    });
    return matrix_array(std::move(out), schema_.dimension(), 3);
  }

 private:
  static nb::list listed(const Findings& findings) {
    nb::list all;
    for (const auto& finding : findings.list)
      all.append(nb::make_tuple(first(finding.features, findings.members), first(finding.g, findings.tests),
                                first(finding.freedom, findings.tests), first(finding.p, findings.tests),
                                first(finding.score, findings.tests)));
    return all;
  }
  template <class Values>
  static nb::list first(const Values& values, std::size_t n) {
    nb::list some;
    for (std::size_t i = 0; i < n; ++i) some.append(values[i]);
    return some;
  }
};

}  // namespace

void bind_lookahead(nb::module_& m) {
  nb::class_<LookaheadOptions>(m, "LookaheadOptions")
      .def(nb::init<>())
      .def_rw("window", &LookaheadOptions::window)
      .def_rw("levels", &LookaheadOptions::levels)
      .def_rw("alpha", &LookaheadOptions::alpha)
      .def_rw("period", &LookaheadOptions::period)
      .def_rw("order", &LookaheadOptions::order)
      .def_rw("extend", &LookaheadOptions::extend)
      .def_rw("min_cell", &LookaheadOptions::min_cell)
      .def_rw("max_seeds", &LookaheadOptions::max_seeds)
      .def_rw("max_features", &LookaheadOptions::max_features)
      .def_rw("min_support", &LookaheadOptions::min_support)
      .def_rw("anchors", &LookaheadOptions::anchors, nb::arg("anchors").none())
      .def_rw("permute", &LookaheadOptions::permute)
      .def_rw("permutations", &LookaheadOptions::permutations)
      .def_rw("seed", &LookaheadOptions::seed);

  nb::class_<LookaheadHandle, ScorerSource> bound(m, "Lookahead");
  bound.def(nb::init<Schema, const LookaheadOptions&, const Binning&>(), nb::arg("schema"), nb::arg("options"),
            nb::arg("binning"));
  bind_scorer<LookaheadHandle>(bound);
  bound.def_prop_ro("scannable", &LookaheadHandle::scannable)
      .def("scan", &LookaheadHandle::scan)
      .def("prune", &LookaheadHandle::prune)
      .def("pairs", &LookaheadHandle::pairs)
      .def("extensions", &LookaheadHandle::extensions)
      .def("triples", &LookaheadHandle::triples)
      .def("singles", &LookaheadHandle::singles);

  m.def("chi_square_survival", &chi_square::survival, nb::arg("x"), nb::arg("freedom"));
  m.def("chi_square_quantile", &chi_square::upper_quantile, nb::arg("p"), nb::arg("freedom"));
}

}  // namespace driftsift
