// Very fast decision rules: each grows by the literal that makes its rows purest. Gama and Kosina, IJCAI 2011. Adaptive
// ones are dropped when they err more than they did.
#pragma once

#include <algorithm>
#include <optional>

#include "data/classes_seen.hpp"
#include "learners/learner.hpp"
#include "rules/rule.hpp"
#include "trees/split_search.hpp"

namespace driftsift {

struct RuleOptions {
  SplitOptions split = {.binary_nominal = true};
  double grace = 200;
  double delta = 1e-6;
  double tau = 0.05;
  double min_coverage = 0.1;
  std::size_t max_rules = 1000;
  bool ordered = false;  // only the first rule that covers a row learns and speaks
  bool bayes = true;
  bool best_speaks = false;  // of several rules the one that is surest, instead of all by weight
};

class VFDR final : public Learner {
 public:
  // No detector: rules are kept for good.
  VFDR(const Schema& schema, const RuleOptions& options, std::unique_ptr<Detector> detector)
      : schema_(schema),
        options_(options),
        detector_(std::move(detector)),
        search_(options.split),
        classes_seen_(schema.classes),
        default_(new_rule()),
        mean_(static_cast<std::size_t>(schema.classes)) {}

  void votes(const Row& row, std::span<double> out) override {
    const auto speaking = options_.ordered ? first_vote(row) : options_.best_speaks ? surest_vote(row) : mean_vote(row);
    std::copy(speaking.begin(), speaking.end(), out.begin());
  }

  int predict(const Row& row) override {
    Rule* only = nullptr;
    for (auto& rule : rules_) {
      if (rule.weight() <= 0.0 || !rule.covers(row)) continue;
      if (only != nullptr) return Learner::predict(row);
      only = &rule;
      if (options_.ordered) break;
    }
    if (only == nullptr && default_.weight() <= 0.0) return 0;
    return (only != nullptr ? *only : default_).predict(row);
  }

  void learn(const Row& row, int label, double weight) override {
    classes_seen_.see(label);
    if (detector_) drop_worse(row, label);
    cover(row);
    for (auto i : covering_) teach(rules_[i], row, label, weight);
    if (covering_.empty()) teach_default(row, label, weight);
  }

  int classes() const override { return schema_.classes; }
  void grow(int classes) override {
    schema_.classes = classes;
    classes_seen_.grow(classes);
    mean_.resize(static_cast<std::size_t>(classes));
    default_.grow(classes);
    for (auto& rule : rules_) rule.grow(classes);
  }
  std::unique_ptr<Learner> fresh(const Schema& schema) const override {
    return std::make_unique<VFDR>(schema, options_, detector_ ? detector_->fresh() : nullptr);
  }

  void describe(State& state) override {
    classes_seen_.describe(state);
    std::size_t number = rules_.size();
    state.counter("rules", number, options_.max_rules);
    if (state.loading()) rules_.clear();
    for (std::size_t i = 0; i < number; ++i) {
      if (state.loading()) rules_.push_back(new_rule());
      state.child(("rule " + std::to_string(i)).c_str(), [&](State& inner) { rules_[i].describe(inner, schema_); });
    }
    state.child("default", [this](State& inner) { default_.describe(inner, schema_); });
    state.expect(default_.literals().empty(), "default", "has literals");
    state.scratch(search_.bytes(schema_) + mean_.size() * sizeof(double) +
                  schema_.dimension() * (sizeof(std::int32_t) + sizeof(Proposal)));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  // The purest literal of a feature, and the entropy of what it covers.
  struct Proposal {
    Literal literal;
    double entropy = std::numeric_limits<double>::infinity();
  };

  Rule new_rule() const { return {schema_, options_.split, options_.bayes, detector_ ? detector_->fresh() : nullptr}; }

  // The rules that cover a row, of ordered ones the first.
  void cover(const Row& row) {
    covering_.clear();
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      if (!rules_[i].covers(row)) continue;
      covering_.push_back(i);
      if (options_.ordered) return;
    }
  }

  // --- speaking

  std::span<const double> first_vote(const Row& row) {
    for (auto& rule : rules_)
      if (rule.weight() > 0.0 && rule.covers(row)) return rule.shares(row);
    return default_vote(row);
  }

  std::span<const double> surest_vote(const Row& row) {
    std::span<const double> best;
    double most = -1.0;
    for (auto& rule : rules_) {
      if (rule.weight() <= 0.0 || !rule.covers(row)) continue;
      const auto shares = rule.shares(row);
      const double surest = *std::max_element(shares.begin(), shares.end());
      if (surest <= most) continue;
      most = surest;
      best = shares;
    }
    return best.empty() ? default_vote(row) : best;
  }

