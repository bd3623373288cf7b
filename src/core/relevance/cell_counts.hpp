// How many values of each class lie in each cell of a grid without ends: in a table around the range of the values it
// was made for, and one by one beyond.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "relevance/quads.hpp"

namespace driftsift {

class CellCounts {
 public:
  // A margin of a half on either side: the values of the next window rarely reach farther.
  CellCounts(std::int32_t fine, int classes)
      : margin_(fine / 2 + 1), span_(fine + 1 + 2 * margin_), stride_(counts_per_kind(classes)), classes_(classes) {}

  // Cells on either side of the table that kernels may read, and find empty.
  static constexpr std::int64_t kBeyond = 16;

  // The cells of the table: first() <= cell < end().
  std::int64_t first() const { return -margin_; }
  std::int64_t end() const { return span_ - margin_; }
  bool inside(std::int64_t cell) const {
    return static_cast<std::uint64_t>(cell + margin_) < static_cast<std::uint64_t>(span_);
  }
  // Counts of all classes, then of each: so many.
  std::size_t stride() const { return stride_; }
  const std::int32_t* operator[](std::int64_t cell) const { return &table_[at(cell)]; }
  // The same in the form of the kernels, that of cell 0 first; only for less than 2^15 values.
  std::int32_t* packed() {
    if (std::exchange(stale_, false)) pack();
    return packed_.data() + margin_ + kBeyond;
  }
  // What a value of a class adds to such a count.
  std::int32_t unit(std::int32_t label) const { return classes_ == 2 && label == 1 ? 0x10001 : 1; }

  void add(std::int64_t cell, std::int32_t label) {
    if (!inside(cell)) return far_.push_back({cell, label});
    auto* counts = &table_[at(cell)];
    occupied_ += counts[0] == 0;
    ++counts[0];
    ++counts[1 + label];
    stale_ = true;
  }
  void remove(std::int64_t cell, std::int32_t label) {
    if (!inside(cell)) return remove_far({cell, label});
    auto* counts = &table_[at(cell)];
    --counts[0];
    --counts[1 + label];
    stale_ = true;
    occupied_ -= counts[0] == 0;
  }

  // A value comes into a cell of the table, or leaves it, that has been counted in packed form.
  void label(std::int64_t cell, std::int32_t label, std::int32_t by) {
    auto* counts = &table_[at(cell)];
    counts[0] += by;
    counts[1 + label] += by;
  }
  void occupy(std::size_t cells) { occupied_ = cells; }

  // The sum of the counts from one cell of the table up to another.
  void sum(std::int64_t from, std::int64_t to, std::int32_t* out) const {
    for (std::size_t i = 0; i < stride_; i += 4) {
      Quad total{};
      for (auto cell = from; cell < to; ++cell) total += *reinterpret_cast<const Quad*>(&table_[at(cell) + i]);
      *reinterpret_cast<Quad*>(out + i) = total;
    }
  }

  // Whether all values lie in the table.
  bool near() const { return far_.empty(); }

  std::size_t occupied() const {
    if (near()) return occupied_;
    std::size_t cells = 0;
    each([&](std::int64_t, std::int32_t) { ++cells; });
    return cells;
  }

  // The cells that hold values in ascending order: visit(cell, number of values).
  template <class Visit>
  void each(Visit visit) const {
    auto far = far_;
    std::sort(far.begin(), far.end(), [](const Far& a, const Far& b) { return a.cell < b.cell; });
    const auto above = std::find_if(far.begin(), far.end(), [](const Far& value) { return value.cell >= 0; });
    each_far(std::span(far.begin(), above), visit);
    each_inside([&](std::int64_t cell, const std::int32_t* counts) { visit(cell, counts[0]); });
    each_far(std::span(above, far.end()), visit);
  }

  // Those in the table: visit(cell, counts of all classes and of each).
  template <class Visit>
  void each_inside(Visit visit) const {
    for (auto cell = first(); cell < end(); ++cell)
      if (const auto* counts = &table_[at(cell)]; counts[0] > 0) visit(cell, counts);
  }

  void clear() {
    table_.assign(static_cast<std::size_t>(span_) * stride_, 0);
    stale_ = true;
    far_.clear();
    occupied_ = 0;
  }
  // Gives the memory back.
  void forget() {
    table_ = {};
    packed_ = {};
    stale_ = true;
    far_ = {};
    occupied_ = 0;
  }
  void grow(int classes) {
    forget();
    stride_ = counts_per_kind(classes);
    classes_ = classes;
  }

  std::size_t bytes() const {
    return (table_.capacity() + packed_.capacity()) * sizeof(std::int32_t) + far_.size() * sizeof(Far);
  }

 private:
  struct Far {
    std::int64_t cell;
    std::int32_t label;
  };

  std::size_t at(std::int64_t cell) const { return static_cast<std::size_t>(cell + margin_) * stride_; }

  void pack() {
    packed_.assign(static_cast<std::size_t>(span_ + 2 * kBeyond), 0);
    for (auto cell = first(); cell < end(); ++cell) {
      const auto* counts = &table_[at(cell)];
      packed_[static_cast<std::size_t>(cell + margin_ + kBeyond)] = counts[0] | (classes_ == 2 ? counts[2] << 16 : 0);
    }
  }

  void remove_far(const Far& value) {
    const auto found = std::find_if(far_.begin(), far_.end(), [&](const Far& other) {
      return other.cell == value.cell && other.label == value.label;
    });
    *found = far_.back();
    far_.pop_back();
    if (far_.empty()) far_ = {};
  }

  template <class Visit>
  static void each_far(std::span<const Far> far, Visit visit) {
    for (std::size_t i = 0; i < far.size();) {
      const auto cell = far[i].cell;
      std::int32_t n = 0;
      for (; i < far.size() && far[i].cell == cell; ++i) ++n;
      visit(cell, n);
    }
  }

  std::int64_t margin_;
  std::int64_t span_;
  std::size_t stride_;
  int classes_;
  Counts table_;
  Counts packed_;
  bool stale_ = true;  // that is, `packed_`
  std::vector<Far> far_;
  std::size_t occupied_ = 0;
};

}  // namespace driftsift
