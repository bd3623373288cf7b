// CVFDT: a Hoeffding tree true to a sliding window; where another split would now be chosen an alternative grows, and
// takes over when it predicts better. Hulten, Spencer and Domingos, KDD 2001.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "data/classes_seen.hpp"
#include "learners/learner.hpp"
#include "trees/window_node.hpp"

namespace driftsift {

struct CVFDTOptions {
  std::size_t window = 50'000;
  std::int64_t check = 10'000;
  std::int64_t cycle = 10'000;
  std::int64_t test = 1'000;
  double grace = 200;
  double delta = 1e-7;
  double tau = 0.05;
  std::size_t bins = 10;
  std::size_t warm_up = 1'000;
  std::int64_t max_nodes = 10'000;  // alternatives included
};

class CVFDT final : public Learner {
 public:
  CVFDT(const Schema& schema, const CVFDTOptions& options)
      : schema_(schema),
        options_(options),
        classes_seen_(schema.classes),
        coding_(schema, options.bins),
        kept_(schema.dimension(), options.warm_up) {
    if (!coding_.needed()) plant();
  }

  void votes(const Row& row, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    const Buffer* known = planted() ? root().known(look(row)) : &kept_weight_;
    const double total = known == nullptr ? 0.0 : merit::sum(*known);
    if (total <= 0.0) return;
    for (std::size_t c = 0; c < known->size(); ++c)
      if (classes_seen_.has(c)) out[c] = ((*known)[c] + 1.0) / (total + static_cast<double>(classes_seen_.number()));
  }

  void learn(const Row& row, int label, double weight) override {
    classes_seen_.see(label);
    if (planted()) return learn_planted(row, label, weight);
    kept_.push(row, label, weight);
    kept_weight_.resize(classes_count());
    kept_weight_[static_cast<std::size_t>(label)] += weight;
    if (!kept_.full()) return;
    coding_.learn(kept_);
    plant();
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const auto past = kept_[i];
      learn_planted(past.row, past.label, past.weight);
    }
    kept_ = RowWindow(schema_.dimension(), 0);
  }

  int classes() const override { return schema_.classes; }
  void grow(int classes) override {
    schema_.classes = classes;
    classes_seen_.grow(classes);
    kept_weight_.resize(classes_count());
    if (planted()) root().each([this](WindowNode& node) { node.counts.grow(classes_count()); });
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<CVFDT>(schema, options_);
  }

