// The last rows of a stream with their labels and weights, as learned.
#pragma once

#include <algorithm>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

struct LearnedRow {
  Row row;
  int label = 0;
  double weight = 1.0;
};

class RowWindow {
 public:
  RowWindow(std::size_t dimension, std::size_t capacity) : dimension_(dimension), capacity_(capacity) {
    slots_.reserve(capacity);
  }

  std::size_t capacity() const { return capacity_; }
  bool full() const { return capacity_ > 0 && slots_.size() == capacity_; }
  std::size_t size() const { return slots_.size(); }

  // How many rows can be pushed before this changes: whether a pushed row makes another one leave, and which these are.
  std::size_t room() const { return full() ? capacity_ : capacity_ - slots_.size(); }
  int label(std::size_t i) const { return slot(i).label; }
  // The values of a dense row, or those a sparse row stores, and the columns of these.
  const double* values(std::size_t i) const { return slot(i).values.data(); }
  bool sparse(std::size_t i) const { return slot(i).sparse; }
  const std::vector<std::int32_t>& columns(std::size_t i) const { return slot(i).columns; }

  // The i-th row, 0 being the oldest; valid until the next call.
  LearnedRow operator[](std::size_t i) {
    const auto& found = slot(i);
    return {view(found), found.label, found.weight};
  }

  // A full window loses its oldest row.
  void push(const Row& row, int label, double weight) {
    if (capacity_ == 0) return;
    if (full()) {
      fill(slots_[oldest_], row, label, weight);
      oldest_ = (oldest_ + 1) % capacity_;
    } else {
      fill(slots_.emplace_back(), row, label, weight);
    }
  }

  void describe(State& state, const Schema& schema) {
    if (state.measuring()) return state.scratch(bytes());
    std::vector<std::int32_t> labels, columns;
    std::vector<std::int64_t> ends, sparse;
    Buffer weights, values;
    for (const auto& slot : slots_) {
      labels.push_back(slot.label);
      weights.push_back(slot.weight);
      sparse.push_back(slot.sparse);
      columns.insert(columns.end(), slot.columns.begin(), slot.columns.end());
      values.insert(values.end(), slot.values.begin(), slot.values.end());
      ends.push_back(static_cast<std::int64_t>(values.size()));
    }
    state.field("labels", labels);
    state.field("weights", weights);
    state.field("sparse", sparse);
    state.field("columns", columns);
    state.field("values", values);
    state.field("ends", ends);
    state.counter("oldest", oldest_, capacity_ == 0 ? 0 : capacity_ - 1);
    if (!state.loading()) return;
    const auto n = labels.size();
    state.expect(n <= capacity_ && weights.size() == n && sparse.size() == n && ends.size() == n, "labels",
                 "do not fit the window");
    state.expect(n == capacity_ || oldest_ == 0, "oldest", "is out of range");
    slots_.resize(n);
    std::size_t value = 0, column = 0;
    for (std::size_t i = 0; i < n; ++i) {
      state.expect(labels[i] >= 0 && labels[i] < schema.classes, "labels", "are not class codes");
      state.expect(weights[i] > 0.0, "weights", "are not above 0");
      state.expect(ends[i] >= 0 && static_cast<std::size_t>(ends[i]) <= values.size() &&
                       static_cast<std::size_t>(ends[i]) >= value,
                   "ends", "are wrong");
      const auto count = static_cast<std::size_t>(ends[i]) - value;
      auto& slot = slots_[i];
      slot.label = labels[i];
      slot.weight = weights[i];
      slot.sparse = sparse[i] != 0;
      slot.values.assign(values.begin() + static_cast<std::ptrdiff_t>(value),
                         values.begin() + static_cast<std::ptrdiff_t>(value + count));
      value += count;
      if (slot.sparse) {
        state.expect(column + count <= columns.size(), "columns", "are wrong");
        slot.columns.assign(columns.begin() + static_cast<std::ptrdiff_t>(column),
                            columns.begin() + static_cast<std::ptrdiff_t>(column + count));
        column += count;
        for (std::size_t k = 0; k < count; ++k)
          state.expect(slot.columns[k] >= 0 && static_cast<std::size_t>(slot.columns[k]) < dimension_ &&
                           (k == 0 || slot.columns[k - 1] < slot.columns[k]),
                       "columns", "are wrong");
      } else {
        state.expect(count == dimension_, "values", "have the wrong length");
      }
      for (std::size_t k = 0; k < count; ++k)
        state.expect(schema.admits(slot.sparse ? static_cast<std::size_t>(slot.columns[k]) : k, slot.values[k]),
                     "values", "do not fit the features");
    }
    state.expect(value == values.size() && column == columns.size(), "values", "have the wrong length");
  }

 private:
  // A dense row keeps all values, a sparse row those it stores.
  struct Slot {
    std::vector<std::int32_t> columns;
    Buffer values;
    std::int32_t label = 0;
    double weight = 1.0;
    bool sparse = false;
  };

  const Slot& slot(std::size_t i) const {
    const auto place = oldest_ + i;
    return slots_[place < slots_.size() ? place : place - slots_.size()];
  }

  static void fill(Slot& slot, const Row& row, int label, double weight) {
    slot.label = label;
    slot.weight = weight;
    slot.sparse = row.sparse;
    slot.columns.assign(row.stored.begin(), row.stored.end());
    if (!row.sparse) return slot.values.assign(row.values.begin(), row.values.end());
    slot.values.clear();
    for (auto column : row.stored) slot.values.push_back(row.values[static_cast<std::size_t>(column)]);
  }

  Row view(const Slot& slot) {
    if (!slot.sparse) return {slot.values, {}, false};
    scattered_.resize(dimension_);
    for (auto column : shown_) scattered_[static_cast<std::size_t>(column)] = 0.0;
    shown_ = slot.columns;
    for (std::size_t k = 0; k < slot.columns.size(); ++k)
      scattered_[static_cast<std::size_t>(slot.columns[k])] = slot.values[k];
    return {scattered_, slot.columns, true};
  }

  std::size_t bytes() const {
    std::size_t total = slots_.capacity() * sizeof(Slot) + scattered_.capacity() * sizeof(double) +
                        shown_.capacity() * sizeof(std::int32_t);
    for (const auto& slot : slots_)
      total += slot.columns.capacity() * sizeof(std::int32_t) + slot.values.capacity() * sizeof(double);
    return total;
  }

  std::size_t dimension_;
  std::size_t capacity_;
  std::vector<Slot> slots_;
  std::size_t oldest_ = 0;
  Buffer scattered_;                 // the sparse row that was looked at last
  std::vector<std::int32_t> shown_;  // the columns it stores
};

}  // namespace driftsift
