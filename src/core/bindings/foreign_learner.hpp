// A Python classifier standing as a native learner. It is the only learner that takes the GIL.
#pragma once

#include "bindings/border.hpp"
#include "learners/learner.hpp"

namespace driftsift {

// `model` has votes(values) -> one number per class, learn(values, label, weight), grow(classes),
// fresh(categories, classes) -> another one, and nbytes.
class ForeignLearner final : public Learner {
 public:
  ForeignLearner(nb::object model, int classes) : model_(std::move(model)), classes_(classes) {}
  ~ForeignLearner() override {
    const nb::gil_scoped_acquire gil;
    model_.reset();
  }

  void votes(const Row& row, std::span<double> out) override {
    const nb::gil_scoped_acquire gil;
    Vector<double> given;
    const nb::object answer = model_.attr("votes")(values(row));
    if (!nb::try_cast(answer, given, true) || given.shape(0) != out.size())
      throw nb::value_error("the wrapped model did not give one vote per class");
    std::copy_n(given.data(), out.size(), out.begin());
  }

  void learn(const Row& row, int label, double weight) override {
    const nb::gil_scoped_acquire gil;
    model_.attr("learn")(values(row), label, weight);
  }

  int classes() const override { return classes_; }
  void grow(int classes) override {
    const nb::gil_scoped_acquire gil;
    model_.attr("grow")(classes);
    classes_ = classes;
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    const nb::gil_scoped_acquire gil;
    return std::make_unique<ForeignLearner>(model_.attr("fresh")(schema.categories, schema.classes), schema.classes);
  }

  // Not plain data: model files refuse it, pickle and copy carry it.
  void describe(State& state) override {
    const nb::gil_scoped_acquire gil;
    if (state.measuring()) return state.scratch(nb::cast<std::size_t>(model_.attr("nbytes")));
    const auto pickle = nb::module_::import_("pickle");
    std::string bytes;
    if (!state.loading()) {
      const auto dumped = nb::cast<nb::bytes>(pickle.attr("dumps")(model_));
      bytes.assign(static_cast<const char*>(dumped.data()), dumped.size());
    }
    state.field("pickle", bytes);
    if (state.loading()) model_ = pickle.attr("loads")(nb::bytes(bytes.data(), bytes.size()));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static Array<double> values(const Row& row) {
    return to_array<double>(std::vector<double>(row.values.begin(), row.values.end()));
  }

  nb::object model_;
  int classes_;
};

}  // namespace driftsift
