// The candidates of a split and what they are worth, from the statistics of a node.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "simd/kernels.hpp"
#include "trees/criterion.hpp"
#include "trees/node_test.hpp"
#include "trees/statistics.hpp"

namespace driftsift {

struct Candidate {
  double merit = 0.0;  // 0: there is none
  std::size_t number = 0;
  NodeTest test;

  explicit operator bool() const { return merit > 0.0; }
};

// The best of some candidates, by its place, and the merit of the second best; of equals the first.
struct Ranking {
  std::size_t first = 0;
  double most = 0.0;
  double second = 0.0;

  static Ranking of(std::span<const Candidate> candidates) {
    Ranking ranking;
    for (std::size_t f = 0; f < candidates.size(); ++f) {
      const double merit = candidates[f].merit;
      if (merit > ranking.most + merit::kNegligible)
        ranking = {f, merit, ranking.most};
      else
        ranking.second = std::max(ranking.second, merit);
    }
    return ranking;
  }

  explicit operator bool() const { return most > merit::kNegligible; }
};

class SplitSearch {
 public:
  explicit SplitSearch(const SplitOptions& options) : options_(options) {}

  // The best candidate of every looked-at feature of a node; of equals the first. Valid until the next call.
  std::vector<Candidate>& best(const NodeStatistics& node) {
    load(node);
    found_.assign(node.schema().dimension(), {});
    if (gaussian() && options_.criterion == Criterion::information_gain) weigh_cuts();
    for (std::size_t f = 0; f < found_.size(); ++f) {
      if (place_[f].numeric && gaussian() && options_.criterion == Criterion::information_gain)
        found_[f] = best_cut(f);
      else
        each_candidate(f, [&](std::size_t number, const NodeTest& test, const Partition& parts) {
          if (!merit::divides(parts, present_)) return;
          offer(found_[f], merit::of(options_.criterion, parts, total_), number, test);
        });
      found_[f].merit *= share();
    }
    return found_;
  }

  // The class weights of the children of a candidate, child by child.
  void children(const NodeStatistics& node, std::size_t f, std::size_t wanted, Buffer& weights) {
    load(node);
    each_candidate(f, [&](std::size_t number, const NodeTest&, const Partition& parts) {
      if (number == wanted) weights.assign(parts.weights.begin(), parts.weights.end());
    });
  }

  // Visits all candidates of a node by feature: visit(f, test, partition, present), the last being the class weights
  // of the rows that have the feature.
  template <class Visit>
  void each(const NodeStatistics& node, Visit visit) {
    load(node);
    for (std::size_t f = 0; f < place_.size(); ++f)
      each_candidate(f, [&](std::size_t, const NodeTest& test, const Partition& parts) {
        visit(f, test, parts, std::span<const double>(total_));
      });
  }

  // What it comes to need for rows of this schema.
  std::size_t bytes(const Schema& schema) const {
    const auto numeric = static_cast<std::size_t>(std::count(schema.categories.begin(), schema.categories.end(), 0));
    const auto tables = (options_.cuts + 5) * static_cast<std::size_t>(schema.classes) + options_.cuts;
    return tables * padded(numeric) * sizeof(double) + schema.dimension() * (sizeof(Candidate) + sizeof(Place));
  }

 private:
  // Where a looked-at feature stands among the numeric or among the nominal ones.
  struct Place {
    bool numeric;
    std::size_t i;
  };

  bool gaussian() const { return options_.numeric == NumericObserver::gaussian; }
  double share() const { return std::min(present_ / node_->total(), 1.0); }

  static void offer(Candidate& best, double merit, std::size_t number, const NodeTest& test) {
    if (merit > best.merit + merit::kNegligible) best = {merit, number, test};
  }

  void load(const NodeStatistics& node) {
    node_ = &node;
    classes_ = node.weight().size();
    place_.resize(node.schema().dimension());
    for (std::size_t i = 0; i < node.numeric().columns().size(); ++i)
      place_[static_cast<std::size_t>(node.numeric().columns()[i])] = {true, i};
    for (std::size_t i = 0; i < node.nominal().columns().size(); ++i)
      place_[static_cast<std::size_t>(node.nominal().columns()[i])] = {false, i};
    total_.resize(classes_);
    if (gaussian() && !node.numeric().empty()) load_moments();
  }

