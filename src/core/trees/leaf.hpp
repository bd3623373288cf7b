// A leaf: what it has seen, and who speaks for it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "learners/learner.hpp"
#include "relevance/row_window.hpp"
#include "trees/criterion.hpp"
#include "trees/statistics.hpp"

namespace driftsift {

using Prototypes = std::vector<std::unique_ptr<Learner>>;

// Class weights a leaf starts with, and those that stand in as long as it has none.
struct Inheritance {
  Buffer weights;
  Buffer stand_in;
};

class Leaf {
 public:
  Leaf(const Schema& schema, const TreeOptions& options, const Prototypes& prototypes,
       std::vector<std::int32_t> features, Inheritance inheritance, std::int64_t serial)
      : mode_(options.leaf),
        min_leaf_(options.min_leaf),
        grace_(options.grace),
        features_(std::move(features)),
        class_weight_(std::move(inheritance.weights)),
        stand_in_(std::move(inheritance.stand_in)),
        weight_(merit::sum(class_weight_)),
        serial_(serial),
        prior_(class_weight_.size(), kNever),
        scores_(class_weight_.size()),
        statistics_(std::make_unique<NodeStatistics>(schema, features_, options.split)),
        recent_(schema.dimension(), prototypes.empty() ? 0 : options.leaf_window) {
    for (const auto& prototype : prototypes) experts_.push_back({prototype->fresh(schema), 0, 0.0, 0, {}});
    for (auto& expert : experts_) expert.seen.assign(class_weight_.size(), 0);
  }

  // --- speaking

  void votes(const Row& row, std::span<double> out) {
    consider(row);
    if (auto* expert = speaker(); expert != nullptr && may_speak(*expert)) return expert->learner->votes(row, out);
    if (bayes_speaks()) return simd::kernels().softmax(scores_.data(), scores_.size(), out.data());
    std::copy(majority_votes().begin(), majority_votes().end(), out.begin());
  }

  // Makes up the mind about a row, which may then be learned.
  int consider(const Row& row) {
    if (active()) row_ = statistics_->look(row);
    majority_ = largest(majority_votes());
    bayes_known_ = active() && mode_ != LeafMode::majority && statistics_->total() > 0.0;
    bayes_ = bayes_known_ ? bayes() : majority_;
    const int better = bayes_better() ? bayes_ : majority_;
    for (auto& expert : experts_) expert.opinion = may_speak(expert) ? expert.learner->predict(row) : better;
    if (auto* expert = speaker()) return expert->opinion;
    return bayes_speaks() ? bayes_ : majority_;
  }

  // --- learning the row that was considered

  void learn(const Row& row, int label, double weight) {
    majority_right_ += majority_ == label ? weight : 0.0;
    bayes_right_ += bayes_ == label ? weight : 0.0;
    const auto c = static_cast<std::size_t>(label);
    class_weight_[c] += weight;
    weight_ += weight;
    since_try_ += weight;
    if (!active()) return;
    statistics_->learn(row_, label, weight);
    prior_[c] = std::log(class_weight_[c] + 1.0);
    for (auto& expert : experts_) {
      expert.right += expert.opinion == label ? weight : 0.0;
      teach(expert, row, label, weight);
    }
    recent_.push(row, label, weight);
  }

  // Hands the experts rows that a leaf further up has learned.
  void replay(const Row& row, int label, double weight) {
    for (auto& expert : experts_) teach(expert, row, label, weight);
    recent_.push(row, label, weight);
  }

  // --- growing

  bool due() const { return active() && since_try_ >= grace_; }
  void tried() { since_try_ = 0.0; }

  // Whether rows of more than one class have come.
  bool mixed() const { return merit::kinds(class_weight_) > 1; }

  const NodeStatistics& statistics() const { return *statistics_; }
  const Buffer& class_weight() const { return class_weight_; }
  double weight() const { return weight_; }
  std::int64_t serial() const { return serial_; }
  RowWindow& recent() { return recent_; }

  bool dismissed(std::int32_t feature) const {
    return std::binary_search(dismissed_.begin(), dismissed_.end(), feature);
  }
  void dismiss(std::int32_t feature) {
    dismissed_.insert(std::lower_bound(dismissed_.begin(), dismissed_.end(), feature), feature);
  }

  // --- memory

  bool active() const { return statistics_ != nullptr; }
  // How much of its weight the majority gets wrong: what a split could set right.
  double promise() const { return weight_ - *std::max_element(class_weight_.begin(), class_weight_.end()); }
  void deactivate() {
    statistics_.reset();
    experts_.clear();
    recent_ = RowWindow(0, 0);
  }
  void activate(const Schema& schema, const TreeOptions& options, const Prototypes& prototypes) {
    *this = Leaf(schema, options, prototypes, features_, {class_weight_, stand_in_}, serial_);
  }

