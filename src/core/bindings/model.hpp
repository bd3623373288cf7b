// A native learner as Python holds it. Calls from several threads are safe.
#pragma once

#include <memory>
#include <utility>

#include "bindings/border.hpp"
#include "learners/learner.hpp"
#include "learners/prequential.hpp"

namespace driftsift {

struct Targets {
  Vector<std::int32_t> codes;
  std::optional<Vector<double>> weights;

  Labels labels() const { return {codes.data(), weights ? weights->data() : nullptr}; }
};

class Model {
 public:
  Model(Schema schema, std::unique_ptr<Learner> learner) : schema_(std::move(schema)), learner_(std::move(learner)) {}

  const Schema& schema() const { return schema_; }
  int classes() const { return schema_.classes; }

  void inspect(const nb::object& X) const { check(Rows(X).block(), schema_); }

  Array<double> votes(const nb::object& X) {
    const Rows rows(X);
    check(rows.block(), schema_);
    return collect(rows.block().rows, [&](double* out) { test(*learner_, rows.block(), out, nullptr); });
  }

  Array<std::int32_t> predict(const nb::object& X) {
    const Rows rows(X);
    check(rows.block(), schema_);
    std::vector<std::int32_t> out(rows.block().rows);
    busy_.unlocked([&] { test(*learner_, rows.block(), nullptr, out.data()); });
    return to_array<std::int32_t>(std::move(out));
  }

  void learn(const nb::object& X, const Targets& targets) {
    const Rows rows(X);
    check(rows.block(), targets);
    busy_.unlocked([&] { train(*learner_, rows.block(), targets.labels()); });
  }

  Array<double> test_then_train(const nb::object& X, const Targets& targets) {
    const Rows rows(X);
    check(rows.block(), targets);
    return collect(rows.block().rows,
                   [&](double* out) { learner_->step(rows.block(), targets.labels(), nullptr, out); });
  }

  // Predictions for the rows from `first` on; the labels arrive `delay` rows late.
  Array<std::int32_t> predict_then_train(const nb::object& X, const Targets& targets, std::size_t first,
                                         std::size_t delay) {
    const Rows rows(X);
    check(rows.block(), targets);
    if (first > rows.block().rows || (delay == 0 && first > 0)) throw nb::value_error("first is beyond what is late");
    std::vector<std::int32_t> out(rows.block().rows - first);
    busy_.unlocked([&] {
      if (delay == 0)
        learner_->step(rows.block(), targets.labels(), out.data(), nullptr);
      else
        predict_then_train_late(*learner_, rows.block(), targets.labels(), first, delay, out.data());
    });
    return to_array<std::int32_t>(std::move(out));
  }

  void grow(int classes) {
    if (classes < schema_.classes) throw nb::value_error("classes cannot become fewer");
    busy_.locked([&] {
      learner_->grow(classes);
      schema_.classes = classes;
    });
  }

  std::unique_ptr<Learner> fresh(const Schema& schema) const { return learner_->fresh(schema); }

  std::size_t bytes() {
    return busy_.locked([&] { return learner_->bytes(); });
  }

  nb::dict state() {
    return busy_.locked([&] { return save_state(*learner_); });
  }

  // A damaged state changes nothing.
  void restore(nb::dict tree) {
    auto restored = learner_->fresh(schema_);
    LoadState state(std::move(tree));
    restored->describe(state);
    busy_.locked([&] { learner_ = std::move(restored); });
  }

 private:
  std::size_t width() const { return static_cast<std::size_t>(schema_.classes); }

  static void check(const Block& block, const Schema& schema) { driftsift::check(block, schema); }

  void check(const Block& block, const Targets& targets) const {
    check(block, schema_);
    if (targets.codes.shape(0) != block.rows) throw nb::value_error("rows and labels differ in number");
    if (targets.weights && targets.weights->shape(0) != block.rows)
      throw nb::value_error("rows and weights differ in number");
    for (std::size_t i = 0; i < block.rows; ++i)
      if (targets.codes.data()[i] < -1 || targets.codes.data()[i] >= schema_.classes)
        throw nb::value_error("a label is not a class code");
  }

  // The number of classes is only certain under the lock.
  template <class Work>
  Array<double> collect(std::size_t rows, Work work) {
    std::vector<double> out;
    std::size_t classes = 0;
    busy_.unlocked([&] {
      classes = width();
      out.resize(rows * classes);
      work(out.data());
    });
    return matrix_array(std::move(out), rows, classes);
  }

  Schema schema_;
  std::unique_ptr<Learner> learner_;
  Busy busy_;
};

}  // namespace driftsift
