// Gaussian likelihood of the numeric features of a row under each class, in log space.
//
// Two regimes. While every learned row was complete and dense, one count serves all features of a class, and
// precision and log-determinant are kept ready: voting costs a handful of multiplications per feature. The first
// missing value or sparse row switches to counts per feature for good.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "learners/window_sums.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class NumericLikelihood {
 public:
  // `forgets`: whether rows are taken off again, which needs sums of more digits.
  NumericLikelihood(const Schema& schema, double floor, bool forgets)
      : floor_(floor), inverse_floor_(1.0 / floor), forgets_(forgets), slot_(schema.dimension(), -1) {
    for (std::size_t f = 0; f < schema.dimension(); ++f)
      if (schema.numeric(f)) {
        slot_[f] = static_cast<std::int32_t>(columns_.size());
        columns_.push_back(static_cast<std::int32_t>(f));
      }
    width_ = padded(columns_.size());
    x_.resize(width_);
    pooled_mean_.resize(width_);
    pooled_variance_.resize(width_);
    complete_ = forgets ? 0 : 1;
    grow(schema.classes);
  }

  // What is known of a feature in one table: its weight, its mean and the sum of squared deviations.
  struct Summary {
    double count;
    double mean;
    double m2;
  };

  bool empty() const { return columns_.empty(); }
  std::span<const std::int32_t> columns() const { return columns_; }
  std::size_t width() const { return width_; }

  void grow(int classes) {
    const auto rows = static_cast<std::size_t>(classes) + 1;
    const auto known = weight_.size();
    weight_.resize(rows);
    implicit_.resize(rows);
    log_variance_.resize(rows);
    count_.resize(rows * width_);
    mean_.resize(rows * width_);
    m2_.resize(rows * width_);
    precision_.resize(rows * width_);
    if (sparse_) touched_.resize(rows * width_);
    if (forgets_) sums_.resize(rows * width_);
    sound_ = std::make_unique<bool[]>(rows);
    // Padding takes part in products of class variances: it must be neutral there, and 0 in the pooled row.
    for (std::size_t row = std::max<std::size_t>(known, 1); row < rows; ++row)
      std::fill(m2_.begin() + static_cast<std::ptrdiff_t>(row * width_ + columns_.size()),
                m2_.begin() + static_cast<std::ptrdiff_t>((row + 1) * width_), 1.0);
  }

  // Brings the numeric values of the row together; what follows is about this row.
  void gather(const Row& row) {
    sparse_row_ = row.sparse;
    if (columns_.size() == row.values.size()) {
      missing_ = kernels_.copy_row(row.values.data(), x_.data(), columns_.size());
      return;
    }
    missing_ = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      x_[i] = row.values[static_cast<std::size_t>(columns_[i])];
      missing_ |= x_[i] != x_[i];
    }
  }

  // Adds the log likelihood of the gathered row to the score of every class that has been seen.
  void add_scores(std::span<double> scores) {
    if (!complete_ || missing_ || weight_[0] <= 1.0) return add_general(scores, [](std::size_t) { return true; });
    const double limit = (weight_[0] - 1.0) * inverse_floor_;
    const bool all_sound =
        kernels_.complete_scores(x_.data(), &mean_[width_], &precision_[width_], &log_variance_[1], m2_.data(), limit,
                                 scores.size(), width_, scores.data(), &sound_[0]);
    if (!all_sound) add_general(scores, [this](std::size_t c) { return !sound_[c]; });
  }

  // Adds the log likelihood of some features only, each times a weight of its own.
  void add_weighted_scores(const Row& row, std::span<const std::int32_t> features, std::span<const double> weights,
                           std::span<double> scores) const {
    for (auto feature : features) {
      const auto f = static_cast<std::size_t>(feature);
      if (slot_[f] < 0 || row.values[f] != row.values[f]) continue;
      const auto i = static_cast<std::size_t>(slot_[f]);
      const auto pooled = summary(0, i);
      const double variance = pooled.count > 1.0 ? pooled.m2 / (pooled.count - 1.0) : 0.0;
      if (variance <= 0.0) continue;
      for (std::size_t c = 0; c < scores.size(); ++c)
        if (weight_[c + 1] > 0.0)
          scores[c] -= 0.5 * weights[f] * surprise(row.values[f], summary(c + 1, i), pooled.mean, variance);
    }
    for (auto& score : scores)
      if (score != score) score = std::numeric_limits<double>::lowest();
  }

  // Takes off a row that was learned.
  void forget(const Row& row, int label, double weight) {
    const auto c = static_cast<std::size_t>(label) + 1;
    for (const std::size_t table : {std::size_t{0}, c}) {
      weight_[table] = without(weight_[table], weight);
      each_value(row, [&](std::size_t i, double value) { shift(table, i, value, -weight); });
      if (!row.sparse) continue;
      implicit_[table] = without(implicit_[table], weight);
      each_stored(row, [&](std::size_t i, double) {
        touched_[table * width_ + i] = without(touched_[table * width_ + i], weight);
      });
    }
  }

  // A value that leaves takes the digits of much smaller ones with it: their sums are made anew from the rows that are
  // left. `each_row` visits these with their labels and weights.
  template <class EachRow>
  void mend(EachRow each_row) {
    if (spoiled_.empty()) return;
    for (auto at : spoiled_) count_[at] = mean_[at] = m2_[at] = 0.0, sums_.clear(at);
    const auto again = std::exchange(spoiled_, {});
    each_row([&](const Row& row, int label, double weight) {
      for (auto at : again) {
        const auto table = at / width_, i = at % width_;
        if (table != 0 && table != static_cast<std::size_t>(label) + 1) continue;
        const auto column = columns_[i];
        const double value = row.values[static_cast<std::size_t>(column)];
        const bool stored = !row.sparse || std::binary_search(row.stored.begin(), row.stored.end(), column);
        if (stored && value == value) shift(table, i, value, weight);
      }
    });
  }

  Summary of_class(std::size_t c, std::size_t i) const { return summary(c + 1, i); }
  // The weight of the sparse rows of a class that do not store the feature.
  double zeros_of_class(std::size_t c, std::size_t i) const { return sparse_ ? unstored(c + 1, i) : 0.0; }
  // The gathered row, padded with zeros.
  const double* gathered() const { return x_.data(); }

  // Visits the numbers of a row, of a sparse one those it stores, with the places of their features.
  template <class Visit>
  void each_value(const Row& row, Visit visit) const {
    const auto present = [&](std::size_t i, double value) {
      if (value == value) visit(i, value);
    };
    if (row.sparse) return each_stored(row, present);
    for (std::size_t i = 0; i < columns_.size(); ++i) present(i, row.values[static_cast<std::size_t>(columns_[i])]);
  }

  // Gives ln(weight of the class + 1), which the kernel has at hand.
  double learn(const Row& row, int label, double weight) {
    const auto c = static_cast<std::size_t>(label) + 1;
    if (complete_ && (missing_ || sparse_row_)) leave_complete();
    weight_[0] += weight;
    weight_[c] += weight;
    if (complete_) return learn_complete(c, weight);
    if (forgets_) {
      learn_exactly(row, c, weight);
    } else if (sparse_row_) {
      learn_stored(row, c, weight);
    } else {
      kernels_.update(x_.data(), moments(0), weight, width_);
      kernels_.update(x_.data(), moments(c), weight, width_);
    }
    return std::log(weight_[c] + 1.0);
  }

  // Predicts and learns rows from `begin` on as long as they are simple; gives the number of the first that is not.
  // Keeps `prior`, the logarithms of the class weights + 1, up to date.
  std::size_t run(const Block& block, std::size_t begin, const std::int32_t* codes, const double* weights,
                  std::span<double> prior, std::span<double> scores, std::int32_t* predictions, double* votes) {
    if (!complete_ || block.sparse() || columns_.size() != block.columns) return begin;
    const simd::CompleteModel model{
        .features = columns_.size(),
        .width = width_,
        .classes = prior.size(),
        .inverse_floor = inverse_floor_,
        .total = &weight_[0],
        .pooled_mean = &mean_[0],
        .pooled_m2 = &m2_[0],
        .weight = &weight_[1],
        .mean = &mean_[width_],
        .m2 = &m2_[width_],
        .precision = &precision_[width_],
        .log_variance = &log_variance_[1],
        .prior = prior.data(),
        .x = x_.data(),
        .scores = scores.data(),
    };
    return kernels_.complete_run(model, block.dense, begin, block.rows, codes, weights, predictions, votes);
  }

  double total() const { return weight_[0]; }
  std::span<const double> class_weights() const { return std::span(weight_).subspan(1); }

  void describe(State& state) {
    state.field("complete", complete_);
    state.field("sparse", sparse_);
    state.expect((complete_ | 1) == 1 && (sparse_ | 1) == 1, "complete and sparse", "are flags");
    if (state.loading() && sparse_) touched_.resize(count_.size());
    state.amounts("weight", weight_);
    state.amounts("implicit", implicit_);
    state.fixed("log_variance", log_variance_);
    state.amounts("count", count_);
    state.fixed("mean", mean_);
    state.fixed("m2", m2_);
    state.fixed("precision", precision_);
    state.amounts("touched", touched_);
    if (forgets_) state.child("sums", [this](State& inner) { sums_.describe(inner); });
    state.expect(!forgets_ || complete_ == 0, "complete", "does not fit a window");
    state.scratch((columns_.capacity() + slot_.capacity()) * sizeof(std::int32_t) +
                  (x_.capacity() + pooled_mean_.capacity() + pooled_variance_.capacity()) * sizeof(double) +
                  weight_.size() * sizeof(bool));
  }

 private:
  // Row 0 of every table is over all classes, row c + 1 is class c.
  simd::Moments moments(std::size_t row) {
    if (complete_) std::fill_n(count_.begin() + static_cast<std::ptrdiff_t>(row * width_), width_, weight_[row]);
    return {&count_[row * width_], &mean_[row * width_], &m2_[row * width_],
            sparse_ ? &touched_[row * width_] : nullptr, implicit_[row]};
  }

  // Classes with a variance at its floor, or with a single row, take this way.
  template <class Wanted>
  void add_general(std::span<double> scores, Wanted wanted) {
    kernels_.pooled_moments(x_.data(), moments(0), pooled_mean_.data(), pooled_variance_.data(), width_);
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (weight_[c + 1] == 0.0 || !wanted(c)) continue;
      const auto fit =
          kernels_.class_fit(x_.data(), moments(c + 1), pooled_mean_.data(), pooled_variance_.data(), floor_, width_);
      scores[c] -= 0.5 * (fit.quadratic + fit.variance.value());
      // Values near the end of the range of a double overflow to inf - inf.
      if (scores[c] != scores[c]) scores[c] = std::numeric_limits<double>::lowest();
    }
  }

  double learn_complete(std::size_t row, double weight) {
    const double count = weight_[row];
    double log_count = 0.0;
    log_variance_[row] = kernels_.complete_learn(x_.data(), mean_.data(), m2_.data(), &mean_[row * width_],
                                                 &m2_[row * width_], &precision_[row * width_], weight, weight_[0],
                                                 count, width_, static_cast<double>(columns_.size()), &log_count);
    return log_count;
  }

  double unstored(std::size_t table, std::size_t i) const { return implicit_[table] - touched_[table * width_ + i]; }

  // As the kernels have it: explicit values joined with the zeros of sparse rows.
  Summary summary(std::size_t table, std::size_t i) const {
    const auto at = table * width_ + i;
    const double count = complete_ ? weight_[table] : count_[at];
    if (!sparse_) return {count, mean_[at], m2_[at]};
    const double zeros = unstored(table, i);
    const double joined = count + zeros;
    const double share = joined > 0.0 ? count / joined : 0.0;
    return {joined, mean_[at] * share, m2_[at] + mean_[at] * mean_[at] * share * zeros};
  }

  // Minus twice the log density, without what is the same for all classes.
  double surprise(double value, const Summary& own, double pooled_mean, double pooled_variance) const {
    const double sample =
        own.count >= 2.0 ? std::max(own.m2 / (own.count - 1.0), pooled_variance * floor_) : pooled_variance;
    const double variance = std::max(sample, std::numeric_limits<double>::min());
    const double delta = value - (own.count > 0.0 ? own.mean : pooled_mean);
    return delta * delta / variance + std::log(variance);
  }

  template <class Visit>
  void each_stored(const Row& row, Visit visit) const {
    for (auto column : row.stored)
      if (const auto slot = slot_[static_cast<std::size_t>(column)]; slot >= 0)
        visit(static_cast<std::size_t>(slot), row.values[static_cast<std::size_t>(column)]);
  }

  void learn_exactly(const Row& row, std::size_t c, double weight) {
    if (row.sparse && !sparse_) start_sparse();
    for (const std::size_t table : {std::size_t{0}, c}) {
      each_value(row, [&](std::size_t i, double value) { shift(table, i, value, weight); });
      if (!row.sparse) continue;
      implicit_[table] += weight;
      each_stored(row, [&](std::size_t i, double) { touched_[table * width_ + i] += weight; });
    }
  }

  void shift(std::size_t table, std::size_t i, double value, double weight) {
    const auto at = table * width_ + i;
    count_[at] = weight > 0.0 ? count_[at] + weight : without(count_[at], -weight);
    if (count_[at] == 0.0) {
      sums_.clear(at);
      mean_[at] = m2_[at] = 0.0;
      return;
    }
    const double before = sums_.squares(at);
    sums_.add(at, value, weight);
    mean_[at] = sums_.mean(at, count_[at]);
    m2_[at] = sums_.deviations(at, count_[at]);
    if (weight < 0.0 && sums_.lost(at, before)) spoiled_.push_back(at);
  }

  void learn_stored(const Row& row, std::size_t c, double weight) {
    if (!sparse_) start_sparse();
    for (const std::size_t table : {std::size_t{0}, c}) {
      implicit_[table] += weight;
      for (auto column : row.stored) {
        const auto slot = slot_[static_cast<std::size_t>(column)];
        if (slot < 0) continue;
        const auto at = table * width_ + static_cast<std::size_t>(slot);
        const double value = row.values[static_cast<std::size_t>(column)];
        touched_[at] += weight;
        if (value != value) continue;
        count_[at] += weight;
        const double delta = value - mean_[at];
        mean_[at] += delta * (weight / count_[at]);
        m2_[at] += delta * (value - mean_[at]) * weight;
      }
    }
  }

  void leave_complete() {
    for (std::size_t row = 0; row < weight_.size(); ++row) moments(row);
    complete_ = 0;
  }

  void start_sparse() {
    sparse_ = 1;
    touched_.assign(count_.size(), 0.0);
  }

  const simd::Kernels& kernels_ = simd::kernels();
  double floor_;
  double inverse_floor_;
  bool forgets_;
  std::vector<std::size_t> spoiled_;  // places in the tables
  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> slot_;
  std::size_t width_ = 0;
  std::int64_t complete_ = 1;
  std::int64_t sparse_ = 0;
  Buffer weight_, implicit_, log_variance_;
  Buffer count_, mean_, m2_, precision_, touched_;
  WindowSums sums_;
  Buffer x_, pooled_mean_, pooled_variance_;
  std::unique_ptr<bool[]> sound_;
  bool missing_ = false;
  bool sparse_row_ = false;
};

}  // namespace driftsift
