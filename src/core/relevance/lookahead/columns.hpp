// The rows of a window, column by column.
#pragma once

#include <span>
#include <vector>

#include "relevance/row_window.hpp"

namespace driftsift {

class WindowColumns {
 public:
  WindowColumns(RowWindow& window, std::size_t dimension) : dimension_(dimension) {
    for (std::size_t i = 0; i < window.size(); ++i) sparse_ = sparse_ || window[i].row.sparse;
    for (std::size_t i = 0; i < window.size(); ++i) {
      labels_.push_back(window[i].label);
      if (!sparse_) rows_.push_back(window[i].row.values.data());
    }
    if (sparse_) list_stored(window);
  }

  std::size_t rows() const { return labels_.size(); }
  std::size_t dimension() const { return dimension_; }
  std::span<const std::int32_t> labels() const { return labels_; }

  bool sparse() const { return sparse_; }
  const double* const* dense() const { return rows_.data(); }

  // In how many rows a feature is stored.
  std::size_t stored(std::size_t f) const { return sparse_ ? begin_[f + 1] - begin_[f] : rows(); }

  // All values of a feature, oldest first.
  std::span<const double> values(std::size_t f) {
    values_.assign(rows(), 0.0);
    if (sparse_)
      for (auto entry = begin_[f]; entry < begin_[f + 1]; ++entry) values_[entries_[entry].row] = entries_[entry].value;
    else
      for (std::size_t i = 0; i < rows(); ++i) values_[i] = rows_[i][f];
    return values_;
  }

 private:
  struct Entry {
    std::size_t row;
    double value;
  };

  template <class Visit>
  static void each_stored(const Row& row, Visit visit) {
    if (row.sparse)
      for (auto column : row.stored) visit(static_cast<std::size_t>(column));
    else
      for (std::size_t f = 0; f < row.values.size(); ++f) visit(f);
  }

  void list_stored(RowWindow& window) {
    begin_.assign(dimension_ + 2, 0);
    for (std::size_t i = 0; i < rows(); ++i) each_stored(window[i].row, [&](std::size_t f) { ++begin_[f + 2]; });
    for (std::size_t f = 2; f < begin_.size(); ++f) begin_[f] += begin_[f - 1];
    entries_.resize(begin_.back());
    for (std::size_t i = 0; i < rows(); ++i) {
      const auto row = window[i].row;
      each_stored(row, [&](std::size_t f) { entries_[begin_[f + 1]++] = {i, row.values[f]}; });
    }
  }

  std::size_t dimension_;
  bool sparse_ = false;
  std::vector<std::int32_t> labels_;
  std::vector<const double*> rows_;
  std::vector<std::size_t> begin_;
  std::vector<Entry> entries_;
  Buffer values_;
};

}  // namespace driftsift
