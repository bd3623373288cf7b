// Facil: boxes of one class each, with the examples that define their borders. Ferrer-Troyano, Aguilar-Ruiz and
// Riquelme, SAC 2005; in the reading of docs/rules.md.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

#include "learners/learner.hpp"

namespace driftsift {

struct FacilOptions {
  std::int64_t window = 1000;
  double min_purity = 0.9;
  double max_growth = 0.1;
  std::size_t max_examples = 50;
};

class Facil final : public Learner {
 public:
  Facil(const Schema& schema, const FacilOptions& options)
      : schema_(schema),
        options_(options),
        lowest_(schema.dimension(), std::numeric_limits<double>::infinity()),
        highest_(schema.dimension(), -std::numeric_limits<double>::infinity()) {}

  void votes(const Row& row, std::span<double> out) override {
    std::fill(out.begin(), out.end(), 0.0);
    bool covered = false;
    for (const auto& rule : rules_) {
      if (rule.negative > 0.0 || !covers(rule.box, row.values)) continue;
      out[static_cast<std::size_t>(rule.label)] += rule.positive;
      covered = true;
    }
    if (covered) return;
    if (const auto* nearest = nearest_example(row.values)) out[static_cast<std::size_t>(nearest->label)] = 1.0;
  }

  void learn(const Row& row, int label, double weight) override {
    if (std::all_of(row.values.begin(), row.values.end(), [](double v) { return v != v; })) return;
    ++t_;
    see(row.values);
    forget_old();
    const auto example =
        std::make_shared<const Example>(Example{t_, label, weight, Buffer(row.values.begin(), row.values.end())});
    std::vector<std::int64_t> against;
    for (const auto& rule : rules_)
      if (rule.label != label && covers(rule.box, example->values)) against.push_back(rule.number);
    take_in(example);
    for (auto number : against) contradict(number, example);
  }

  int classes() const override { return schema_.classes; }
  void grow(int classes) override { schema_.classes = classes; }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<Facil>(schema, options_);
  }