  void grow(int classes) {
    const auto n = static_cast<std::size_t>(classes);
    class_weight_.resize(n);
    if (!stand_in_.empty()) stand_in_.resize(n);
    prior_.resize(n, kNever);
    scores_.resize(n);
    if (active()) statistics_->grow(classes);
    for (auto& expert : experts_) {
      expert.learner->grow(classes);
      expert.seen.resize(n);
    }
  }

  void describe(State& state, const Schema& schema) {
    auto present = static_cast<std::int64_t>(active());
    state.field("active", present);
    state.expect((present | 1) == 1, "active", "is a flag");
    if (state.loading() && present == 0) deactivate();
    state.amounts("class_weight", class_weight_);
    state.field("stand_in", stand_in_);
    state.expect(stand_in_.empty() || stand_in_.size() == class_weight_.size(), "stand_in", "has the wrong length");
    for (auto& [name, value] : {std::pair<const char*, double*>{"weight", &weight_},
                                {"since_try", &since_try_},
                                {"majority_right", &majority_right_},
                                {"bayes_right", &bayes_right_}}) {
      state.field(name, *value);
      state.expect(*value >= 0.0, name, "is negative");
    }
    state.fixed("prior", prior_);
    state.field("dismissed", dismissed_);
    state.expect(std::is_sorted(dismissed_.begin(), dismissed_.end()), "dismissed", "are not in order");
    state.scratch(scores_.size() * sizeof(double) + experts_.size() * sizeof(Expert) +
                  features_.size() * sizeof(std::int32_t));
    if (!active()) return;
    state.child("statistics", [this](State& inner) { statistics_->describe(inner); });
    state.scratch(sizeof(NodeStatistics));
    if (experts_.empty()) return;
    state.child("recent", [&](State& inner) { recent_.describe(inner, schema); });
    for (std::size_t k = 0; k < experts_.size(); ++k)
      state.child(("expert " + std::to_string(k)).c_str(), [this, k](State& inner) { describe(experts_[k], inner); });
  }

 private:
  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  struct Expert {
    std::unique_ptr<Learner> learner;
    std::size_t rows = 0;
    double right = 0.0;
    int opinion = 0;
    std::vector<std::int32_t> seen;  // by class, whether a row of it was learned
  };

  const Buffer& majority_votes() const { return weight_ > 0.0 || stand_in_.empty() ? class_weight_ : stand_in_; }

  int bayes() {
    std::copy(prior_.begin(), prior_.end(), scores_.begin());
    statistics_->add_scores(row_, scores_);
    return largest(scores_);
  }

  // Whether naive Bayes is to be preferred to the majority.
  bool bayes_better() const { return bayes_known_ && (mode_ == LeafMode::bayes || !(majority_right_ > bayes_right_)); }
  bool bayes_speaks() const { return bayes_better() && !majority_leads(); }

  // Whether the majority was right more often than any of several experts.
  bool majority_leads() const {
    return mode_ == LeafMode::adaptive && std::all_of(experts_.begin(), experts_.end(), [this](const Expert& expert) {
             return expert.right < majority_right_;
           });
  }

  bool may_speak(Expert& expert) const {
    if (expert.rows < min_leaf_) return false;
    return std::count(expert.seen.begin(), expert.seen.end(), 1) > 1 && expert.learner->informed();
  }

  // The expert that is asked first: of those right most often, the last.
  Expert* speaker() {
    if (experts_.empty() || majority_leads()) return nullptr;
    return &*std::max_element(experts_.rbegin(), experts_.rend(),
                              [](const Expert& a, const Expert& b) { return a.right < b.right; });
  }

  static void teach(Expert& expert, const Row& row, int label, double weight) {
    expert.learner->learn(row, label, weight);
    ++expert.rows;
    expert.seen[static_cast<std::size_t>(label)] = 1;
  }

  void describe(Expert& expert, State& state) {
    state.counter("rows", expert.rows, std::size_t{1} << 53);
    state.field("right", expert.right);
    state.expect(expert.right >= 0.0, "right", "is negative");
    state.fixed("seen", expert.seen);
    for (auto flag : expert.seen) state.expect((flag | 1) == 1, "seen", "are flags");
    state.child("learner", [&expert](State& inner) { expert.learner->describe(inner); });
    state.scratch(expert.learner->size());
  }

  LeafMode mode_;
  std::size_t min_leaf_;
  double grace_;
  std::vector<std::int32_t> features_;
  Buffer class_weight_;
  Buffer stand_in_;
  double weight_;
  double since_try_ = 0.0;
  double majority_right_ = 0.0;
  double bayes_right_ = 0.0;
  std::int64_t serial_;
  Buffer prior_;
  Buffer scores_;
  std::unique_ptr<NodeStatistics> statistics_;  // none in an inactive leaf
  std::vector<Expert> experts_;
  RowWindow recent_;
  std::vector<std::int32_t> dismissed_;
  Row row_;  // as the statistics see it
  int majority_ = 0;
  int bayes_ = 0;
  bool bayes_known_ = false;
};

}  // namespace driftsift