  void load_moments() {
    width_ = node_->numeric().width();
    for (auto* table : {&count_, &mean_, &inverse_, &low_, &high_}) table->assign(classes_ * width_, 0.0);
    for (std::size_t c = 0; c < classes_; ++c)
      for (std::size_t i = 0; i < node_->numeric().columns().size(); ++i) load_moments(c, i, c * width_ + i);
    left_.resize(options_.cuts * classes_ * width_);
    simd::kernels().gaussian_cuts(
        {count_.data(), mean_.data(), inverse_.data(), low_.data(), high_.data(), classes_, width_}, options_.cuts,
        left_.data());
  }

  void load_moments(std::size_t c, std::size_t i, std::size_t at) {
    const auto known = node_->numeric().of_class(c, i);
    const double variance = known.count > 1.0 ? known.m2 / (known.count - 1.0) : 0.0;
    count_[at] = known.count;
    mean_[at] = known.mean;
    inverse_[at] = variance > 0.0 ? 1.0 / std::sqrt(variance) : 0.0;
    low_[at] = node_->ranges().low(c, i);
    high_[at] = node_->ranges().high(c, i);
    if (node_->numeric().zeros_of_class(c, i) <= 0.0) return;
    low_[at] = std::min(low_[at], 0.0);
    high_[at] = std::max(high_[at], 0.0);
  }

  void weigh_cuts() {
    if (node_->numeric().empty()) return;
    gains_.resize(options_.cuts * width_);
    simd::kernels().cut_gains(left_.data(), count_.data(), options_.cuts, classes_, width_, merit::kLeastShare,
                              gains_.data());
  }

  Candidate best_cut(std::size_t f) {
    const auto i = place_[f].i;
    add_up(i);
    Candidate best;
    for (std::size_t k = 0; k < options_.cuts; ++k) offer(best, gains_[k * width_ + i], k, {});
    if (best) best.test = {NodeTest::Kind::at_most, node_->feature(f), cut(i, best.number)};
    return best;
  }

  // The class weights of the rows that have the i-th numeric feature.
  void add_up(std::size_t i) {
    for (std::size_t c = 0; c < classes_; ++c) total_[c] = count_[c * width_ + i];
    present_ = merit::sum(total_);
  }

  std::pair<double, double> range(std::size_t i) const {
    double low = low_[i], high = high_[i];
    for (std::size_t c = 1; c < classes_; ++c) {
      low = std::min(low, low_[c * width_ + i]);
      high = std::max(high, high_[c * width_ + i]);
    }
    return {low, high};
  }

  double cut(std::size_t i, std::size_t number) const {
    const auto [low, high] = range(i);
    return low + static_cast<double>(number + 1) * (high - low) / static_cast<double>(options_.cuts + 1);
  }

  template <class Visit>
  void each_candidate(std::size_t f, Visit visit) {
    const auto [numeric, i] = place_[f];
    if (!numeric) return options_.binary_nominal ? each_category(f, i, visit) : all_categories(f, i, visit);
    if (gaussian()) return each_cut(f, i, visit);
    each_boundary(f, i, visit);
  }

  template <class Visit>
  void each_cut(std::size_t f, std::size_t i, Visit visit) {
    add_up(i);
    const auto [low, high] = range(i);
    if (present_ <= 0.0 || !(low < high)) return;
    parts_.resize(2 * classes_);
    for (std::size_t k = 0; k < options_.cuts; ++k) {
      for (std::size_t c = 0; c < classes_; ++c) {
        parts_[c] = left_[(k * classes_ + c) * width_ + i];
        parts_[classes_ + c] = total_[c] - parts_[c];
      }
      visit(k, NodeTest{NodeTest::Kind::at_most, node_->feature(f), cut(i, k)}, partition());
    }
  }

