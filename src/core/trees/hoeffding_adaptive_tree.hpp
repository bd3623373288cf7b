// The Hoeffding adaptive tree: every node watches the error of its subtree; where it rises an alternate grows, which
// takes over once it errs less. Bifet and Gavaldà, IDA 2009.
#pragma once

#include <algorithm>
#include <cmath>

#include "learners/learner.hpp"
#include "trees/growth.hpp"
#include "trees/memory_budget.hpp"

namespace driftsift {

class HoeffdingAdaptiveTree final : public Learner {
 public:
  HoeffdingAdaptiveTree(const Schema& schema, const TreeOptions& options, Prototypes prototypes)
      : growth_(schema, options, std::move(prototypes), true),
        root_(growth_.new_root()),
        budget_(options.memory_limit) {}

  void votes(const Row& row, std::span<double> out) override { root_.route(row).leaf->votes(row, out); }
  int predict(const Row& row) override { return root_.route(row).leaf->consider(row); }
  void learn(const Row& row, int label, double weight) override { predict_then_learn(row, label, weight); }

  int predict_then_learn(const Row& row, int label, double weight) override {
    const int prediction = predict(row);
    pruned_ = false;
    learn(root_, row, label, weight, prediction != label);
    ++rows_;
    if (pruned_) growth_.recount(root_);
    budget_.keep(growth_, root_);
    return prediction;
  }

  int classes() const override { return growth_.schema().classes; }
  void grow(int classes) override { growth_.grow(root_, classes); }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<HoeffdingAdaptiveTree>(schema, growth_.options(), growth_.fresh_prototypes(schema));
  }

  void describe(State& state) override {
    state.field("rows", rows_);
    state.expect(rows_ >= 0, "rows", "is negative");
    growth_.describe(state, root_);
    budget_.describe(state);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr double kEnough = 300;  // values an ADWIN must hold before errors are compared
  static constexpr double kDoubt = 0.05;  // of that comparison

  // `wrong`: whether the subtree without its alternates errs on the row. The leaf the row comes to has considered it.
  void learn(Node& node, const Row& row, int label, double weight, bool wrong) {
    node.receive(weight);
    const bool worse = node.watch->errors.observe(wrong) == Level::drift;
    if (node.is_leaf()) return growth_.learn(node, row, label, weight * repetitions(*node.leaf));
    auto& alternate = node.watch->alternate;
    if (worse)
      start_alternate(node);
    else if (alternate && settled(node)) {
      const double gain = node.watch->errors.estimate() - alternate->watch->errors.estimate();
      const double bound = doubt(node);
      if (gain > bound) return replace(node, row, label, weight);
      if (-gain > bound) drop_alternate(node);
    }
    if (alternate) learn_afresh(*alternate, row, label, weight);
    learn(node.child(row), row, label, weight, wrong);
  }

  void learn_afresh(Node& node, const Row& row, int label, double weight) {
    const bool wrong = node.route(row).leaf->consider(row) != label;
    learn(node, row, label, weight, wrong);
  }

  void start_alternate(Node& node) {
    pruned_ = pruned_ || node.watch->alternate != nullptr;
    node.watch->alternate = std::make_unique<Node>(growth_.new_alternate(node));
  }

  void drop_alternate(Node& node) {
    node.watch->alternate.reset();
    pruned_ = true;
  }

  void replace(Node& node, const Row& row, int label, double weight) {
    const double received = node.received;
    auto better = std::move(node.watch->alternate);
    node = std::move(*better);
    node.received = received - weight;
    pruned_ = true;
    learn_afresh(node, row, label, weight);
  }

  static bool settled(const Node& node) {
    return static_cast<double>(node.watch->errors.n()) > kEnough &&
           static_cast<double>(node.watch->alternate->watch->errors.n()) > kEnough;
  }

  static double doubt(const Node& node) {
    const double error = node.watch->errors.estimate();
    const double shares = 1.0 / static_cast<double>(node.watch->errors.n()) +
                          1.0 / static_cast<double>(node.watch->alternate->watch->errors.n());
    return std::sqrt(2.0 * error * (1.0 - error) * std::log(2.0 / kDoubt) * shares);
  }

  // max(1, Poisson(1)), by inversion.
  double repetitions(const Leaf& leaf) const {
    if (!growth_.options().bootstrap) return 1.0;
    const double u = uniform(draw(growth_.options().seed, Purpose::bagging_weight,
                                  static_cast<std::uint32_t>(leaf.serial()), static_cast<std::uint64_t>(rows_))
                                 .a);
    double share = std::exp(-1.0), below = share, k = 0.0;
    while (u >= below && share > 0.0) {
      k += 1.0;
      share /= k;
      below += share;
    }
    return std::max(k, 1.0);
  }

  Growth growth_;
  Node root_;
  MemoryBudget budget_;
  std::int64_t rows_ = 0;
  bool pruned_ = false;  // whether a subtree was cut off with the row at hand
};

}  // namespace driftsift
