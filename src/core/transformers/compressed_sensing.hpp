// Random projections of all features onto a few numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "simd/kernels.hpp"
#include "transformers/projection_matrix.hpp"
#include "transformers/transformer.hpp"

namespace driftsift {

struct CompressedSensingOptions {
  std::size_t dimension = 50;
  ProjectionKind kind = ProjectionKind::gaussian;
  bool normalize = true;
  std::uint64_t seed = 0;
  bool indicators = true;        // a column for each category of a nominal feature with more than two
  bool identity_if_wide = true;  // whether rows pass unchanged that would not become shorter
};

class CompressedSensing final : public Transformer {
 public:
  CompressedSensing(const Schema& schema, const CompressedSensingOptions& options,
                    std::shared_ptr<const ProjectionMatrix> matrix = nullptr)
      : schema_(schema), options_(options), first_(schema.dimension()) {
    std::size_t columns = 0;
    for (std::size_t f = 0; f < schema.dimension(); ++f) {
      first_[f] = static_cast<std::int32_t>(columns);
      columns += width(f);
      if (width(f) > 1) wide_.push_back(static_cast<std::int32_t>(f));
    }
    if (options.identity_if_wide && options.dimension >= columns) return;
    matrix_ = std::move(matrix);
    if (matrix_ == nullptr || matrix_->columns() != columns)
      matrix_ = std::make_shared<const ProjectionMatrix>(options.kind, options.seed, options.dimension, columns);
    scale_ = ProjectionMatrix::deviation(options.kind) *
             (options.normalize ? std::sqrt(static_cast<double>(options.dimension)) : 1.0);
    which_.resize(schema.dimension());
    x_.resize(schema.dimension());
    sums_.resize(matrix_->stride());
  }

  Change observe(const Row&, int, double) override { return Change::unchanged; }
  bool fixed() const override { return true; }

  Row project(const Row& row) override {
    if (identity()) return row;
    n_ = 0;
    if (row.sparse)
      gather_stored(row);
    else if (wide_.empty())
      gather_numbers(row);
    else
      for (std::size_t f = 0; f < first_.size(); ++f) gather(f, row.values[f]);
    simd::kernels().combine_columns(matrix_->entries(), matrix_->stride(), which_.data(), x_.data(), n_, scale_,
                                    sums_.data());
    return {{sums_.data(), options_.dimension}, {}, false};
  }

  Schema projected() const override {
    if (identity()) return schema_;
    return {std::vector<std::int32_t>(options_.dimension, 0), schema_.classes};
  }

  void grow(int classes) override { schema_.classes = classes; }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<CompressedSensing>(schema, options_, matrix_);
  }

  void describe(State& state) override {
    const std::int64_t outputs = identity() ? 0 : static_cast<std::int64_t>(options_.dimension);
    auto described = outputs;
    state.field("outputs", described);
    state.expect(described == outputs, "outputs", "are not those of the parameters");
    if (!state.measuring()) return;
    state.scratch((schema_.categories.size() + first_.size() + wide_.size() + which_.size()) * sizeof(std::int32_t) +
                  (x_.size() + sums_.size()) * sizeof(double) + (identity() ? 0 : matrix_->bytes()));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  bool identity() const { return matrix_ == nullptr; }

  std::size_t width(std::size_t f) const {
    return options_.indicators && schema_.categories[f] > 2 ? static_cast<std::size_t>(schema_.categories[f]) : 1;
  }

  void add(std::int32_t column, double x) {
    which_[n_] = column;
    x_[n_] = x;
    n_ += x < 0.0 || x > 0.0;  // neither 0 nor missing
  }

  void gather(std::size_t f, double value) {
    if (value != value) return;
    if (width(f) == 1) return add(first_[f], value);
    add(first_[f] + static_cast<std::int32_t>(value), 1.0);
  }

  // No nominal feature has columns of its own: columns are features.
  void gather_numbers(const Row& row) {
    auto* which = which_.data();
    auto* x = x_.data();
    std::size_t n = 0;
    for (std::size_t f = 0; f < row.values.size(); ++f) {
      const double value = row.values[f];
      which[n] = static_cast<std::int32_t>(f);
      x[n] = value;
      n += value < 0.0 || value > 0.0;
    }
    n_ = n;
  }

  // The columns that are stored, and those of nominal features that are not: their first category is one, too.
  void gather_stored(const Row& row) {
    auto next = wide_.begin();
    for (auto f : row.stored) {
      for (; next != wide_.end() && *next < f; ++next) gather(static_cast<std::size_t>(*next), 0.0);
      if (next != wide_.end() && *next == f) ++next;
      gather(static_cast<std::size_t>(f), row.values[static_cast<std::size_t>(f)]);
    }
    for (; next != wide_.end(); ++next) gather(static_cast<std::size_t>(*next), 0.0);
  }

  Schema schema_;
  CompressedSensingOptions options_;
  std::vector<std::int32_t> first_;  // column of each feature
  std::vector<std::int32_t> wide_;   // features with several
  std::shared_ptr<const ProjectionMatrix> matrix_;
  double scale_ = 1.0;
  std::vector<std::int32_t> which_;  // columns other than 0 of the row at hand, and their values
  Buffer x_;
  std::size_t n_ = 0;
  Buffer sums_;
};

}  // namespace driftsift
