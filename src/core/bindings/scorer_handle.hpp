// What Python does with any scorer of a window: rows in, scores out, growing, state.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "bindings/border.hpp"
#include "relevance/scorer.hpp"

namespace driftsift {

// What a learner takes that wants a scorer of its own.
class ScorerSource {
 public:
  virtual ~ScorerSource() = default;
  virtual std::unique_ptr<RelevanceScorer> fresh(const Schema& schema) const = 0;
};

template <class Owned>
class ScorerHandle : public ScorerSource {
 public:
  ScorerHandle(Schema schema, std::unique_ptr<Owned> scorer) : schema_(std::move(schema)), scorer_(std::move(scorer)) {}

  std::unique_ptr<RelevanceScorer> fresh(const Schema& schema) const override { return scorer_->again(schema); }

  void inspect(const nb::object& X) const { check(Rows(X).block(), schema_); }

  void observe(const nb::object& X, Vector<std::int32_t> y) {
    const Rows rows(X);
    check(rows.block(), schema_);
    if (y.shape(0) != rows.block().rows) throw nb::value_error("rows and labels differ in number");
    for (std::size_t i = 0; i < y.shape(0); ++i)
      if (y.data()[i] < -1 || y.data()[i] >= schema_.classes) throw nb::value_error("a label is not a class code");
    busy_.unlocked([&] {
      if constexpr (requires { scorer_->observe_block(rows.block().dense, y.data(), y.shape(0)); })
        if (!rows.block().sparse() && std::all_of(y.data(), y.data() + y.shape(0), [](auto k) { return k >= 0; }))
          return scorer_->observe_block(rows.block().dense, y.data(), y.shape(0));
      RowReader reader(rows.block());
      for (std::size_t i = 0; i < rows.block().rows; ++i)
        if (y.data()[i] >= 0) scorer_->observe(reader[i], y.data()[i], 1.0);
    });
  }

  Array<double> scores() {
    std::vector<double> out(schema_.dimension());
    busy_.unlocked([&] { scorer_->scores(out); });
    return to_array<double>(std::move(out));
  }

  Array<std::uint8_t> ready() {
    std::vector<std::uint8_t> out;
    busy_.unlocked([&] {
      for (std::size_t f = 0; f < schema_.dimension(); ++f) out.push_back(scorer_->ready(f));
    });
    return to_array<std::uint8_t>(std::move(out));
  }

  std::size_t rows() {
    return busy_.locked([&] { return scorer_->rows(); });
  }
  int classes() const { return schema_.classes; }

  void grow(int classes) {
    if (classes < schema_.classes) throw nb::value_error("classes cannot become fewer");
    busy_.locked([&] {
      scorer_->grow(classes);
      schema_.classes = classes;
    });
  }

  std::size_t bytes() {
    return busy_.locked([&] {
      Measure measure;
      scorer_->describe(measure);
      return measure.bytes + scorer_->size();
    });
  }

  nb::dict state() {
    return busy_.locked([&] { return save_state(*scorer_); });
  }

  // A damaged state changes nothing.
  void restore(nb::dict tree) {
    auto restored = scorer_->again(schema_);
    LoadState state(std::move(tree));
    restored->describe(state);
    busy_.locked([&] { scorer_.reset(static_cast<Owned*>(restored.release())); });
  }

 protected:
  Schema schema_;
  std::unique_ptr<Owned> scorer_;
  Busy busy_;
};

// The methods all handles have.
template <class Handle, class Bound>
void bind_scorer(Bound& bound) {
  bound.def("inspect", &Handle::inspect, nb::arg("X"))
      .def("observe", &Handle::observe, nb::arg("X"), nb::arg("y"))
      .def("scores", &Handle::scores)
      .def("ready", &Handle::ready)
      .def_prop_ro("rows", &Handle::rows)
      .def_prop_ro("classes", &Handle::classes)
      .def_prop_ro("nbytes", &Handle::bytes)
      .def("grow", &Handle::grow, nb::arg("classes"))
      .def("state", &Handle::state)
      .def("restore", &Handle::restore, nb::arg("tree"));
}

}  // namespace driftsift
