// The rows of a window looked at column by column, as codes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "relevance/rank_select.hpp"
#include "relevance/row_window.hpp"

namespace driftsift {

enum class ColumnBinning : std::uint8_t { frequency, width };

// What a feature is in the rows of a window. All rows that are not listed hold 0.
struct ChunkColumn {
  explicit ChunkColumn(std::size_t most) : rows(most), values(most) {}

  void add(std::size_t row, double value) {
    rows[size] = static_cast<std::int32_t>(row);
    values[size++] = value;
  }

  std::vector<std::int32_t> rows;
  Buffer values;  // NaN where missing
  std::size_t size = 0;
};

// Visits the columns in order, a few at a time: their values lie together in a row.
template <class Visit>
void each_column(const RowWindow& window, std::size_t dimension, Visit visit) {
  constexpr std::size_t kAtOnce = 64;
  std::vector<ChunkColumn> columns(std::min(kAtOnce, dimension), ChunkColumn(window.size()));
  std::vector<std::size_t> taken(window.size());  // of what a sparse row stores
  for (std::size_t begin = 0; begin < dimension; begin += kAtOnce) {
    const auto end = std::min(begin + kAtOnce, dimension);
    for (auto& column : columns) column.size = 0;
    for (std::size_t i = 0; i < window.size(); ++i) {
      const double* values = window.values(i);
      if (!window.sparse(i)) {
        for (auto f = begin; f < end; ++f) columns[f - begin].add(i, values[f]);
        continue;
      }
      const auto& stored = window.columns(i);
      for (auto& k = taken[i]; k < stored.size() && static_cast<std::size_t>(stored[k]) < end; ++k)
        columns[static_cast<std::size_t>(stored[k]) - begin].add(i, values[k]);
    }
    for (auto f = begin; f < end; ++f) visit(f, columns[f - begin]);
  }
}

// Bins over all present values of a column. Equal cuts are one.
class ColumnBins {
 public:
  ColumnBins(const ChunkColumn& column, std::size_t zeros, ColumnBinning binning, std::size_t bins)
      : binning_(binning), bins_(bins) {
    Buffer present;
    for (std::size_t k = 0; k < column.size; ++k)
      if (column.values[k] == column.values[k]) present.push_back(column.values[k]);
    if (present.empty() && zeros == 0) return;
    if (binning == ColumnBinning::frequency)
      cut(present, zeros);
    else
      span(present, zeros);
  }

  std::size_t number() const { return binning_ == ColumnBinning::frequency ? cuts_.size() + 1 : bins_; }

  std::size_t operator()(double value) const {
    if (binning_ == ColumnBinning::width) {
      if (!(high_ > low_)) return 0;
      const double place = std::floor(share(value) * static_cast<double>(bins_));
      return std::min(bins_ - 1, static_cast<std::size_t>(place));
    }
    if (cuts_.size() > kFew)
      return static_cast<std::size_t>(std::lower_bound(cuts_.begin(), cuts_.end(), value) - cuts_.begin());
    std::size_t below = 0;
    for (auto at : cuts_) below += at < value;
    return below;
  }

 private:
  static constexpr std::size_t kFew = 16;

  // Of the way from the lowest value to the highest.
  double share(double value) const {
    const double range = high_ - low_;
    if (std::isfinite(range)) return (value - low_) / range;
    return (value / 2.0 - low_ / 2.0) / (high_ / 2.0 - low_ / 2.0);
  }

  void cut(const Buffer& present, std::size_t zeros) {
    const auto n = present.size() + zeros;
    const auto negative = static_cast<std::size_t>(
        zeros == 0 ? 0 : std::count_if(present.begin(), present.end(), [](double value) { return value < 0.0; }));
    std::optional<RankSelect> ranks;
    if (!present.empty()) ranks.emplace(present);
    for (std::size_t k = 1; k < bins_; ++k) {
      const auto rank = (k * n - 1) / bins_;
      const bool implicit = zeros > 0 && rank >= negative && rank < negative + zeros;
      const double at = implicit ? 0.0 : (*ranks)(rank < negative + zeros ? rank : rank - zeros);
      if (cuts_.empty() || cuts_.back() < at) cuts_.push_back(at);
    }
  }

  void span(const Buffer& present, std::size_t zeros) {
    low_ = high_ = zeros > 0 ? 0.0 : present[0];
    for (auto value : present) {
      low_ = std::min(low_, value);
      high_ = std::max(high_, value);
    }
  }

  ColumnBinning binning_;
  std::size_t bins_;
  Buffer cuts_;
  double low_ = 0.0, high_ = 0.0;
};

}  // namespace driftsift
