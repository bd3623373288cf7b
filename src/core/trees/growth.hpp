// How leaves are made, learn and become splits: what all Hoeffding trees share.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>

#include "data/classes_seen.hpp"
#include "data/randomness.hpp"
#include "trees/criterion.hpp"
#include "trees/node.hpp"
#include "trees/split_search.hpp"

namespace driftsift {

class Growth {
 public:
  // `watched`: whether nodes watch their errors.
  Growth(const Schema& schema, const TreeOptions& options, Prototypes prototypes, bool watched)
      : schema_(schema),
        options_(options),
        prototypes_(std::move(prototypes)),
        watched_(watched),
        search_(options.split),
        classes_seen_(schema.classes),
        uses_(schema.dimension()) {}

  const Schema& schema() const { return schema_; }
  const TreeOptions& options() const { return options_; }
  std::int64_t leaves_made() const { return leaves_made_; }
  // Whether a leaf may come to hold more than when it was made.
  bool leaves_swell() const { return options_.split.numeric != NumericObserver::gaussian || !prototypes_.empty(); }
  Prototypes fresh_prototypes(const Schema& schema) const {
    Prototypes fresh;
    for (const auto& prototype : prototypes_) fresh.push_back(prototype->fresh(schema));
    return fresh;
  }

  Node new_root() { return new_node(0, {Buffer(classes()), {}}); }
  // What may take the place of a node.
  Node new_alternate(const Node& node) {
    Node alternate = new_node(node.depth, {Buffer(classes()), {}});
    alternate.hangs_from = node.hangs_from;
    return alternate;
  }

  // The leaf has considered the row.
  void learn(Node& node, const Row& row, int label, double weight) {
    classes_seen_.see(label);
    node.leaf->learn(row, label, weight);
    if (!node.leaf->due() || node.depth >= deepest()) return;
    try_split(node);
    if (node.is_leaf()) node.leaf->tried();
  }

  // Takes stock of the features the splits of a tree use, after a part of it was cut off.
  void recount(Node& root) {
    std::fill(uses_.begin(), uses_.end(), 0);
    root.each([this](const Node& node) {
      if (!node.is_leaf()) ++uses_[static_cast<std::size_t>(node.test.feature)];
    });
  }

  void activate(Leaf& leaf) const { leaf.activate(schema_, options_, prototypes_); }

  void grow(Node& root, int classes) {
    schema_.classes = classes;
    classes_seen_.grow(classes);
    for (auto& prototype : prototypes_) prototype->grow(classes);
    root.each([classes](Node& node) {
      if (node.leaf) node.leaf->grow(classes);
    });
  }

  // A tree is described flat: its nodes in order, parents first.
  void describe(State& state, Node& root) {
    classes_seen_.describe(state);
    state.field("leaves_made", leaves_made_);
    state.expect(leaves_made_ > 0 && leaves_made_ < kMostLeaves, "leaves_made", "is out of range");
    TreeText text;
    if (!state.loading()) write(root, text);
    text.describe(state);
    if (state.loading()) {
      std::size_t at = 0;
      root = read(state, text, at, 0);
      state.expect(at == text.kind.size(), "kind", "has the wrong length");
      hang(root, {});
      recount(root);
    } else {
      std::size_t number = 0;
      root.each([&](Node& node) { describe_node(state, node, number++); });
    }
    state.scratch(search_.bytes(schema_) + uses_.capacity() * sizeof(std::int64_t) +
                  schema_.categories.capacity() * sizeof(std::int32_t));
  }

 private:
  static constexpr std::size_t kDeepest = 1000;  // no file can make the descent run out of stack
  static constexpr std::int64_t kMostLeaves = std::int64_t{1} << 31;

  std::size_t classes() const { return static_cast<std::size_t>(schema_.classes); }
  std::size_t deepest() const { return std::min(options_.max_depth, kDeepest); }

  Node new_node(std::size_t depth, Inheritance inheritance) {
    Node node;
    node.depth = depth;
    node.received = node.own = merit::sum(inheritance.weights);
    node.leaf = new_leaf(std::move(inheritance), leaves_made_++);
    if (watched_) node.watch = std::make_unique<Watch>(options_.drift_delta);
    return node;
  }

  std::unique_ptr<Leaf> new_leaf(Inheritance inheritance, std::int64_t serial) const {
    return std::make_unique<Leaf>(schema_, options_, prototypes_, subspace(serial), std::move(inheritance), serial);
  }

