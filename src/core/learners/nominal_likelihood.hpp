// Likelihood of the nominal features of a row under each class, with add-one smoothing.
//
// Every factor is a ratio of counts, so the logarithm of the product of all of them is taken once; for complete rows
// the product of the divisors depends on the class only and is kept. For sparse rows the product over all features
// being 0 is kept per class and corrected at the stored entries.
#pragma once

#include <cmath>
#include <limits>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "learners/window_sums.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class NominalLikelihood {
 public:
  explicit NominalLikelihood(const Schema& schema) : slot_(schema.dimension(), -1) {
    std::int32_t cells = 0;
    for (std::size_t f = 0; f < schema.dimension(); ++f)
      if (!schema.numeric(f)) {
        slot_[f] = static_cast<std::int32_t>(columns_.size());
        if (schema.categories[f] > 2) many_.push_back(columns_.size());
        columns_.push_back(static_cast<std::int32_t>(f));
        categories_.push_back(schema.categories[f]);
        offset_.push_back(cells);
        cells += schema.categories[f] - 1;
      }
    cells_ = static_cast<std::size_t>(cells);
    width_ = padded(columns_.size());
    categories_.resize(width_, 1.0);
    x_.resize(width_, kMissing);
    grow(schema.classes);
  }

  bool empty() const { return columns_.empty(); }
  std::span<const std::int32_t> columns() const { return columns_; }
  // The weight of a class with this category of the i-th nominal feature.
  double amount(std::size_t c, std::size_t i, std::size_t category) const {
    return seen(c, i, static_cast<double>(category), present(c, i));
  }

  void grow(int classes) {
    const auto rows = static_cast<std::size_t>(classes);
    weight_.resize(rows);
    implicit_.resize(rows);
    zeros_.resize(rows);
    zeros_known_.resize(rows);
    log_totals_.resize(rows, kMissing);
    if (!many_.empty()) gathered_.resize(rows * width_);
    present_.resize(rows * width_);
    others_.resize(rows * width_);
    table_.resize(rows * cells_);
    if (sparse_) touched_.resize(rows * width_);
  }

  void add_scores(const Row& row, std::span<double> scores) {
    if (!sparse_ && !row.sparse) return add_dense_scores(row, scores);
    for (std::size_t c = 0; c < scores.size(); ++c)
      if (weight_[c] > 0.0) scores[c] += row.sparse ? sparse_score(row, c) : dense_score(row, c);
  }

  // The same for some features only, each factor to the power of a weight of its own.
  void add_weighted_scores(const Row& row, std::span<const std::int32_t> features, std::span<const double> weights,
                           std::span<double> scores) const {
    for (auto feature : features) {
      const auto f = static_cast<std::size_t>(feature);
      if (slot_[f] < 0 || row.values[f] != row.values[f]) continue;
      const auto i = static_cast<std::size_t>(slot_[f]);
      for (std::size_t c = 0; c < scores.size(); ++c) {
        if (weight_[c] == 0.0) continue;
        const double known = present(c, i);
        scores[c] += weights[f] * std::log((seen(c, i, row.values[f], known) + 1.0) / (known + categories_[i]));
      }
    }
  }

  // Takes off a row that was learned.
  void forget(const Row& row, int label, double weight) { count_row(row, static_cast<std::size_t>(label), -weight); }

  void learn(const Row& row, int label, double weight) {
    if (row.sparse && !sparse_) start_sparse();
    const auto c = static_cast<std::size_t>(label);
    sparse_ ? count_row(row, c, weight) : learn_dense(row, c, weight);
  }

  void count_row(const Row& row, std::size_t c, double weight) {
    shift(weight_[c], weight);
    zeros_known_[c] = 0;
    log_totals_[c] = kMissing;
    if (!row.sparse) {
      for (std::size_t i = 0; i < columns_.size(); ++i)
        count(c, i, row.values[static_cast<std::size_t>(columns_[i])], weight);
      return;
    }
    shift(implicit_[c], weight);
    for (auto column : row.stored) {
      const auto slot = slot_[static_cast<std::size_t>(column)];
      if (slot < 0) continue;
      const auto i = static_cast<std::size_t>(slot);
      shift(touched_[c * width_ + i], weight);
      count(c, i, row.values[static_cast<std::size_t>(column)], weight);
    }
  }

  void describe(State& state) {
    state.field("sparse", sparse_);
    state.expect((sparse_ | 1) == 1, "sparse", "is a flag");
    if (state.loading()) {
      if (sparse_) touched_.resize(present_.size());
      std::fill(zeros_known_.begin(), zeros_known_.end(), 0);
      std::fill(log_totals_.begin(), log_totals_.end(), kMissing);
    } else {
      tabulate_pairs();
    }
    state.amounts("weight", weight_);
    state.amounts("implicit", implicit_);
    state.amounts("present", present_);
    state.amounts("others", others_);
    state.amounts("table", table_);
    state.amounts("touched", touched_);
    state.scratch(
        (columns_.capacity() + slot_.capacity() + offset_.capacity() + zeros_known_.capacity()) * sizeof(std::int32_t) +
        many_.capacity() * sizeof(std::size_t) +
        (categories_.capacity() + zeros_.capacity() + x_.capacity() + log_totals_.capacity() + gathered_.capacity()) *
            sizeof(double));
  }

 private:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  // A product of positive ratios, one logarithm at the end.
  class Ratios {
   public:
    void multiply(double ratio) {
      product_.mantissa *= ratio;
      // Ratios lie between 1/weight and weight: thirty of them cannot leave the range of a double.
      if (++pending_ == 30) split();
    }
    double log() {
      split();
      return product_.value();
    }

   private:
    void split() {
      int exponent = 0;
      product_.mantissa = std::frexp(product_.mantissa, &exponent);
      product_.exponent += exponent;
      pending_ = 0;
    }

    simd::LogProduct product_;
    int pending_ = 0;
  };

  void count(std::size_t c, std::size_t i, double value, double weight) {
    if (value != value) return;
    shift(present_[c * width_ + i], weight);
    if (value == 0.0) return;
    shift(others_[c * width_ + i], weight);
    if (categories_[i] > 2.0) shift(table_[cell(c, i, value)], weight);
  }

  static void shift(double& amount, double by) { amount = by > 0.0 ? amount + by : without(amount, -by); }

  std::size_t cell(std::size_t c, std::size_t i, double value) const {
    return c * cells_ + static_cast<std::size_t>(offset_[i]) + static_cast<std::size_t>(value) - 1;
  }

  double present(std::size_t c, std::size_t i) const {
    const auto at = c * width_ + i;
    return sparse_ ? present_[at] + (implicit_[c] - touched_[at]) : present_[at];
  }

  double seen(std::size_t c, std::size_t i, double value, double present) const {
    const double others = others_[c * width_ + i];
    if (value == 0.0) return present - others;
    return categories_[i] > 2.0 ? table_[cell(c, i, value)] : others;
  }

  // Of two categories the second has what is not the first's: its cell is filled in where it is shown.
  void tabulate_pairs() {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (categories_[i] == 2.0)
        for (std::size_t c = 0; c < weight_.size(); ++c) table_[cell(c, i, 1.0)] = others_[c * width_ + i];
  }

  // Brings the codes of a dense row together; true if one is missing.
  bool gather(const Row& row) {
    if (columns_.size() == row.values.size())
      return simd::kernels().copy_codes(row.values.data(), x_.data(), columns_.size());
    bool missing = false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      x_[i] = row.values[static_cast<std::size_t>(columns_[i])];
      missing |= x_[i] != x_[i];
    }
    return missing;
  }

  void add_dense_scores(const Row& row, std::span<double> scores) {
    const bool missing = gather(row);
    for (std::size_t c = 0; c < scores.size(); ++c) {
      if (weight_[c] == 0.0) continue;
      if (log_totals_[c] != log_totals_[c]) log_totals_[c] = total(c);
      for (auto i : many_)
        if (x_[i] == x_[i]) gathered_[c * width_ + i] = seen(c, i, x_[i], present_[c * width_ + i]);
    }
    simd::kernels().category_scores(
        {weight_.data(), present_.data(), others_.data(), many_.empty() ? nullptr : gathered_.data(),
         categories_.data(), log_totals_.data(), scores.size(), width_},
        x_.data(), missing, scores.data());
  }

  // Learning with no weight leaves everything as it is.
  double total(std::size_t c) {
    return simd::kernels().learn_categories(x_.data(), &present_[c * width_], &others_[c * width_], categories_.data(),
                                            0.0, width_);
  }

  void learn_dense(const Row& row, std::size_t c, double weight) {
    gather(row);
    weight_[c] += weight;
    zeros_known_[c] = 0;
    log_totals_[c] = simd::kernels().learn_categories(x_.data(), &present_[c * width_], &others_[c * width_],
                                                      categories_.data(), weight, width_);
    for (auto i : many_)
      if (x_[i] > 0.0) table_[cell(c, i, x_[i])] += weight;
  }

  double dense_score(const Row& row, std::size_t c) const {
    Ratios ratios;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double value = row.values[static_cast<std::size_t>(columns_[i])];
      if (value != value) continue;
      const double known = present(c, i);
      ratios.multiply((seen(c, i, value, known) + 1.0) / (known + categories_[i]));
    }
    return ratios.log();
  }

  double sparse_score(const Row& row, std::size_t c) {
    Ratios ratios;
    for (auto column : row.stored) {
      const auto slot = slot_[static_cast<std::size_t>(column)];
      if (slot < 0) continue;
      const auto i = static_cast<std::size_t>(slot);
      const double value = row.values[static_cast<std::size_t>(column)];
      const double known = present(c, i);
      const double zero = seen(c, i, 0.0, known) + 1.0;
      const double now = value != value ? known + categories_[i] : seen(c, i, value, known) + 1.0;
      ratios.multiply(now / zero);
    }
    return all_zero(c) + ratios.log();
  }

  // Every learned row changes this sum in every feature: one multiplication per feature and learned row.
  double all_zero(std::size_t c) {
    if (!zeros_known_[c]) {
      zeros_[c] = simd::kernels()
                      .zero_category(&present_[c * width_], &others_[c * width_], categories_.data(), implicit_[c],
                                     sparse_ ? &touched_[c * width_] : nullptr, width_)
                      .value();
      zeros_known_[c] = 1;
    }
    return zeros_[c];
  }

  void start_sparse() {
    sparse_ = 1;
    touched_.assign(present_.size(), 0.0);
  }

  std::vector<std::int32_t> columns_;
  std::vector<std::int32_t> slot_;
  std::vector<std::int32_t> offset_;
  Buffer categories_;
  std::size_t cells_ = 0;
  std::size_t width_ = 0;
  std::int64_t sparse_ = 0;
  Buffer weight_, implicit_;
  Buffer present_, others_, table_, touched_;  // per class: rows with a value, with a category other than 0, cells
  Buffer zeros_;
  std::vector<std::int32_t> zeros_known_;
  std::vector<std::size_t> many_;  // features of more than two categories
  Buffer x_;                       // the codes of the row at hand
  Buffer gathered_;                // per class: rows with the category at hand, of features in many_
  Buffer log_totals_;              // NaN: not known
};

}  // namespace driftsift
