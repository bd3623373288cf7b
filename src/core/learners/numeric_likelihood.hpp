// Gaussian likelihood of the numeric features of a row under each class, in log space.
//
// Two regimes. While every learned row was complete and dense, one count serves all features of a class, and
// precision and log-determinant are kept ready: voting costs a handful of multiplications per feature. The first
// missing value or sparse row switches to counts per feature for good.
#pragma once

#include <algorithm>
#include <memory>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class NumericLikelihood {
 public:
  NumericLikelihood(const Schema& schema, double floor)
      : floor_(floor), inverse_floor_(1.0 / floor), slot_(schema.dimension(), -1) {
    for (std::size_t f = 0; f < schema.dimension(); ++f)
      if (schema.numeric(f)) {
        slot_[f] = static_cast<std::int32_t>(columns_.size());
        columns_.push_back(static_cast<std::int32_t>(f));
      }
    width_ = padded(columns_.size());
    x_.resize(width_);
    pooled_mean_.resize(width_);
    pooled_variance_.resize(width_);
    grow(schema.classes);
  }

  bool empty() const { return columns_.empty(); }

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

  // Gives ln(weight of the class + 1), which the kernel has at hand.
  double learn(const Row& row, int label, double weight) {
    const auto c = static_cast<std::size_t>(label) + 1;
    if (complete_ && (missing_ || sparse_row_)) leave_complete();
    weight_[0] += weight;
    weight_[c] += weight;
    if (complete_) return learn_complete(c, weight);
    if (sparse_row_) {
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
  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> slot_;
  std::size_t width_ = 0;
  std::int64_t complete_ = 1;
  std::int64_t sparse_ = 0;
  Buffer weight_, implicit_, log_variance_;
  Buffer count_, mean_, m2_, precision_, touched_;
  Buffer x_, pooled_mean_, pooled_variance_;
  std::unique_ptr<bool[]> sound_;
  bool missing_ = false;
  bool sparse_row_ = false;
};

}  // namespace driftsift
