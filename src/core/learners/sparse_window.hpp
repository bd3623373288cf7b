// The last rows of a sparse stream as lists of stored entries; same distances, bit for bit, as the dense window.
#pragma once

#include <limits>
#include <optional>
#include <utility>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "learners/emphasis.hpp"
#include "learners/neighbours.hpp"

namespace driftsift {

class SparseWindow {
 public:
  SparseWindow(const Schema& schema, std::size_t capacity, bool scaled)
      : scaled_(scaled), features_(schema.dimension()), capacity_(capacity), numeric_(features_) {
    for (std::size_t f = 0; f < features_; ++f) numeric_[f] = schema.numeric(f);
  }

  void put(std::size_t slot, const Row& row) {
    if (ranges_.empty()) {
      rows_.resize(capacity_);
      ranges_.resize(features_);
      scale_.assign(features_, scaled_ ? 0.0 : 1.0);
    }
    if (slot == filled_) {
      ++filled_;
      all_scales_stale_ = true;
    }
    for (const auto& entry : rows_[slot]) withdraw(entry);
    touched_.assign(rows_[slot].begin(), rows_[slot].end());
    list_stored(row, rows_[slot]);
    for (const auto& entry : rows_[slot]) include(entry);
    for (const auto& entry : touched_) rescale(static_cast<std::size_t>(entry.column));
    for (const auto& entry : rows_[slot]) rescale(static_cast<std::size_t>(entry.column));
  }

  // Offers the rows oldest first.
  void search(const Row& row, std::size_t filled, std::size_t oldest, const std::optional<Emphasis>& emphasis,
              Neighbours& nearest) {
    refresh_scales();
    list_stored(row, query_);
    for (std::size_t i = 0; i < filled; ++i) {
      const auto slot = (oldest + i) % filled;
      double squared = 0.0;
      const bool near = emphasis ? distance(rows_[slot], *emphasis, nearest.bound(), squared)
                                 : distance(rows_[slot], nearest.bound(), squared);
      if (near) nearest.offer(squared, slot);
    }
  }

  void describe(State& state) {
    if (state.measuring()) return state.scratch(bytes());
    std::vector<std::int64_t> ends;
    std::vector<std::int32_t> columns;
    Buffer values;
    for (const auto& row : rows_) {
      for (const auto& entry : row) {
        columns.push_back(entry.column);
        values.push_back(entry.value);
      }
      ends.push_back(static_cast<std::int64_t>(columns.size()));
    }
    state.field("ends", ends);
    state.expect(ends.empty() || ends.size() == capacity_, "ends", "has the wrong length");
    state.field("columns", columns);
    state.field("values", values);
    state.counter("filled", filled_, ends.size());
    if (state.loading()) restore(state, ends, columns, values);
  }

  bool empty() const { return filled_ == 0; }
  std::size_t filled() const { return filled_; }

 private:
  struct Entry {
    std::int32_t column;
    double value;
  };
  using Entries = std::vector<Entry>;

  // Of the stored values of one feature: how many rows hold one, how many of them a number.
  struct Range {
    std::int64_t numbers = 0;
    std::int64_t missing = 0;
    std::int64_t at_low = 0;
    std::int64_t at_high = 0;
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool stale = false;
  };

  static void list_stored(const Row& row, Entries& entries) {
    entries.clear();
    if (row.sparse) {
      for (auto column : row.stored) entries.push_back({column, row.values[static_cast<std::size_t>(column)]});
      return;
    }
    for (std::size_t f = 0; f < row.values.size(); ++f)
      if (row.values[f] != 0.0) entries.push_back({static_cast<std::int32_t>(f), row.values[f]});
  }

  void include(const Entry& entry) {
    auto& range = ranges_[static_cast<std::size_t>(entry.column)];
    if (entry.value != entry.value) {
      ++range.missing;
      return;
    }
    ++range.numbers;
    if (range.stale) return;
    add_extreme(range, entry.value);
  }

  static void add_extreme(Range& range, double value) {
    if (value < range.low) {
      range.low = value;
      range.at_low = 0;
    }
    if (value > range.high) {
      range.high = value;
      range.at_high = 0;
    }
    range.at_low += value == range.low;
    range.at_high += value == range.high;
  }

  void withdraw(const Entry& entry) {
    auto& range = ranges_[static_cast<std::size_t>(entry.column)];
    if (entry.value != entry.value) {
      --range.missing;
      return;
    }
    if (--range.numbers == 0) {
      range = {.missing = range.missing};
      return;
    }
    if (range.stale) return;
    range.at_low -= entry.value == range.low;
    range.at_high -= entry.value == range.high;
    range.stale = range.at_low == 0 || range.at_high == 0;
    stale_ = stale_ || range.stale;
  }

  // One pass over the window mends every feature whose extreme value has left.
  void rebuild_ranges() {
    for (auto& range : ranges_)
      if (range.stale) range = {.numbers = range.numbers, .missing = range.missing, .stale = true};
    for (std::size_t slot = 0; slot < filled_; ++slot)
      for (const auto& entry : rows_[slot]) {
        auto& range = ranges_[static_cast<std::size_t>(entry.column)];
        if (range.stale && entry.value == entry.value) add_extreme(range, entry.value);
      }
    for (std::size_t f = 0; f < ranges_.size(); ++f)
      if (std::exchange(ranges_[f].stale, false)) rescale(f);
    stale_ = false;
  }