  void describe(State& state) override {
    classes_seen_.describe(state);
    auto planted_now = static_cast<std::int64_t>(planted());
    state.field("planted", planted_now);
    state.expect((planted_now | 1) == 1 && (planted_now == 1 || coding_.needed()), "planted", "is a flag");
    if (planted_now == 0) return describe_kept(state);
    state.field("t", t_);
    state.expect(t_ >= 0, "t", "is negative");
    state.child("coding", [this](State& inner) { coding_.describe(inner); });
    if (state.loading()) plant();
    state.child("window", [this](State& inner) { describe_window(inner); });
    describe_tree(state);
    state.scratch(2 * schema_.dimension() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr double kFallingBehind = 0.01;
  static constexpr std::size_t kDeepest = 1000;  // no file can make the descent run out of stack

  struct Remembered {
    CodedRow row;
    std::int32_t label = 0;
    double weight = 0.0;
  };

  struct Candidate {
    double merit = 0.0;
    std::int32_t feature = 0;
    std::int32_t cut = -1;
  };

  bool planted() const { return root_.has_value(); }
  WindowNode& root() { return *root_; }
  std::size_t classes_count() const { return static_cast<std::size_t>(schema_.classes); }
  WindowNode new_node() const { return {t_ + 1, coding_, schema_.dimension(), classes_count()}; }

  void plant() {
    root_.emplace(std::int64_t{1}, coding_, schema_.dimension(), classes_count());
    nodes_ = 1;
    codes_.resize(schema_.dimension());
    for (std::size_t f = 0; f < codes_.size(); ++f) codes_[f] = coding_.base(f);
  }

  // --- rows as codes

  // The codes of all features of a row, valid until the next one.
  const std::vector<std::int32_t>& look(const Row& row) {
    coding_.encode(row, looked_at_);
    return spread(looked_at_);
  }

  const std::vector<std::int32_t>& spread(const CodedRow& row) {
    for (auto feature : spread_)
      codes_[static_cast<std::size_t>(feature)] = coding_.base(static_cast<std::size_t>(feature));
    spread_ = row.features;
    for (std::size_t k = 0; k < row.features.size(); ++k)
      codes_[static_cast<std::size_t>(row.features[k])] = row.codes[k];
    return codes_;
  }

  // --- learning

  void learn_planted(const Row& row, int label, double weight) {
    ++t_;
    Remembered next;
    if (window_.size() == options_.window) {
      next = std::move(window_.front());
      window_.pop_front();
      spread(next.row);
      forget(root(), next, t_ - static_cast<std::int64_t>(options_.window));
    }
    look(row);
    next.row = looked_at_;
    next.label = label;
    next.weight = weight;
    window_.push_back(std::move(next));
    grow(root(), window_.back(), 0);
    if (t_ % options_.check == 0) check(root());
    if (std::exchange(pruned_, false)) recount();
  }

  void forget(WindowNode& node, const Remembered& row, std::int64_t number) {
    if (node.born <= number) node.counts.add(coding_, row.row, static_cast<std::size_t>(row.label), -row.weight);
    for (auto& alternative : node.alternatives) forget(alternative, row, number);
    if (!node.is_leaf()) forget(node.child(codes_), row, number);
  }

  void grow(WindowNode& node, const Remembered& row, std::size_t depth) {
    if (!node.alternatives.empty() && compare(node, row)) return grow(node, row, depth);
    node.counts.add(coding_, row.row, static_cast<std::size_t>(row.label), row.weight);
    for (auto& alternative : node.alternatives) grow(alternative, row, depth);
    if (!node.is_leaf()) return grow(node.child(codes_), row, depth + 1);
    node.since_try += row.weight;
    if (node.since_try < options_.grace || depth >= kDeepest) return;
    node.since_try = 0.0;
    if (nodes_ < options_.max_nodes) try_split(node);
  }

  void try_split(WindowNode& node) {
    if (merit::kinds(node.counts.weight()) < 2) return;
    double second = 0.0;
    const auto best = best_test(node, -1, &second);
    if (best.merit <= 0.0) return;
    const double doubt = bound(node);
    if (best.merit - second > doubt || doubt < options_.tau) split(node, best, node);
  }

  // `counted`: the node by whose counts the test was chosen.
  void split(WindowNode& node, const Candidate& best, const WindowNode& counted) {
    const auto f = static_cast<std::size_t>(best.feature);
    const auto parts = partition(counted, f, best.cut);
    node.feature = best.feature;
    node.cut = best.cut;
    node.merit = best.merit;
    node.missing_child = 0;
    for (std::size_t j = 1; j < parts.children(); ++j)
      if (merit::sum(parts.child(j)) > merit::sum(parts.child(node.missing_child))) node.missing_child = j;
    node.children.assign(parts.children(), new_node());
    nodes_ += static_cast<std::int64_t>(parts.children());
  }

  double bound(const WindowNode& node) const {
    return hoeffding_bound(merit::range(Criterion::information_gain, classes_seen_.number()), options_.delta,
                           merit::sum(node.counts.weight()));
  }

  // --- what splits are worth

  // The best test on a feature other than one, and the merit of the second best feature.
  Candidate best_test(const WindowNode& node, std::int32_t but, double* second) {
    Candidate best;
    for (std::size_t f = 0; f < schema_.dimension(); ++f) {
      if (static_cast<std::int32_t>(f) == but) continue;
      const auto found = best_of_feature(node, f);
      if (found.merit > best.merit + merit::kNegligible) {
        if (second != nullptr) *second = best.merit;
        best = found;
      } else if (second != nullptr) {
        *second = std::max(*second, found.merit);
      }
    }
    return best;
  }

  Candidate best_of_feature(const WindowNode& node, std::size_t f) {
    node.counts.table(coding_, f, table_);
    Candidate best;
    const auto cuts = schema_.numeric(f) ? static_cast<std::int32_t>(coding_.codes(f)) - 1 : 0;
    for (std::int32_t cut = schema_.numeric(f) ? 0 : -1; cut < cuts; ++cut) {
      const double found = merit_of(node, divide(cut));
      if (found > best.merit + merit::kNegligible) best = {found, static_cast<std::int32_t>(f), cut};
    }
    return best;
  }

  // The children of a test by the counts of a node.
  Partition partition(const WindowNode& node, std::size_t f, std::int32_t cut) {
    node.counts.table(coding_, f, table_);
    return divide(cut);
  }

  // The same for the feature whose class weights are in `table_`.
  Partition divide(std::int32_t cut) {
    const auto classes = classes_count();
    if (cut < 0) return {table_, classes};
    parts_.assign(2 * classes, 0.0);
    for (std::size_t code = 0; code * classes < table_.size(); ++code)
      for (std::size_t c = 0; c < classes; ++c)
        parts_[(static_cast<std::int32_t>(code) <= cut ? 0 : classes) + c] += table_[code * classes + c];
    return {parts_, classes};
  }

  // The gain, times the share of the weight that has the feature.
  double merit_of(const WindowNode& node, const Partition& parts) {
    total_.assign(classes_count(), 0.0);
    for (std::size_t j = 0; j < parts.children(); ++j)
      for (std::size_t c = 0; c < total_.size(); ++c) total_[c] += parts.child(j)[c];
    const double present = merit::sum(total_), weight = merit::sum(node.counts.weight());
    if (weight <= 0.0 || !merit::divides(parts, present)) return 0.0;
    return present / weight * merit::information_gain(parts, total_, present);
  }

  // --- alternatives

  void check(WindowNode& node) {
    if (node.is_leaf()) return;
    start_alternative(node);
    for (auto& child : node.children) check(child);
    for (auto& alternative : node.alternatives) check(alternative);
  }

  void start_alternative(WindowNode& node) {
    if (nodes_ >= options_.max_nodes) return;
    const auto better = best_test(node, node.feature, nullptr);
    if (better.merit <= 0.0) return;
    for (const auto& alternative : node.alternatives)
      if (!alternative.is_leaf() && alternative.feature == better.feature) return;
    const double present = merit_of(node, partition(node, static_cast<std::size_t>(node.feature), node.cut));
    const double gain = better.merit - (present > merit::kNegligible ? present : 0.0);
    const double doubt = bound(node);
    if (gain < 0.0 || !(gain > doubt || (doubt < options_.tau && gain >= options_.tau / 2.0))) return;
    auto alternative = new_node();
    split(alternative, better, node);
    node.alternatives.push_back(std::move(alternative));
    ++nodes_;
  }

  // Takes the row as a test row if it is one; whether the node has been replaced.
  bool compare(WindowNode& node, const Remembered& row) {
    const auto first = options_.cycle - options_.test + 1;
    if (++node.reached == first) begin_test(node);
    if (node.reached >= first) score(node, row);
    if (node.reached < options_.cycle) return false;
    node.reached = 0;
    return end_test(node);
  }

  static void begin_test(WindowNode& node) {
    node.tested = node.right = 0.0;
    for (auto& alternative : node.alternatives) {
      alternative.contest.takes_part = 1;
      alternative.contest.right = 0.0;
    }
  }

  void score(WindowNode& node, const Remembered& row) {
    node.tested += row.weight;
    node.right += right(node, row);
    for (auto& alternative : node.alternatives)
      if (alternative.contest.takes_part == 1) alternative.contest.right += right(alternative, row);
  }

  double right(WindowNode& subtree, const Remembered& row) {
    const Buffer* known = subtree.known(codes_);
    return (known == nullptr ? 0 : largest(*known)) == row.label ? row.weight : 0.0;
  }

  bool end_test(WindowNode& node) {
    pruned_ = true;
    WindowNode* best = nullptr;
    for (auto& alternative : node.alternatives) {
      const auto& contest = alternative.contest;
      if (contest.takes_part == 1 && (best == nullptr || contest.right > best->contest.right)) best = &alternative;
    }
    if (best != nullptr && best->contest.right > node.right) {
      auto better = std::move(*best);
      better.contest = node.contest;
      node = std::move(better);
      return true;
    }
    std::erase_if(node.alternatives,
                  [&node](WindowNode& alternative) { return falls_behind(node, alternative.contest); });
    return false;
  }

  static bool falls_behind(const WindowNode& node, WindowNode::Contest& contest) {
    if (std::exchange(contest.takes_part, 0) == 0) return false;
    const double gap = (node.right - contest.right) / node.tested;
    const bool behind = gap >= contest.least_gap + kFallingBehind;
    contest.least_gap = std::min(contest.least_gap, gap);
    return behind;
  }

  void recount() {
    nodes_ = 0;
    root().each([this](const WindowNode&) { ++nodes_; });
  }

  // --- state

  void describe_kept(State& state) {
    if (state.loading()) {
      root_.reset();
      kept_weight_.resize(classes_count());
    }
    kept_weight_.resize(classes_count());
    state.amounts("kept_weight", kept_weight_);
    state.child("kept", [this](State& inner) { kept_.describe(inner, schema_); });
    state.expect(!kept_.full(), "kept", "is full");
  }

  void describe_window(State& state) {
    std::vector<std::int32_t> labels, features, codes;
    std::vector<std::int64_t> ends;
    Buffer weights;
    if (state.measuring()) {
      for (const auto& past : window_)
        state.scratch(sizeof(Remembered) + (past.row.features.size() + past.row.codes.size()) * sizeof(std::int32_t));
      return;
    }
    for (const auto& past : window_) {
      labels.push_back(past.label);
      weights.push_back(past.weight);
      features.insert(features.end(), past.row.features.begin(), past.row.features.end());
      codes.insert(codes.end(), past.row.codes.begin(), past.row.codes.end());
      ends.push_back(static_cast<std::int64_t>(features.size()));
    }
    state.field("labels", labels);
    state.field("weights", weights);
    state.field("features", features);
    state.field("codes", codes);
    state.field("ends", ends);
    if (state.loading()) unpack_window(state, labels, weights, features, codes, ends);
  }

  void unpack_window(const State& state, const std::vector<std::int32_t>& labels, const Buffer& weights,
                     const std::vector<std::int32_t>& features, const std::vector<std::int32_t>& codes,
                     const std::vector<std::int64_t>& ends) {
    const auto n = labels.size();
    state.expect(n <= options_.window && static_cast<std::int64_t>(n) <= t_ && weights.size() == n && ends.size() == n,
                 "labels", "do not fit the window");
    state.expect(features.size() == codes.size(), "codes", "have the wrong length");
    window_.clear();
    std::size_t at = 0;
    for (std::size_t i = 0; i < n; ++i) {
      state.expect(labels[i] >= 0 && labels[i] < schema_.classes, "labels", "are not class codes");
      state.expect(weights[i] > 0.0 && weights[i] - weights[i] == 0.0, "weights", "are not above 0");
      state.expect(ends[i] >= static_cast<std::int64_t>(at) && ends[i] <= static_cast<std::int64_t>(features.size()),
                   "ends", "are wrong");
      auto& past = window_.emplace_back();
      past.label = labels[i];
      past.weight = weights[i];
      for (; at < static_cast<std::size_t>(ends[i]); ++at) {
        check_entry(state, past.row, features[at], codes[at]);
        past.row.features.push_back(features[at]);
        past.row.codes.push_back(codes[at]);
      }
    }
    state.expect(at == features.size(), "features", "have the wrong length");
  }

  void check_entry(const State& state, const CodedRow& row, std::int32_t feature, std::int32_t code) const {
    state.expect(feature >= 0 && static_cast<std::size_t>(feature) < schema_.dimension() &&
                     (row.features.empty() || row.features.back() < feature),
                 "features", "are not in order");
    state.expect(code >= RowCoding::kMissing &&
                     code < static_cast<std::int32_t>(coding_.codes(static_cast<std::size_t>(feature))),
                 "codes", "are out of range");
  }

  // The nodes in order, parents first.
  struct TreeText {
    std::vector<std::int32_t> feature, cut, children, missing_child, alternatives;
    std::vector<std::int64_t> born, reached, takes_part;
    Buffer merit, since_try, tested, right, contest_right, least_gap;

    void describe(State& state) {
      state.field("feature", feature);
      state.field("cut", cut);
      state.field("children", children);
      state.field("missing_child", missing_child);
      state.field("alternatives", alternatives);
      state.field("born", born);
      state.field("reached", reached);
      state.field("takes_part", takes_part);
      state.field("merit", merit);
      state.field("since_try", since_try);
      state.field("tested", tested);
      state.field("right", right);
      state.field("contest_right", contest_right);
      state.field("least_gap", least_gap);
      const auto n = feature.size();
      for (const auto* numbers : {&cut, &children, &missing_child, &alternatives})
        state.expect(numbers->size() == n, "nodes", "have the wrong number");
      for (const auto* numbers : {&born, &reached, &takes_part})
        state.expect(numbers->size() == n, "nodes", "have the wrong number");
      for (const auto* numbers : {&merit, &since_try, &tested, &right, &contest_right, &least_gap})
        state.expect(numbers->size() == n, "nodes", "have the wrong number");
    }
  };

  void describe_tree(State& state) {
    if (state.measuring()) {
      root().each([&](WindowNode& node) {
        state.scratch(sizeof(WindowNode));
        node.counts.describe(state);
      });
      return;
    }
    TreeText text;
    if (!state.loading()) write(text);
    text.describe(state);
    if (!state.loading()) {
      std::size_t number = 0;
      root().each([&](WindowNode& node) { describe_counts(state, node, number++); });
      return;
    }
    std::size_t at = 0;
    root_ = read(state, text, at, 0);
    state.expect(at == text.feature.size(), "feature", "has the wrong length");
    recount();
  }

  void write(TreeText& text) {
    root().each([&](WindowNode& node) {
      text.feature.push_back(node.feature);
      text.cut.push_back(node.cut);
      text.children.push_back(static_cast<std::int32_t>(node.children.size()));
      text.missing_child.push_back(static_cast<std::int32_t>(node.missing_child));
      text.alternatives.push_back(static_cast<std::int32_t>(node.alternatives.size()));
      text.born.push_back(node.born);
      text.reached.push_back(node.reached);
      text.takes_part.push_back(node.contest.takes_part);
      text.merit.push_back(node.merit);
      text.since_try.push_back(node.since_try);
      text.tested.push_back(node.tested);
      text.right.push_back(node.right);
      text.contest_right.push_back(node.contest.right);
      text.least_gap.push_back(node.contest.least_gap);
    });
  }

  static void describe_counts(State& state, WindowNode& node, std::size_t number) {
    state.child(("node " + std::to_string(number)).c_str(), [&](State& inner) { node.counts.describe(inner); });
  }

  // Takes the counts of a node as soon as it is made: a short file cannot ask for many nodes.
  WindowNode read(State& state, const TreeText& text, std::size_t& at, std::size_t depth) {
    state.expect(at < text.feature.size(), "feature", "has the wrong length");
    state.expect(depth <= kDeepest, "children", "are too deep");
    const auto i = at++;
    auto node = new_node();
    describe_counts(state, node, i);
    node.born = text.born[i];
    node.reached = text.reached[i];
    node.contest = {text.takes_part[i], text.contest_right[i], text.least_gap[i]};
    node.merit = text.merit[i];
    node.since_try = text.since_try[i];
    node.tested = text.tested[i];
    node.right = text.right[i];
    state.expect(node.born > 0 && node.born <= t_ + 1, "born", "is out of range");
    state.expect(node.reached >= 0 && node.reached < options_.cycle, "reached", "is out of range");
    state.expect((node.contest.takes_part | 1) == 1, "takes_part", "is a flag");
    for (const auto amount : {node.merit, node.since_try, node.tested, node.right, node.contest.right})
      state.expect(amount >= 0.0 && amount - amount == 0.0, "nodes", "hold a negative amount");
    state.expect(node.contest.least_gap == node.contest.least_gap, "least_gap", "is not a number");
    if (text.children[i] == 0) {
      state.expect(text.alternatives[i] == 0, "alternatives", "belong to a leaf");
      return node;
    }
    node.feature = text.feature[i];
    node.cut = text.cut[i];
    state.expect(fits(node), "feature", "does not fit the tree");
    const auto children = node.cut < 0 ? coding_.codes(static_cast<std::size_t>(node.feature)) : 2;
    state.expect(text.children[i] >= 0 && static_cast<std::size_t>(text.children[i]) == children, "children",
                 "have the wrong number");
    state.expect(text.missing_child[i] >= 0 && static_cast<std::size_t>(text.missing_child[i]) < children,
                 "missing_child", "is out of range");
    node.missing_child = static_cast<std::size_t>(text.missing_child[i]);
    state.expect(text.alternatives[i] >= 0 && static_cast<std::size_t>(text.alternatives[i]) <= schema_.dimension(),
                 "alternatives", "are too many");
    for (std::size_t j = 0; j < children; ++j) node.children.push_back(read(state, text, at, depth + 1));
    for (std::int32_t j = 0; j < text.alternatives[i]; ++j)
      node.alternatives.push_back(read(state, text, at, depth + 1));
    return node;
  }

  bool fits(const WindowNode& node) const {
    if (node.feature < 0 || static_cast<std::size_t>(node.feature) >= schema_.dimension()) return false;
    const auto f = static_cast<std::size_t>(node.feature);
    return schema_.numeric(f) ? node.cut >= 0 && node.cut + 1 < static_cast<std::int32_t>(coding_.codes(f))
                              : node.cut == -1;
  }

  Schema schema_;
  CVFDTOptions options_;
  ClassesSeen classes_seen_;
  RowCoding coding_;
  RowWindow kept_;  // until there are enough rows to make bins
  Buffer kept_weight_;
  std::optional<WindowNode> root_;
  std::int64_t nodes_ = 0;
  bool pruned_ = false;  // whether subtrees may have been cut off since they were counted
  std::int64_t t_ = 0;
  std::deque<Remembered> window_;
  CodedRow looked_at_;
  std::vector<std::int32_t> codes_;   // of all features of the row at hand
  std::vector<std::int32_t> spread_;  // the features in it that are not at the code of 0
  Buffer table_, parts_, total_;
};

}  // namespace driftsift