  template <class Visit>
  void each_boundary(std::size_t f, std::size_t i, Visit visit) {
    tabulate(i);
    if (boundaries_.empty()) return;
    parts_.assign(2 * classes_, 0.0);
    std::copy(total_.begin(), total_.end(), parts_.begin() + static_cast<std::ptrdiff_t>(classes_));
    for (std::size_t b = 0; b + 1 < boundaries_.size(); ++b) {
      for (std::size_t c = 0; c < classes_; ++c) {
        parts_[c] += table_[b * classes_ + c];
        parts_[classes_ + c] = std::max(total_[c] - parts_[c], 0.0);
      }
      const double middle = boundaries_[b] + (boundaries_[b + 1] - boundaries_[b]) / 2.0;
      visit(b, NodeTest{NodeTest::Kind::at_most, node_->feature(f), middle}, partition());
    }
  }

  // The bins of the i-th numeric feature with the zeros of sparse rows among them, and what they add up to.
  void tabulate(std::size_t i) {
    boundaries_.clear();
    table_.clear();
    bool zeros = zeros_of(i);
    const auto put_zeros = [&] {
      boundaries_.push_back(0.0);
      for (std::size_t c = 0; c < classes_; ++c) table_.push_back(node_->numeric().zeros_of_class(c, i));
      zeros = false;
    };
    node_->bins()[i].each([&](double boundary, std::span<const double> weights) {
      if (zeros && boundary > 0.0) put_zeros();
      boundaries_.push_back(boundary);
      table_.insert(table_.end(), weights.begin(), weights.end());
      if (!zeros || boundary < 0.0) return;
      for (std::size_t c = 0; c < classes_; ++c)
        table_[table_.size() - classes_ + c] += node_->numeric().zeros_of_class(c, i);
      zeros = false;
    });
    if (zeros) put_zeros();
    std::fill(total_.begin(), total_.end(), 0.0);
    for (std::size_t at = 0; at < table_.size(); ++at) total_[at % classes_] += table_[at];
    present_ = merit::sum(total_);
  }

  bool zeros_of(std::size_t i) const {
    for (std::size_t c = 0; c < classes_; ++c)
      if (node_->numeric().zeros_of_class(c, i) > 0.0) return true;
    return false;
  }

  // Puts the class weights of the categories of the i-th nominal feature into `table_`.
  void tabulate_categories(std::size_t f, std::size_t i) {
    const auto categories = static_cast<std::size_t>(node_->schema().categories[f]);
    table_.resize(categories * classes_);
    std::fill(total_.begin(), total_.end(), 0.0);
    for (std::size_t v = 0; v < categories; ++v)
      for (std::size_t c = 0; c < classes_; ++c)
        total_[c] += table_[v * classes_ + c] = node_->nominal().amount(c, i, v);
    present_ = merit::sum(total_);
  }

  template <class Visit>
  void all_categories(std::size_t f, std::size_t i, Visit visit) {
    tabulate_categories(f, i);
    if (present_ > 0.0)
      visit(std::size_t{0}, NodeTest{NodeTest::Kind::category, node_->feature(f), 0.0}, Partition{table_, classes_});
  }

  template <class Visit>
  void each_category(std::size_t f, std::size_t i, Visit visit) {
    tabulate_categories(f, i);
    if (present_ <= 0.0) return;
    parts_.resize(2 * classes_);
    for (std::size_t v = 0; v * classes_ < table_.size(); ++v) {
      for (std::size_t c = 0; c < classes_; ++c) {
        parts_[c] = table_[v * classes_ + c];
        parts_[classes_ + c] = std::max(total_[c] - parts_[c], 0.0);
      }
      visit(v, NodeTest{NodeTest::Kind::equals, node_->feature(f), static_cast<double>(v)}, partition());
    }
  }

  Partition partition() const { return {parts_, classes_}; }

  SplitOptions options_;
  const NodeStatistics* node_ = nullptr;
  std::size_t classes_ = 0;
  std::size_t width_ = 0;
  double present_ = 0.0;
  Buffer total_;                                // class weights of the rows that have the feature at hand
  Buffer count_, mean_, inverse_, low_, high_;  // [class][numeric feature]
  Buffer left_;                                 // [cut][class][numeric feature]
  Buffer gains_;                                // [cut][numeric feature]
  Buffer parts_, boundaries_, table_;           // of the feature at hand
  std::vector<Place> place_;
  std::vector<Candidate> found_;
};

}  // namespace driftsift