  // The features a leaf looks at; none: all.
  std::vector<std::int32_t> subspace(std::int64_t serial) const {
    if (options_.subspace == 0 || options_.subspace >= schema_.dimension()) return {};
    std::vector<std::pair<std::uint64_t, std::int32_t>> order(schema_.dimension());
    for (std::size_t f = 0; f < order.size(); ++f)
      order[f] = {draw(options_.seed, Purpose::feature_subset, static_cast<std::uint32_t>(serial), f).a,
                  static_cast<std::int32_t>(f)};
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(options_.subspace);
    std::nth_element(order.begin(), end - 1, order.end());
    std::vector<std::int32_t> features;
    for (auto it = order.begin(); it != end; ++it) features.push_back(it->second);
    std::sort(features.begin(), features.end());
    return features;
  }

  void try_split(Node& node) {
    auto& leaf = *node.leaf;
    if (!leaf.mixed()) return;
    auto& candidates = search_.best(leaf.statistics());
    discount(leaf, candidates);
    const auto ranking = Ranking::of(candidates);
    if (!ranking) return;
    const double bound =
        hoeffding_bound(merit::range(options_.split.criterion, classes_seen_.number()), options_.delta, leaf.weight());
    const bool unrivalled = !options_.prepruning && ranking.second <= merit::kNegligible;
    const bool sure = unrivalled || ranking.most - ranking.second > bound || bound < options_.tau;
    if (sure && justified(node, ranking.most)) {
      const Candidate chosen = candidates[ranking.first];
      search_.children(leaf.statistics(), ranking.first, chosen.number, parts_);
      return split(node, chosen);
    }
    if (options_.remove_poor) dismiss_poor(leaf, candidates, ranking.most - bound);
  }

  // Features that no split uses yet pay for it; dismissed ones are out.
  void discount(const Leaf& leaf, std::vector<Candidate>& candidates) const {
    for (std::size_t f = 0; f < candidates.size(); ++f) {
      const auto feature = leaf.statistics().feature(f);
      if (leaf.dismissed(feature)) candidates[f].merit = 0.0;
      if (uses_[static_cast<std::size_t>(feature)] == 0) candidates[f].merit *= options_.regularisation;
    }
  }

  static void dismiss_poor(Leaf& leaf, const std::vector<Candidate>& candidates, double least) {
    for (std::size_t f = 0; f < candidates.size(); ++f) {
      const auto feature = leaf.statistics().feature(f);
      if (candidates[f].merit < least && !leaf.dismissed(feature)) leaf.dismiss(feature);
    }
  }

  // Whether the gain is enough beside that of the split the leaf hangs from.
  bool justified(const Node& node, double merit) const {
    return merit * node.leaf->weight() >= options_.branch_gain * node.hangs_from.merit * node.hangs_from.weight;
  }

  void split(Node& node, const Candidate& chosen) {
    const auto leaf = std::move(node.leaf);
    const Split made{chosen.merit, leaf->weight()};
    const Buffer& stand_in = leaf->class_weight();
    node.test = chosen.test;
    node.split = made;
    if (node.watch) node.watch = std::make_unique<Watch>(options_.drift_delta);  // what a leaf erred says nothing of it
    node.children.reserve(node.test.children(schema_));
    for (std::size_t j = 0; j < node.test.children(schema_); ++j) {
      Buffer inherited(parts_.begin() + static_cast<std::ptrdiff_t>(j * classes()),
                       parts_.begin() + static_cast<std::ptrdiff_t>((j + 1) * classes()));
      const bool empty = merit::sum(inherited) <= 0.0;
      node.children.push_back(new_node(node.depth + 1, {std::move(inherited), empty ? stand_in : Buffer{}}));
      node.children.back().hangs_from = made;
    }
    ++uses_[static_cast<std::size_t>(node.test.feature)];
    auto& recent = leaf->recent();
    for (std::size_t i = 0; i < recent.size(); ++i) {
      const auto past = recent[i];
      node.child(past.row).leaf->replay(past.row, past.label, past.weight);
    }
  }

  // --- state

  struct TreeText {
    std::vector<std::int32_t> kind, feature, alternate;
    std::vector<std::int64_t> serial;
    Buffer value, received, own, merit, weight;

