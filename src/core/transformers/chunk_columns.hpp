// The rows of a window looked at column by column, as codes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

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

// The values at ascending ranks, 0 being the smallest: a histogram first, so that only those in the right buckets are
// sorted.
inline Buffer values_at(const Buffer& values, const std::vector<std::size_t>& ranks) {
  constexpr std::size_t kBuckets = 256;
  Buffer found;
  if (ranks.empty()) return found;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const double lowest = *low, scale = kBuckets / (*high - lowest);
  const bool even = std::isfinite(scale);
  std::vector<std::uint8_t> bucket(values.size());
  std::array<std::size_t, kBuckets> count{};
  for (std::size_t i = 0; even && i < values.size(); ++i)
    bucket[i] = static_cast<std::uint8_t>(std::min((values[i] - lowest) * scale, kBuckets - 1.0));
  for (auto place : bucket) ++count[place];
  std::array<bool, kBuckets> wanted{};
  std::vector<std::size_t> skipped;  // values before each rank that are in no bucket of a rank
  std::size_t place = 0, before = 0, passed = 0;
  for (auto rank : ranks) {
    for (; rank >= before + count[place]; ++place) {
      before += count[place];
      if (!wanted[place]) passed += count[place];
    }
    wanted[place] = true;
    skipped.push_back(passed);
  }
  Buffer sorted;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (wanted[bucket[i]]) sorted.push_back(values[i]);
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t k = 0; k < ranks.size(); ++k) found.push_back(sorted[ranks[k] - skipped[k]]);
  return found;
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
    std::vector<std::size_t> ranks;
    for (std::size_t k = 1; k < bins_; ++k)
      if (const auto rank = (k * n - 1) / bins_; rank < negative || rank >= negative + zeros)
        ranks.push_back(rank < negative ? rank : rank - zeros);
    cuts_ = values_at(present, ranks);
    if (zeros > 0 && ranks.size() + 1 < bins_) cuts_.push_back(0.0);
    std::sort(cuts_.begin(), cuts_.end());
    cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
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
