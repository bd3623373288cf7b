// The Hoeffding tree (VFDT): a leaf becomes a split when its best feature is surely better than the second.
// Domingos and Hulten, KDD 2000.
#pragma once

#include "learners/learner.hpp"
#include "trees/growth.hpp"
#include "trees/memory_budget.hpp"

namespace driftsift {

class HoeffdingTree final : public Learner {
 public:
  HoeffdingTree(const Schema& schema, const TreeOptions& options, Prototypes prototypes)
      : growth_(schema, options, std::move(prototypes), false),
        root_(growth_.new_root()),
        budget_(options.memory_limit) {}

  void votes(const Row& row, std::span<double> out) override { root_.route(row).leaf->votes(row, out); }
  int predict(const Row& row) override { return root_.route(row).leaf->consider(row); }
  void learn(const Row& row, int label, double weight) override { predict_then_learn(row, label, weight); }

  int predict_then_learn(const Row& row, int label, double weight) override {
    Node* node = &root_;
    node->receive(weight);
    while (!node->is_leaf()) {
      node = &node->child(row);
      node->receive(weight);
    }
    const int prediction = node->leaf->consider(row);
    growth_.learn(*node, row, label, weight);
    budget_.keep(growth_, root_);
    return prediction;
  }

  int classes() const override { return growth_.schema().classes; }
  void grow(int classes) override { growth_.grow(root_, classes); }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<HoeffdingTree>(schema, growth_.options(), growth_.fresh_prototypes(schema));
  }

  void describe(State& state) override {
    growth_.describe(state, root_);
    budget_.describe(state);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  Growth growth_;
  Node root_;
  MemoryBudget budget_;
};

}  // namespace driftsift