  std::span<const double> mean_vote(const Row& row) {
    std::fill(mean_.begin(), mean_.end(), 0.0);
    double total = 0.0;
    for (auto& rule : rules_) {
      if (rule.weight() <= 0.0 || !rule.covers(row)) continue;
      const auto shares = rule.shares(row);
      for (std::size_t c = 0; c < mean_.size(); ++c) mean_[c] += rule.weight() * shares[c];
      total += rule.weight();
    }
    if (total <= 0.0) return default_vote(row);
    for (auto& share : mean_) share /= total;
    return mean_;
  }

  std::span<const double> default_vote(const Row& row) {
    if (default_.weight() > 0.0) return default_.shares(row);
    std::fill(mean_.begin(), mean_.end(), 0.0);
    return mean_;
  }

  // --- learning

  void drop_worse(const Row& row, int label) {
    const auto worsens = [&](Rule& rule) {
      return rule.weight() > 0.0 && rule.worsens(largest(rule.shares(row)) != label);
    };
    cover(row);
    if (covering_.empty() && worsens(default_)) default_.restart(schema_, options_.split);
    for (auto it = covering_.rbegin(); it != covering_.rend(); ++it)
      if (worsens(rules_[*it])) rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(*it));
  }

  void teach(Rule& rule, const Row& row, int label, double weight) {
    rule.learn(row, label, weight);
    if (!rule.due(options_.grace)) return;
    const auto literal = purest(rule);
    if (!literal) return;
    auto literals = rule.with(*literal);
    if (known(literals)) return;
    rule.become(std::move(literals));
    rule.restart(schema_, options_.split);
  }

  void teach_default(const Row& row, int label, double weight) {
    default_.learn(row, label, weight);
    if (!default_.due(options_.grace) || rules_.size() >= options_.max_rules) return;
    const auto literal = purest(default_);
    if (!literal || known({*literal})) return;
    rules_.push_back(new_rule());
    rules_.back().become({*literal});
    default_.restart(schema_, options_.split);
  }

  // Whether there is a rule with these literals, in whatever order.
  bool known(const std::vector<Literal>& literals) const {
    return std::any_of(rules_.begin(), rules_.end(), [&](const Rule& rule) {
      return rule.literals().size() == literals.size() &&
             std::is_permutation(literals.begin(), literals.end(), rule.literals().begin());
    });
  }

  // The literal that leaves surely the purest rows; none where none does.
  std::optional<Literal> purest(const Rule& rule) {
    if (!rule.mixed()) return {};
    proposals_.assign(schema_.dimension(), {});
    search_.each(rule.statistics(), [&](std::size_t f, const NodeTest& test, const Partition& parts, auto) {
      if (test.kind == NodeTest::Kind::at_most) {
        propose(rule, f, parts.child(0), {Literal::Kind::at_most, test.feature, test.value});
        propose(rule, f, parts.child(1), {Literal::Kind::above, test.feature, test.value});
      } else if (!rule.restricts(test.feature, Literal::Kind::equals)) {
        propose(rule, f, parts.child(0), {Literal::Kind::equals, test.feature, test.value});
      }
    });
    return choose(rule);
  }

  void propose(const Rule& rule, std::size_t f, std::span<const double> covered, const Literal& literal) {
    const double n = merit::sum(covered);
    if (n <= 0.0 || n < options_.min_coverage * rule.weight()) return;
    const double entropy = merit::spread(covered) / n;
    if (entropy < proposals_[f].entropy - merit::kNegligible) proposals_[f] = {literal, entropy};
  }

  std::optional<Literal> choose(const Rule& rule) const {
    const double present = merit::spread(rule.statistics().weight()) / rule.weight();
    double lowest = std::numeric_limits<double>::infinity(), second = present;
    const Proposal* best = nullptr;
    for (const auto& proposal : proposals_)
      if (proposal.entropy < lowest - merit::kNegligible) {
        second = std::min(second, lowest);
        lowest = proposal.entropy;
        best = &proposal;
      } else {
        second = std::min(second, proposal.entropy);
      }
    if (best == nullptr || present <= lowest + merit::kNegligible) return {};
    const double range = merit::range(Criterion::information_gain, classes_seen_.number());
    const double bound = hoeffding_bound(range, options_.delta, rule.weight());
    if (second - lowest > bound || bound < options_.tau) return best->literal;
    return {};
  }

  Schema schema_;
  RuleOptions options_;
  std::unique_ptr<Detector> detector_;  // a prototype
  SplitSearch search_;
  ClassesSeen classes_seen_;
  std::vector<Rule> rules_;  // in the order they were made
  Rule default_;
  Buffer mean_;
  std::vector<std::size_t> covering_;
  std::vector<Proposal> proposals_;
};

}  // namespace driftsift