  void describe(State& state) override {
    if (state.measuring()) return measure(state);
    state.field("t", t_);
    state.expect(t_ >= 0, "t", "is negative");
    state.fixed("lowest", lowest_);
    state.fixed("highest", highest_);
    Text text;
    if (!state.loading()) write(text);
    text.describe(state);
    if (state.loading()) read(state, text);
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  struct Example {
    std::int64_t t;
    int label;
    double weight;
    Buffer values;
  };
  using Stored = std::shared_ptr<const Example>;

  // An interval per feature; NaN where the feature is not restricted. A category is an interval of one value.
  struct Box {
    Buffer low, high;

    bool restricts(std::size_t f) const { return low[f] == low[f]; }
  };

  struct BoxRule {
    std::int64_t number;
    int label;
    Box box;
    double positive = 0.0;
    double negative = 0.0;
    std::vector<Stored> examples;  // oldest first

    double purity() const { return positive / (positive + negative); }
  };

  struct Growth {
    Box box;
    double total = 0.0;
  };

  // --- geometry

  void see(std::span<const double> values) {
    for (std::size_t f = 0; f < values.size(); ++f) {
      lowest_[f] = values[f] < lowest_[f] ? values[f] : lowest_[f];
      highest_[f] = values[f] > highest_[f] ? values[f] : highest_[f];
    }
  }

  // A length as a share of the range seen so far.
  double scaled(std::size_t f, double length) const {
    const double range = highest_[f] - lowest_[f];
    return range > 0.0 ? length / range : 0.0;
  }

  static Box point(std::span<const double> values) {
    return {Buffer(values.begin(), values.end()), Buffer(values.begin(), values.end())};
  }

  static bool covers(const Box& box, std::span<const double> values) {
    for (std::size_t f = 0; f < values.size(); ++f)
      if (values[f] < box.low[f] || values[f] > box.high[f]) return false;
    return true;
  }

  static bool meet(const Box& a, const Box& b) {
    for (std::size_t f = 0; f < a.low.size(); ++f)
      if (a.low[f] > b.high[f] || b.low[f] > a.high[f]) return false;
    return true;
  }

  // The box with a row in it; none if a category differs or a feature would grow by more than `limit`.
  std::optional<Growth> grown(const Box& box, std::span<const double> values, double limit) const {
    Growth growth{box, 0.0};
    for (std::size_t f = 0; f < values.size(); ++f) {
      const double v = values[f];
      if (!box.restricts(f) || !(v < box.low[f] || v > box.high[f])) continue;
      if (!schema_.numeric(f)) return {};
      const double by = scaled(f, std::max(box.low[f] - v, v - box.high[f]));
      if (by > limit) return {};
      growth.total += by;
      growth.box.low[f] = std::min(box.low[f], v);
      growth.box.high[f] = std::max(box.high[f], v);
    }
    return growth;
  }

  // The mean square of the scaled differences, over the features present in both.
  double distance(std::span<const double> a, std::span<const double> b) const {
    double sum = 0.0;
    std::size_t n = 0;
    for (std::size_t f = 0; f < a.size(); ++f) {
      if (a[f] != a[f] || b[f] != b[f]) continue;
      const double apart = schema_.numeric(f) ? scaled(f, a[f] - b[f]) : static_cast<double>(a[f] != b[f]);
      sum += apart * apart;
      ++n;
    }
    return n > 0 ? sum / static_cast<double>(n) : std::numeric_limits<double>::infinity();
  }

  bool meets_another_class(const Box& box, int label) const {
    return std::any_of(rules_.begin(), rules_.end(),
                       [&](const BoxRule& rule) { return rule.label != label && meet(rule.box, box); });
  }

  const Example* nearest_example(std::span<const double> values) const {
    const Example* nearest = nullptr;
    double least = 0.0;
    for (const auto& rule : rules_)
      for (const auto& example : rule.examples) {
        const double apart = distance(values, example->values);
        if (nearest != nullptr && !(apart < least)) continue;
        nearest = example.get();
        least = apart;
      }
    return nearest;
  }

  // --- learning

  void forget_old() {
    for (auto& rule : rules_)
      std::erase_if(rule.examples, [this](const Stored& example) { return example->t <= t_ - options_.window; });
    std::erase_if(rules_, [](const BoxRule& rule) { return rule.examples.empty(); });
  }

  void take_in(const Stored& example) {
    BoxRule* rule = covering(*example);
    if (rule == nullptr) rule = grow_one(*example);
    if (rule == nullptr) rule = &add(example->label, point(example->values));
    rule->positive += example->weight;
    store(*rule, example);
  }

  BoxRule& add(int label, Box box) {
    rules_.push_back({next_number_++, label, std::move(box), 0.0, 0.0, {}});
    return rules_.back();
  }

  BoxRule* covering(const Example& example) {
    for (auto& rule : rules_)
      if (rule.label == example.label && covers(rule.box, example.values)) return &rule;
    return nullptr;
  }

  // The rule of the same class that needs the least growth, grown; none if none may grow.
  BoxRule* grow_one(const Example& example) {
    BoxRule* best = nullptr;
    std::optional<Growth> least;
    for (auto& rule : rules_) {
      if (rule.label != example.label) continue;
      auto growth = grown(rule.box, example.values, options_.max_growth);
      if (!growth || (least && growth->total >= least->total) || meets_another_class(growth->box, rule.label)) continue;
      best = &rule;
      least = std::move(growth);
    }
    if (best != nullptr) best->box = std::move(least->box);
    return best;
  }

  void contradict(std::int64_t number, const Stored& example) {
    const auto rule = std::find_if(rules_.begin(), rules_.end(), [=](const BoxRule& r) { return r.number == number; });
    if (rule == rules_.end()) return;
    rule->negative += example->weight;
    store(*rule, example);
    if (rule->purity() >= options_.min_purity) return;
    const auto examples = std::move(rule->examples);
    rules_.erase(rule);
    rebuild(examples);
  }

  void store(BoxRule& rule, const Stored& example) {
    rule.examples.push_back(example);
    if (rule.examples.size() <= options_.max_examples) return;
    keep_border(rule);
    if (rule.examples.size() > options_.max_examples)
      rule.examples.erase(rule.examples.begin(),
                          rule.examples.end() - static_cast<std::ptrdiff_t>(options_.max_examples));
  }

  // Drops the examples that are further from the other kind than the median is.
  void keep_border(BoxRule& rule) const {
    const auto other = [&](const Example& a, const Example& b) {
      return (a.label == rule.label) != (b.label == rule.label);
    };
    Buffer apart;
    for (const auto& example : rule.examples) {
      double least = std::numeric_limits<double>::infinity();
      bool any = false;
      for (const auto& opposite : rule.examples) {
        if (!other(*example, *opposite)) continue;
        least = std::min(least, distance(example->values, opposite->values));
        any = true;
      }
      if (!any) return;
      apart.push_back(least);
    }
    Buffer sorted = apart;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[(sorted.size() - 1) / 2];
    std::size_t i = 0;
    std::erase_if(rule.examples, [&](const Stored&) { return apart[i++] > median; });
  }

  // A box for each class among the examples, as far as it can be kept apart from the others.
  void rebuild(const std::vector<Stored>& examples) {
    std::set<int> labels;
    for (const auto& example : examples) labels.insert(example->label);
    for (auto label : labels) build(label, examples);
  }

  void build(int label, const std::vector<Stored>& examples) {
    std::vector<Stored> own, others;
    for (const auto& example : examples) (example->label == label ? own : others).push_back(example);
    const Stored seed = own.back();
    own.pop_back();
    Box box = point(seed->values);
    if (!is_free(box, label, others)) return;
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < own.size(); ++i) order.emplace_back(distance(own[i]->values, seed->values), i);
    std::sort(order.begin(), order.end());
    std::vector<Stored> taken = {seed};
    for (const auto& [apart, i] : order) {
      auto growth = grown(box, own[i]->values, std::numeric_limits<double>::infinity());
      if (!growth || !is_free(growth->box, label, others)) break;
      box = std::move(growth->box);
      taken.push_back(own[i]);
    }
    std::sort(taken.begin(), taken.end(), [](const Stored& a, const Stored& b) { return a->t < b->t; });
    auto& rule = add(label, std::move(box));
    for (const auto& example : taken) rule.positive += example->weight;
    rule.examples = std::move(taken);
  }

