// The cuts that divide the cells of a grid into bins of about equal frequency.
//
// Cut j stands behind the first cell with which j + 1 shares of the values are reached. Several may stand at the same
// place; the bins between them are empty for good. A cut that would stand behind all values stands nowhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "data/buffer.hpp"
#include "data/state.hpp"
#include "relevance/cell_counts.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class Cuts {
 public:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  explicit Cuts(std::size_t number) : number_(number), cut_(number, kNone) {}

  // Lets a value into a cell and another one out of another, either of which may be none; gives their bins.
  simd::CutBins exchange(std::int64_t in, std::int64_t out) {
    if (!near_) return {bin(in), bin(out)};  // nothing is counted here: the next cuts are found from scratch
    return kernels_->count_at_cuts(lane_.data(), below_.data(), edge_.data(), lane_.size(), lane(in), lane(out));
  }

  std::int32_t bin(std::int64_t cell) const {
    return static_cast<std::int32_t>(std::upper_bound(cut_.begin(), cut_.end(), cell) - cut_.begin());
  }

  // How many values there are to share.
  void aim(std::size_t values) {
    if (values == values_ && !target_.empty()) return;
    values_ = values;
    target_.assign(lanes(), 0);
    const auto shares = number_ + 1;
    for (std::size_t j = 0; j < number_; ++j)
      target_[j] = static_cast<std::int32_t>(((j + 1) * values + shares - 1) / shares);
  }

  // Whether all cuts stand within the table of cells, or nowhere.
  bool near() const { return !lane_.empty() && near_; }

  // Whether `follow` works: all bins fit into one group, and all values into 15 bits.
  bool can_follow() const { return near() && number_ < kGroup && values_ < 0x8000; }

  // Lets values into cells of the table and as many others out of cells, one after the other, and moves the cuts
  // whenever a bin becomes too full or too empty.
  void follow(CellCounts& cells, const simd::CutLimits& limits, simd::CutRun& run) {
    run.cells = cells.packed();
    run.last = static_cast<std::int32_t>(cells.end() - 1);
    run.cuts = lane_.data();
    run.target = target_.data();
    run.number = number_;
    run.values = static_cast<std::int32_t>(values_);
    run.occupied = cells.occupied();
    kernels_->follow_cuts(run, limits);
    cells.occupy(run.occupied);
  }
  // After that, when the values have been counted in all forms; `counts` are those of the bins.
  void settle_all(const CellCounts& cells, const std::int32_t* counts) {
    for (std::size_t j = 0, under = 0; j < number_; ++j) {
      under += static_cast<std::size_t>(counts[j] & 0xffff);
      settle(j, lane_[j] == kNoLane ? kNone : lane_[j], static_cast<std::int32_t>(under), cells);
    }
  }
  // Visits the counts of every bin.
  template <class Visit>
  void each_bin(const CellCounts& cells, Visit visit) {
    gathered_.resize(cells.stride());
    auto begin = cells.first();
    for (std::size_t j = 0; j <= number_; ++j) {
      const auto end = j < number_ ? std::min(cut_[j], cells.end()) : cells.end();
      cells.sum(begin, end, gathered_.data());
      visit(static_cast<std::int32_t>(j), gathered_.data());
      begin = end;
    }
  }

  // Moves the cuts that no longer stand where they should; `transfer` takes counts from one bin to another.
  // Only for cuts and values within the table.
  template <class Transfer>
  void adjust(const CellCounts& cells, Transfer transfer) {
    top_ = kNone;
    for (std::size_t group = 0; group < lane_.size(); group += kGroup) {
      auto wrong =
          kernels_->misplaced_cuts(&below_[group], &edge_[group], &target_[group], static_cast<std::int32_t>(values_));
      if (number_ - group < kGroup) wrong &= (1U << (number_ - group)) - 1;
      for (; wrong != 0; wrong &= wrong - 1)
        walk(group + static_cast<std::size_t>(__builtin_ctz(wrong)), cells, transfer);
    }
  }

  // Finds all places from scratch.
  void place(const CellCounts& cells) {
    std::fill(cut_.begin(), cut_.end(), kNone);
    const auto all = static_cast<std::int64_t>(values_);
    std::int64_t seen = 0;
    std::size_t j = 0;
    cells.each([&](std::int64_t cell, std::int32_t n) {
      seen += n;
      if (seen == all) return;
      for (; j < number_ && seen >= target_[j]; ++j) cut_[j] = cell + 1;
    });
  }

  // The same for values within the table; `add` takes the counts of every bin on the way. No cell is asked whether it
  // is empty: that question, answered now this way and now that, cost more than the counting.
  template <class Add>
  void place_near(const CellCounts& cells, Add add) {
    std::fill(cut_.begin(), cut_.end(), kNone);
    const auto all = static_cast<std::int32_t>(values_);
    auto cell = cells.first();
    std::int32_t seen = 0;
    for (std::size_t bin = 0; bin <= number_; ++bin) {
      gathered_.assign(cells.stride(), 0);
      for (const auto target = bin < number_ ? target_[bin] : all; seen < target; ++cell) seen += gather(cells[cell]);
      add(static_cast<std::int32_t>(bin), gathered_.data());
      if (seen == all) return;
      cut_[bin] = cell;
    }
  }

  // Counts the values beside the cuts from scratch; `in_bin` gives how many there are in a bin.
  template <class InBin>
  void count(const CellCounts& cells, InBin in_bin) {
    lane_.assign(lanes(), kNoLane);
    below_.assign(lanes(), 0);
    edge_.assign(lanes(), 0);
    gathered_.resize(cells.stride());
    near_ = true;
    std::int32_t under = 0;
    for (std::size_t j = 0; j < number_; ++j) {
      settle(j, cut_[j], under += in_bin(static_cast<std::int32_t>(j)), cells);
      near_ = near_ && (cut_[j] == kNone || cells.inside(cut_[j] - 1));
    }
  }

  void forget() {
    std::fill(cut_.begin(), cut_.end(), kNone);
    lane_ = {};
    below_ = {};
    edge_ = {};
  }

  std::vector<std::int64_t> distinct() const {
    std::vector<std::int64_t> places(cut_.begin(), std::lower_bound(cut_.begin(), cut_.end(), kNone));
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }
  // The bins that are not empty for good.
  std::vector<std::int32_t> bins() const {
    std::vector<std::int32_t> numbers;
    for (std::size_t bin = 0; bin <= number_; ++bin) {
      const bool begins = bin == 0 || cut_[bin - 1] != kNone;
      const bool ends_later = bin == number_ || bin == 0 || cut_[bin] > cut_[bin - 1];
      if (begins && ends_later) numbers.push_back(static_cast<std::int32_t>(bin));
    }
    return numbers;
  }

  void describe(State& state) {
    state.field("cuts", cut_);
    state.expect(cut_.size() == number_ && std::is_sorted(cut_.begin(), cut_.end()), "cuts", "are wrong");
  }
  std::size_t bytes() const {
    return cut_.capacity() * sizeof(std::int64_t) +
           (gathered_.capacity() + lane_.capacity() + below_.capacity() + edge_.capacity() + target_.capacity()) *
               sizeof(std::int32_t);
  }

 private:
  static constexpr std::size_t kGroup = 16;
  static constexpr std::int32_t kNoLane = std::numeric_limits<std::int32_t>::max();

  std::size_t lanes() const { return (number_ + kGroup - 1) / kGroup * kGroup; }

  // A cell as a lane holds it. A far one keeps its side of all cuts, as long as these are near.
  static std::int32_t lane(std::int64_t cell) {
    if (cell == kNone) return kNoLane;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(cell, -kFar, kFar));
  }
  static constexpr std::int64_t kFar = kNoLane - 2;

  template <class Transfer>
  void walk(std::size_t j, const CellCounts& cells, Transfer transfer) {
    const auto bin = static_cast<std::int32_t>(j);
    const auto target = target_[j];
    auto place = cut_[j] == kNone ? top(cells) : cut_[j];
    auto under = below_[j];
    gathered_.assign(cells.stride(), 0);
    if (under < target) {
      while (under < target) under += gather(cells[place++]);
      transfer(bin + 1, bin, gathered_.data());
    } else {
      while (under - cells[place - 1][0] >= target) under -= gather(cells[--place]);
      transfer(bin, bin + 1, gathered_.data());
    }
    settle(j, under == static_cast<std::int32_t>(values_) ? kNone : place, under, cells);
  }

  // Adds the counts of a cell to those that change bins; gives that of all classes.
  std::int32_t gather(const std::int32_t* counts) {
    add_counts(gathered_.data(), counts, gathered_.size());
    return counts[0];
  }

  void settle(std::size_t j, std::int64_t place, std::int32_t under, const CellCounts& cells) {
    cut_[j] = place;
    lane_[j] = lane(place);
    below_[j] = under;
    edge_[j] = place != kNone && cells.inside(place - 1) ? cells[place - 1][0] : 0;
  }

  // Behind the last cell that holds a value.
  std::int64_t top(const CellCounts& cells) {
    if (top_ != kNone) return top_;
    top_ = cells.end();
    while (cells[top_ - 1][0] == 0) --top_;
    return top_;
  }

  const simd::Kernels* kernels_ = &simd::kernels();
  std::size_t number_;
  std::vector<std::int64_t> cut_;
  Counts lane_;    // the same in the form of the kernels
  Counts below_;   // values in cells below the cut
  Counts edge_;    // values in the last of these
  Counts target_;  // values there should be below it
  Counts gathered_;
  std::size_t values_ = 0;
  std::int64_t top_ = kNone;
  bool near_ = false;
};

}  // namespace driftsift
