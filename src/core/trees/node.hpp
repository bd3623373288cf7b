// A node of a tree: a leaf, or a split with its children side by side. Adaptive trees watch the errors of every node
// and may grow an alternate beside it.
#pragma once

#include <memory>
#include <vector>

#include "detectors/adwin.hpp"
#include "trees/leaf.hpp"
#include "trees/node_test.hpp"

namespace driftsift {

struct Node;

// What was known when the node was split.
struct Split {
  double merit = 0.0;
  double weight = 0.0;
};

struct Watch {
  explicit Watch(double delta) : errors({.delta = delta}) {}

  ADWIN errors;
  std::unique_ptr<Node> alternate;
};

struct Node {
  NodeTest test;
  std::vector<Node> children;  // none: a leaf
  std::unique_ptr<Leaf> leaf;
  Split split;       // its own, if it is one
  Split hangs_from;  // the one above
  std::unique_ptr<Watch> watch;
  double received = 0.0;  // weight of the rows that came to this place, those that the split had predicted included
  double own = 0.0;       // the same since the node was made: an alternate that took over is younger than its place
  std::size_t depth = 0;

  bool is_leaf() const { return children.empty(); }
  void receive(double weight) {
    received += weight;
    own += weight;
  }

  // The child a row goes to: where the feature is missing the one that has received most.
  Node& child(const Row& row) {
    if (test.answers(row)) return children[test.child(row)];
    auto* most = &children[0];
    for (auto& candidate : children)
      if (candidate.received > most->received) most = &candidate;
    return *most;
  }

  // The leaf a row comes to.
  Node& route(const Row& row) {
    Node* node = this;
    while (!node->is_leaf()) node = &node->child(row);
    return *node;
  }

  // Visits the nodes of the subtree, parents first, alternates after the children they would replace.
  template <class Visit>
  void each(Visit visit) {
    visit(*this);
    for (auto& below : children) below.each(visit);
    if (watch && watch->alternate) watch->alternate->each(visit);
  }
};

}  // namespace driftsift