    void describe(State& state) {
      state.field("kind", kind);
      state.field("feature", feature);
      state.field("alternate", alternate);
      state.field("serial", serial);
      state.field("value", value);
      state.field("received", received);
      state.field("own", own);
      state.field("merit", merit);
      state.field("split_weight", weight);
      for (const auto* numbers : {&value, &received, &own, &merit, &weight})
        state.expect(numbers->size() == kind.size(), "nodes", "have the wrong number");
      for (const auto* numbers : {&feature, &alternate})
        state.expect(numbers->size() == kind.size(), "nodes", "have the wrong number");
      state.expect(serial.size() == kind.size(), "nodes", "have the wrong number");
    }
  };

  static void write(Node& root, TreeText& text) {
    root.each([&](Node& node) {
      text.kind.push_back(node.is_leaf() ? 0 : static_cast<std::int32_t>(node.test.kind));
      text.feature.push_back(node.test.feature);
      text.alternate.push_back(node.watch && node.watch->alternate);
      text.serial.push_back(node.leaf ? node.leaf->serial() : 0);
      text.value.push_back(node.test.value);
      text.received.push_back(node.received);
      text.own.push_back(node.own);
      text.merit.push_back(node.split.merit);
      text.weight.push_back(node.split.weight);
    });
  }

  // Takes what belongs to a node as soon as it is made: a short file cannot ask for many leaves.
  Node read(State& state, const TreeText& text, std::size_t& at, std::size_t depth) {
    state.expect(at < text.kind.size(), "kind", "has the wrong length");
    state.expect(depth <= kDeepest, "kind", "is too deep");
    const auto i = at++;
    Node node;
    node.depth = depth;
    for (const auto amount : {text.received[i], text.own[i], text.merit[i], text.weight[i]})
      state.expect(amount >= 0.0 && amount - amount == 0.0, "nodes", "hold a negative amount");
    state.expect(text.kind[i] >= 0 && text.kind[i] <= 3, "kind", "is unknown");
    state.expect(text.serial[i] >= 0 && text.serial[i] < leaves_made_, "serial", "is out of range");
    state.expect((text.alternate[i] | 1) == 1, "alternate", "is a flag");
    state.expect(text.alternate[i] == 0 || (watched_ && text.kind[i] > 0), "alternate", "does not fit the node");
    node.received = text.received[i];
    node.own = text.own[i];
    node.split = {text.merit[i], text.weight[i]};
    if (watched_) node.watch = std::make_unique<Watch>(options_.drift_delta);
    if (text.kind[i] == 0) node.leaf = new_leaf({Buffer(classes()), {}}, text.serial[i]);
    describe_node(state, node, i);
    if (text.kind[i] > 0) {
      node.test = {static_cast<NodeTest::Kind>(text.kind[i]), text.feature[i], text.value[i]};
      state.expect(node.test.fits(schema_), "nodes", "do not fit the features");
      node.children.reserve(node.test.children(schema_));
      for (std::size_t j = 0; j < node.test.children(schema_); ++j)
        node.children.push_back(read(state, text, at, depth + 1));
    }
    if (text.alternate[i] == 1) node.watch->alternate = std::make_unique<Node>(read(state, text, at, depth));
    return node;
  }

  static void hang(Node& node, const Split& above) {
    node.hangs_from = above;
    for (auto& child : node.children) hang(child, node.split);
    if (node.watch && node.watch->alternate) hang(*node.watch->alternate, above);
  }

  void describe_node(State& state, Node& node, std::size_t number) {
    if (state.measuring()) {
      state.scratch(sizeof(Node) + (node.leaf ? sizeof(Leaf) : 0) + (node.watch ? sizeof(Watch) : 0));
      if (node.watch) node.watch->errors.describe(state);
      if (node.leaf) node.leaf->describe(state, schema_);
      return;
    }
    state.child(("node " + std::to_string(number)).c_str(), [&](State& inner) {
      if (node.watch) inner.child("errors", [&](State& errors) { node.watch->errors.describe(errors); });
      if (node.leaf) inner.child("leaf", [&](State& leaf) { node.leaf->describe(leaf, schema_); });
    });
  }

  Schema schema_;
  TreeOptions options_;
  Prototypes prototypes_;
  bool watched_;
  SplitSearch search_;
  ClassesSeen classes_seen_;
  std::vector<std::int64_t> uses_;  // by feature, the splits on it
  Buffer parts_;                    // class weights of the children of a split
  std::int64_t leaves_made_ = 0;
};

}  // namespace driftsift
