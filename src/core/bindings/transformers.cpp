// Rooms `relevance` and `transformers`: a recipe makes the native part once the schema is known.

#include "bindings/binning.hpp"
#include "bindings/detector_handle.hpp"
#include "bindings/model.hpp"
#include "bindings/rooms.hpp"
#include "bindings/scorer_handle.hpp"
#include "relevance/variance.hpp"
#include "transformers/abfs.hpp"
#include "transformers/compressed_sensing.hpp"
#include "transformers/discuss.hpp"
#include "transformers/fcbf.hpp"
#include "transformers/lookahead_selector.hpp"
#include "transformers/oracle.hpp"
#include "transformers/pipeline.hpp"
#include "transformers/subset.hpp"
#include "transformers/top_k.hpp"

namespace driftsift {

namespace {

// What Python holds until a pipeline takes it.
struct NativeTransformer {
  Schema schema;
  std::unique_ptr<Transformer> transformer;
};

void check_features(const Schema& schema, const std::vector<std::int32_t>& features) {
  for (std::size_t i = 0; i < features.size(); ++i)
    if (features[i] < 0 || static_cast<std::size_t>(features[i]) >= schema.dimension() ||
        (i > 0 && features[i - 1] >= features[i]))
      throw nb::value_error("features must be ascending column numbers");
}

}  // namespace

void bind_transformers(nb::module_& m) {
  nb::class_<NativeTransformer>(m, "Transformer").def_prop_ro("projected", [](const NativeTransformer& self) {
    return self.transformer->projected();
  });

  nb::enum_<OnEmpty>(m, "OnEmpty")
      .value("all", OnEmpty::all)
      .value("keep", OnEmpty::keep)
      .value("prior", OnEmpty::prior);
  nb::enum_<DiscussStrategy>(m, "DiscussStrategy")
      .value("significance", DiscussStrategy::significance)
      .value("n_best", DiscussStrategy::n_best)
      .value("threshold", DiscussStrategy::threshold);
  nb::enum_<Redundancy>(m, "Redundancy")
      .value("corrected", Redundancy::corrected)
      .value("raw", Redundancy::raw)
      .value("off", Redundancy::off);
  nb::class_<DiscussOptions>(m, "DiscussOptions")
      .def(nb::init<>())
      .def_rw("strategy", &DiscussOptions::strategy)
      .def_rw("n", &DiscussOptions::n)
      .def_rw("theta", &DiscussOptions::theta)
      .def_rw("redundancy", &DiscussOptions::redundancy)
      .def_rw("alpha", &DiscussOptions::alpha)
      .def_rw("kappa", &DiscussOptions::kappa)
      .def_rw("margin", &DiscussOptions::margin)
      .def_rw("delta", &DiscussOptions::delta)
      .def_rw("check_every", &DiscussOptions::check_every)
      .def_rw("heuristic", &DiscussOptions::heuristic)
      .def_rw("as_published", &DiscussOptions::as_published)
      .def_rw("on_empty", &DiscussOptions::on_empty);

  nb::enum_<ColumnBinning>(m, "ColumnBinning")
      .value("frequency", ColumnBinning::frequency)
      .value("width", ColumnBinning::width);
  nb::class_<FcbfOptions>(m, "FcbfOptions")
      .def(nb::init<>())
      .def_rw("chunk", &FcbfOptions::chunk)
      .def_rw("every", &FcbfOptions::every)
      .def_rw("threshold", &FcbfOptions::threshold)
      .def_rw("significance", &FcbfOptions::significance)
      .def_rw("alpha", &FcbfOptions::alpha)
      .def_rw("bins", &FcbfOptions::bins)
      .def_rw("binning", &FcbfOptions::binning)
      .def_rw("max_features", &FcbfOptions::max_features)
      .def_rw("min_change", &FcbfOptions::min_change)
      .def_rw("on_empty", &FcbfOptions::on_empty);
  nb::enum_<ProjectionKind>(m, "ProjectionKind")
      .value("gaussian", ProjectionKind::gaussian)
      .value("bernoulli", ProjectionKind::bernoulli)
      .value("sparse", ProjectionKind::sparse);
  nb::class_<CompressedSensingOptions>(m, "CompressedSensingOptions")
      .def(nb::init<>())
      .def_rw("dimension", &CompressedSensingOptions::dimension)
      .def_rw("kind", &CompressedSensingOptions::kind)
      .def_rw("normalize", &CompressedSensingOptions::normalize)
      .def_rw("seed", &CompressedSensingOptions::seed)
      .def_rw("indicators", &CompressedSensingOptions::indicators)
      .def_rw("identity_if_wide", &CompressedSensingOptions::identity_if_wide);

  m.def(
      "fcbf",
      [](const Schema& schema, const FcbfOptions& options) {
        return std::make_unique<NativeTransformer>(schema, std::make_unique<Fcbf>(schema, options));
      },
      nb::arg("schema"), nb::arg("options"));
  m.def(
      "compressed_sensing",
      [](const Schema& schema, const CompressedSensingOptions& options) {
        return std::make_unique<NativeTransformer>(schema, std::make_unique<CompressedSensing>(schema, options));
      },
      nb::arg("schema"), nb::arg("options"));
  m.def(
      "oracle",
      [](const Schema& schema, std::vector<std::vector<std::int32_t>> relevant, std::vector<double> drifts,
         OnEmpty on_empty) {
        if (relevant.size() != drifts.size() + 1) throw nb::value_error("a concept more than drifts is wanted");
        for (const auto& features : relevant) check_features(schema, features);
        return std::make_unique<NativeTransformer>(
            schema, std::make_unique<Oracle>(schema, OracleOptions{std::move(relevant), std::move(drifts), on_empty}));
      },
      nb::arg("schema"), nb::arg("relevant"), nb::arg("drifts"), nb::arg("on_empty"));
  nb::enum_<SplitTest>(m, "SplitTest")
      .value("significance", SplitTest::significance)
      .value("none", SplitTest::none)
      .value("hoeffding", SplitTest::hoeffding);
  nb::class_<AbfsOptions>(m, "AbfsOptions")
      .def(nb::init<>())
      .def_rw("split", &AbfsOptions::split)
      .def_rw("grace", &AbfsOptions::grace)
      .def_rw("theta", &AbfsOptions::theta)
      .def_rw("test", &AbfsOptions::test)
      .def_rw("alpha", &AbfsOptions::alpha)
      .def_rw("delta", &AbfsOptions::delta)
      .def_rw("tau", &AbfsOptions::tau)
      .def_rw("lambda_least", &AbfsOptions::lambda_least)
      .def_rw("lambda_most", &AbfsOptions::lambda_most)
      .def_rw("max_units", &AbfsOptions::max_units)
      .def_rw("as_published", &AbfsOptions::as_published)
      .def_rw("on_empty", &AbfsOptions::on_empty);

  m.def(
      "abfs",
      [](const Schema& schema, const AbfsOptions& options, const NativeDetector& detector) {
        return std::make_unique<NativeTransformer>(schema, std::make_unique<Abfs>(schema, options, detector.fresh()));
      },
      nb::arg("schema"), nb::arg("options"), nb::arg("detector"));
  m.def(
      "discuss",
      [](const Schema& schema, const DiscussOptions& options, const ScorerSource& scorer) {
        return std::make_unique<NativeTransformer>(schema,
                                                   std::make_unique<Discuss>(schema, options, scorer.fresh(schema)));
      },
      nb::arg("schema"), nb::arg("options"), nb::arg("scorer"));
  nb::class_<LookaheadSelectorOptions>(m, "LookaheadSelectorOptions")
      .def(nb::init<>())
      .def_rw("lookahead", &LookaheadSelectorOptions::lookahead)
      .def_rw("memory", &LookaheadSelectorOptions::memory)
      .def_rw("every", &LookaheadSelectorOptions::every)
      .def_rw("kappa", &LookaheadSelectorOptions::kappa)
      .def_rw("margin", &LookaheadSelectorOptions::margin)
      .def_rw("n", &LookaheadSelectorOptions::n)
      .def_rw("on_empty", &LookaheadSelectorOptions::on_empty);

  m.def(
      "lookahead_selector",
      [](const Schema& schema, const LookaheadSelectorOptions& options, const Binning& window, const Binning& memory) {
        return std::make_unique<NativeTransformer>(
            schema, std::make_unique<LookaheadSelector>(schema, options, window.prototype->fresh(schema.classes),
                                                        memory.prototype->fresh(schema.classes)));
      },
      nb::arg("schema"), nb::arg("options"), nb::arg("window"), nb::arg("memory"));
  m.def(
      "top_k",
      [](const Schema& schema, std::size_t k, std::size_t window, std::size_t every) {
        return std::make_unique<NativeTransformer>(
            schema, std::make_unique<TopK>(schema, k, window, every, std::make_unique<Variance>(schema)));
      },
      nb::arg("schema"), nb::arg("k"), nb::arg("window"), nb::arg("every"));
  m.def(
      "subset",
      [](const Schema& schema, std::vector<std::int32_t> features) {
        check_features(schema, features);
        return std::make_unique<NativeTransformer>(schema, std::make_unique<Subset>(schema, std::move(features)));
      },
      nb::arg("schema"), nb::arg("features"));
  m.def(
      "pipeline",
      [](const NativeTransformer& front, const Model& learner, std::size_t replay) {
        const auto& schema = front.schema;
        return std::make_unique<Model>(
            schema, std::make_unique<Pipeline>(schema, front.transformer->fresh(schema),
                                               learner.fresh(front.transformer->projected()), replay));
      },
      nb::arg("transformer"), nb::arg("learner"), nb::arg("replay"));
}

}  // namespace driftsift