  bool is_free(const Box& box, int label, const std::vector<Stored>& others) const {
    return std::none_of(others.begin(), others.end(),
                        [&](const Stored& example) { return covers(box, example->values); }) &&
           !meets_another_class(box, label);
  }

  // --- state

  // Examples may belong to several rules: each is described once.
  struct Text {
    std::vector<std::int64_t> times, members, ends;
    std::vector<std::int32_t> labels, classes;
    Buffer weights, values, positive, negative, low, high;

    void describe(State& state) {
      state.field("times", times);
      state.field("labels", labels);
      state.field("weights", weights);
      state.field("values", values);
      state.field("classes", classes);
      state.field("positive", positive);
      state.field("negative", negative);
      state.field("low", low);
      state.field("high", high);
      state.field("members", members);
      state.field("ends", ends);
    }
  };

  void write(Text& text) const {
    std::set<std::pair<std::int64_t, const Example*>> seen;
    for (const auto& rule : rules_)
      for (const auto& example : rule.examples) seen.emplace(example->t, example.get());
    for (const auto& [t, example] : seen) {
      text.times.push_back(t);
      text.labels.push_back(example->label);
      text.weights.push_back(example->weight);
      text.values.insert(text.values.end(), example->values.begin(), example->values.end());
    }
    for (const auto& rule : rules_) {
      text.classes.push_back(rule.label);
      text.positive.push_back(rule.positive);
      text.negative.push_back(rule.negative);
      text.low.insert(text.low.end(), rule.box.low.begin(), rule.box.low.end());
      text.high.insert(text.high.end(), rule.box.high.begin(), rule.box.high.end());
      for (const auto& example : rule.examples)
        text.members.push_back(std::lower_bound(text.times.begin(), text.times.end(), example->t) - text.times.begin());
      text.ends.push_back(static_cast<std::int64_t>(text.members.size()));
    }
  }