  void rescale(std::size_t f) {
    if (!scaled_) return;
    const auto& range = ranges_[f];
    const bool zeros = range.numbers + range.missing < static_cast<std::int64_t>(filled_);
    const double low = zeros ? std::min(range.low, 0.0) : range.low;
    const double high = zeros ? std::max(range.high, 0.0) : range.high;
    scale_[f] = high > low ? 1.0 / (high - low) : 0.0;
  }

  // While the window fills, every feature that the new row does not store gains a zero.
  void refresh_scales() {
    if (stale_) rebuild_ranges();
    if (all_scales_stale_)
      for (std::size_t f = 0; f < ranges_.size(); ++f) rescale(f);
    all_scales_stale_ = false;
  }

  // Both lists ascend by column: visit(feature, value, value) for what either of them stores, until it gives false.
  template <class Visit>
  bool each_stored(const Entries& row, Visit visit) const {
    std::size_t i = 0, j = 0;
    while (i < row.size() || j < query_.size()) {
      const auto column_i = i < row.size() ? row[i].column : std::numeric_limits<std::int32_t>::max();
      const auto column_j = j < query_.size() ? query_[j].column : std::numeric_limits<std::int32_t>::max();
      const double a = column_i <= column_j ? row[i].value : 0.0;
      const double b = column_j <= column_i ? query_[j].value : 0.0;
      i += column_i <= column_j;
      j += column_j <= column_i;
      if (!visit(static_cast<std::size_t>(std::min(column_i, column_j)), a, b)) return false;
    }
    return true;
  }

  // False if the distance passes the bound or nothing can be compared. What is left out is made up for by a factor of
  // at least 1, so the sum alone can pass the bound.
  bool distance(const Entries& row, const Emphasis& emphasis, double bound, double& squared) const {
    double total = 0.0, compared = emphasis.total;
    bool all = true;
    const bool within = each_stored(row, [&](std::size_t f, double a, double b) {
      const double weight = emphasis.weights[f];
      if (weight == 0.0) return true;
      if (a != a || b != b) {
        compared -= weight;
        all = false;
      } else {
        total += weight * contribution(f, a, b);
      }
      return total <= bound;
    });
    if (!within || (!all && compared <= 1e-12 * emphasis.total)) return false;
    squared = all ? total : total * (emphasis.total / compared);
    return squared <= bound;
  }

  bool distance(const Entries& row, double bound, double& squared) const {
    double total = 0.0;
    std::size_t missing = 0;
    const bool within = each_stored(row, [&](std::size_t f, double a, double b) {
      if (a != a || b != b)
        ++missing;
      else
        total += contribution(f, a, b);
      return total <= bound;
    });
    if (!within || missing == features_) return false;
    squared = total;
    if (missing > 0) squared *= static_cast<double>(features_) / static_cast<double>(features_ - missing);
    return squared <= bound;
  }

  double contribution(std::size_t f, double a, double b) const {
    if (!numeric_[f]) return a == b ? 0.0 : 1.0;
    const double delta = (a - b) * scale_[f];
    return delta * delta;
  }

  void restore(State& state, const std::vector<std::int64_t>& ends, const std::vector<std::int32_t>& columns,
               const Buffer& values) {
    state.expect(columns.size() == values.size(), "columns", "do not match the values");
    state.expect(ends.empty() || ends.back() == static_cast<std::int64_t>(columns.size()), "ends", "are wrong");
    rows_.resize(ends.size());
    ranges_.assign(filled_ > 0 ? features_ : 0, Range{});
    scale_.assign(ranges_.size(), scaled_ ? 0.0 : 1.0);
    all_scales_stale_ = true;
    std::int64_t begin = 0;
    for (std::size_t slot = 0; slot < rows_.size(); ++slot) {
      state.expect(ends[slot] >= begin && ends[slot] <= static_cast<std::int64_t>(columns.size()), "ends", "are wrong");
      state.expect(slot < filled_ || ends[slot] == begin, "ends", "are wrong");
      for (auto k = begin; k < ends[slot]; ++k) {
        const auto column = columns[static_cast<std::size_t>(k)];
        const bool ascends = rows_[slot].empty() || rows_[slot].back().column < column;
        state.expect(column >= 0 && static_cast<std::size_t>(column) < features_ && ascends, "columns", "are wrong");
        rows_[slot].push_back({column, values[static_cast<std::size_t>(k)]});
        include(rows_[slot].back());
      }
      begin = ends[slot];
    }
  }

  std::size_t bytes() const {
    std::size_t total = rows_.capacity() * sizeof(Entries) + query_.capacity() * sizeof(Entry) +
                        touched_.capacity() * sizeof(Entry) + ranges_.capacity() * sizeof(Range) +
                        scale_.capacity() * sizeof(double) + numeric_.capacity() / 8;
    for (const auto& row : rows_) total += row.capacity() * sizeof(Entry);
    return total;
  }

  bool scaled_;
  std::size_t features_;
  std::size_t capacity_;
  std::vector<Entries> rows_;
  std::vector<bool> numeric_;
  std::vector<Range> ranges_;
  std::size_t filled_ = 0;
  Buffer scale_;
  bool stale_ = false;
  bool all_scales_stale_ = false;
  Entries query_;
  Entries touched_;
};

}  // namespace driftsift