  void read(const State& state, const Text& text) {
    const auto d = schema_.dimension(), n = text.times.size(), rules = text.classes.size();
    state.expect(text.labels.size() == n && text.weights.size() == n && text.values.size() == n * d, "times",
                 "do not fit the values");
    state.expect(text.positive.size() == rules && text.negative.size() == rules && text.ends.size() == rules &&
                     text.low.size() == rules * d && text.high.size() == rules * d,
                 "classes", "do not fit the boxes");
    std::vector<Stored> examples;
    for (std::size_t i = 0; i < n; ++i) examples.push_back(read_example(state, text, i));
    state.expect(rules == 0 ? text.members.empty() : text.ends.back() == static_cast<std::int64_t>(text.members.size()),
                 "members", "have the wrong length");
    rules_.clear();
    next_number_ = 0;
    for (std::size_t r = 0; r < rules; ++r) read_rule(state, text, r, examples);
  }

  Stored read_example(const State& state, const Text& text, std::size_t i) const {
    const auto d = schema_.dimension();
    state.expect(text.times[i] > 0 && text.times[i] <= t_ && (i == 0 || text.times[i - 1] < text.times[i]), "times",
                 "are not in order");
    state.expect(text.labels[i] >= 0 && text.labels[i] < schema_.classes, "labels", "are not class codes");
    state.expect(text.weights[i] > 0.0, "weights", "are not above 0");
    const auto first = text.values.begin() + static_cast<std::ptrdiff_t>(i * d);
    Buffer values(first, first + static_cast<std::ptrdiff_t>(d));
    for (std::size_t f = 0; f < d; ++f) state.expect(schema_.admits(f, values[f]), "values", "do not fit the features");
    return std::make_shared<const Example>(Example{text.times[i], text.labels[i], text.weights[i], std::move(values)});
  }

  void read_rule(const State& state, const Text& text, std::size_t r, const std::vector<Stored>& examples) {
    const auto d = schema_.dimension();
    state.expect(text.classes[r] >= 0 && text.classes[r] < schema_.classes, "classes", "are not class codes");
    state.expect(text.positive[r] >= 0.0 && text.negative[r] >= 0.0, "positive", "is negative");
    const auto at = static_cast<std::ptrdiff_t>(r * d), next = at + static_cast<std::ptrdiff_t>(d);
    auto& rule = add(text.classes[r], {Buffer(text.low.begin() + at, text.low.begin() + next),
                                       Buffer(text.high.begin() + at, text.high.begin() + next)});
    for (std::size_t f = 0; f < d; ++f) {
      const double low = rule.box.low[f], high = rule.box.high[f];
      state.expect(schema_.admits(f, low) && schema_.admits(f, high) && (low == low ? low <= high : high != high),
                   "low", "and high are no box");
    }
    rule.positive = text.positive[r];
    rule.negative = text.negative[r];
    const auto begin = r == 0 ? 0 : text.ends[r - 1];
    state.expect(begin >= 0 && text.ends[r] > begin && text.ends[r] <= static_cast<std::int64_t>(text.members.size()) &&
                     static_cast<std::size_t>(text.ends[r] - begin) <= options_.max_examples,
                 "ends", "are wrong");
    for (auto k = begin; k < text.ends[r]; ++k) {
      const auto member = text.members[static_cast<std::size_t>(k)];
      state.expect(member >= 0 && static_cast<std::size_t>(member) < examples.size(), "members", "are out of range");
      rule.examples.push_back(examples[static_cast<std::size_t>(member)]);
    }
  }

  void measure(State& state) const {
    std::set<const Example*> seen;
    std::size_t bytes = (lowest_.size() + highest_.size()) * sizeof(double) + rules_.size() * sizeof(BoxRule);
    for (const auto& rule : rules_) {
      bytes += 2 * schema_.dimension() * sizeof(double) + rule.examples.size() * sizeof(Stored);
      for (const auto& example : rule.examples)
        if (seen.insert(example.get()).second) bytes += sizeof(Example) + example->values.size() * sizeof(double);
    }
    state.scratch(bytes);
  }

  Schema schema_;
  FacilOptions options_;
  std::int64_t t_ = 0;
  Buffer lowest_, highest_;
  std::vector<BoxRule> rules_;  // in the order they were made
  std::int64_t next_number_ = 0;
};

}  // namespace driftsift
