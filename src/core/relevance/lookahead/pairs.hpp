// The tables of all pairs of features and the class, eight pairs at a time.
//
// Counts come from common bits, what the last level and the last class count from margins. The information of one
// feature given the other is then a difference of sums of n log2 n, whole numbers in any order.
#pragma once

#include <algorithm>
#include <vector>

#include "relevance/evidence.hpp"
#include "relevance/lookahead/sets.hpp"

namespace driftsift {

// Counts of the levels of each feature, alone and with each class.
class LevelMargins {
 public:
  static constexpr std::size_t kSide = LevelSets::kSide;

  LevelMargins(const LevelSets& sets, const ClassSets& classes, const EntropyTable& table)
      : planes_(classes.count() + 1), hx_(sets.places()), hxy_(sets.places()), freedom_(sets.places()) {
    Words masks = Words(classes.all(), classes.all() + sets.words());
    for (std::size_t k = 0; k < classes.count(); ++k)
      masks.insert(masks.end(), classes.set(k), classes.set(k) + sets.words());
    std::vector<std::int32_t> totals(planes_);
    for (std::size_t p = 0; p < planes_; ++p)
      for (std::size_t w = 0; w < sets.words(); ++w) totals[p] += std::popcount(masks[p * sets.words() + w]);
    for (std::size_t block = 0; block < sets.blocks(); ++block) add(sets, block, masks, totals, table);
  }

  // In plane 0 of all classes, in plane k + 1 of class k.
  const std::int32_t* side(std::size_t block, std::size_t plane, std::size_t level) const {
    return &counts_[begin_[block] + (plane * levels_[block] + level) * kSide];
  }
  std::int32_t count(std::size_t place, std::size_t plane, std::size_t level) const {
    return side(place / kSide, plane, level)[place % kSide];
  }

  std::int32_t present(std::size_t place, std::size_t levels) const {
    std::int32_t total = 0;
    for (std::size_t v = 0; v < levels; ++v) total += count(place, 0, v);
    return total;
  }
  std::int32_t commonest(std::size_t place, std::size_t levels) const {
    std::int32_t most = 0;
    for (std::size_t v = 0; v < levels; ++v) most = std::max(most, count(place, 0, v));
    return most;
  }

  // n log2 n summed over levels, and over levels and classes; of hxy less hx a pair takes off.
  std::int64_t conditional(std::size_t place) const { return hxy_[place] - hx_[place]; }
  // Over the levels: how many classes there are besides the first.
  std::int32_t freedom(std::size_t place) const { return freedom_[place]; }

 private:
  void add(const LevelSets& sets, std::size_t block, const Words& masks, const std::vector<std::int32_t>& totals,
           const EntropyTable& table) {
    const auto stored = sets.sets(block);
    std::vector<std::int32_t> found(planes_ * stored * kSide);
    if (stored > 0)
      simd::kernels().common_bits(masks.data(), planes_, sets.set(block), stored, sets.words(), found.data());
    begin_.push_back(counts_.size());
    levels_.push_back(stored + 1);
    counts_.resize(counts_.size() + planes_ * (stored + 1) * kSide);
    for (std::size_t lane = 0; lane < kSide; ++lane) {
      const auto place = block * kSide + lane;
      // A place without a feature is counted as if it had the levels of its neighbours: no count becomes negative.
      const auto last = sets.feature(place) == LevelSets::kNobody ? stored : sets.stored(place);
      for (std::size_t p = 0; p < planes_; ++p) {
        auto rest = totals[p];
        for (std::size_t v = 0; v < sets.stored(place); ++v)
          rest -= at(block, p, v, lane) = found[(p * stored + v) * kSide + lane];
        if (sets.complete(place)) at(block, p, last, lane) = rest;
      }
      sum(place, lane, sets.levels(place), table);
    }
  }

  std::int32_t& at(std::size_t block, std::size_t plane, std::size_t level, std::size_t lane) {
    return counts_[begin_[block] + (plane * levels_[block] + level) * kSide + lane];
  }

  void sum(std::size_t place, std::size_t lane, std::size_t levels, const EntropyTable& table) {
    for (std::size_t v = 0; v < levels; ++v) {
      std::int32_t kinds = 0;
      hx_[place] += table[at(place / kSide, 0, v, lane)];
      for (std::size_t p = 1; p < planes_; ++p) {
        const auto n = at(place / kSide, p, v, lane);
        hxy_[place] += table[n];
        kinds += n > 0;
      }
      freedom_[place] += std::max(kinds - 1, 0);
    }
  }

  std::size_t planes_;
  std::vector<std::size_t> begin_, levels_;
  std::vector<std::int32_t> counts_;
  std::vector<std::int64_t> hx_, hxy_;
  std::vector<std::int32_t> freedom_;
};

class PairScan {
 public:
  static constexpr std::size_t kSide = LevelSets::kSide;

  // The sets are arranged: within a block all features have as many levels, and all or none are complete.
  PairScan(const LevelSets& sets, const ClassSets& classes, const EntropyTable& table)
      : sets_(sets), classes_(classes), table_(table), margins_(sets, classes, table) {}

  const LevelMargins& margins() const { return margins_; }

  // The table of a pair, while it is visited.
  class Table {
   public:
    Table(const PairScan& scan, std::size_t lane, std::size_t as, std::size_t bs)
        : scan_(scan), lane_(lane), as_(as), bs_(bs) {}

    // `a` is the level of the first feature, `b` of the second.
    std::int32_t operator()(std::size_t a, std::size_t b, std::size_t k) const { return scan_.cell(k, a, b, lane_); }

    // Whether every level of the one meets every level of the other: then margins tell the degrees of freedom.
    bool no_gap() const {
      for (std::size_t a = 0; a < as_; ++a)
        for (std::size_t b = 0; b < bs_; ++b)
          if (scan_.cell(scan_.classes_.count(), a, b, lane_) == 0) return false;
      return true;
    }
    auto first_given_second() const {
      const auto count = [this](std::size_t b, std::size_t a, std::size_t k) { return (*this)(a, b, k); };
      return ConditionalCounts{bs_, as_, scan_.classes_.count(), count};
    }
    auto second_given_first() const {
      const auto count = [this](std::size_t a, std::size_t b, std::size_t k) { return (*this)(a, b, k); };
      return ConditionalCounts{as_, bs_, scan_.classes_.count(), count};
    }

   private:
    const PairScan& scan_;
    std::size_t lane_, as_, bs_;
  };

  // All pairs of a feature with those behind it: visit(place of the other, sum of n log2 n over the table, table).
  // Without margins for a pair, the sum is `unknown()`.
  static constexpr std::int64_t unknown() { return std::numeric_limits<std::int64_t>::min(); }

  template <class Visit>
  void row(std::size_t place, Visit visit) {
    if (sets_.feature(place) == LevelSets::kNobody || classes_.count() < 2) return;
    lay_masks(place);
    for (std::size_t block = place / kSide; block < sets_.blocks(); ++block) {
      const auto first = block * kSide;
      count(place, block);
      const bool complete = sets_.complete(place) && sets_.complete(first);
      if (complete) add_up(sets_.levels(place), sets_.levels(first));
      for (std::size_t lane = first > place ? 0 : place + 1 - first; lane < kSide; ++lane)
        if (sets_.feature(first + lane) != LevelSets::kNobody)
          visit(first + lane, complete ? sums_[lane] : unknown(),
                Table(*this, lane, sets_.levels(place), sets_.levels(first)));
    }
  }

 private:
  using Side = std::int32_t __attribute__((vector_size(kSide * sizeof(std::int32_t)), aligned(4), may_alias));

  std::int32_t cell(std::size_t plane, std::size_t a, std::size_t b, std::size_t lane) const {
    return cells_[((plane * as_ + a) * bs_ + b) * kSide + lane];
  }

  // Every stored level of the feature with every class but the last, then with all.
  void lay_masks(std::size_t place) {
    const auto words = sets_.words(), inner = classes_.count() - 1;
    masks_.resize(sets_.stored(place) * (inner + 1) * words);
    auto* mask = masks_.data();
    for (std::size_t a = 0; a < sets_.stored(place); ++a)
      for (std::size_t k = 0; k <= inner; ++k)
        for (std::size_t w = 0; w < words; ++w)
          *mask++ = sets_.word(place, a, w) & (k < inner ? classes_.set(k)[w] : classes_.all()[w]);
  }

  void count(std::size_t place, std::size_t block) {
    const auto first = block * kSide, classes = classes_.count();
    const auto stored = sets_.stored(place), sets = sets_.sets(block);
    as_ = sets_.levels(place);
    bs_ = sets_.levels(first);
    common_.resize(std::max<std::size_t>(1, stored * classes * sets * kSide));
    cells_.resize((classes + 1) * as_ * bs_ * kSide);
    if (stored > 0 && sets > 0)
      simd::kernels().common_bits(masks_.data(), stored * classes, sets_.set(block), sets, sets_.words(),
                                  common_.data());
    if (as_ == 2 && bs_ == 2 && classes == 2 && stored == 1 && sets == 1)
      return complete_tables(place, block, 2, 2, 2, 1, 1);
    if (as_ == 3 && bs_ == 3 && classes == 2 && stored == 2 && sets == 2)
      return complete_tables(place, block, 3, 3, 2, 2, 2);
    complete_tables(place, block, as_, bs_, classes, stored, sets);
  }

  // From the counts of stored levels those of all; a feature that has no last level to fill in was stored wholly.
  [[gnu::always_inline]] void complete_tables(std::size_t place, std::size_t block, std::size_t as, std::size_t bs,
                                              std::size_t classes, std::size_t stored_as, std::size_t stored_bs) {
    const auto side = [&](std::size_t plane, std::size_t a, std::size_t b) -> Side& {
      return *reinterpret_cast<Side*>(&cells_[((plane * as + a) * bs + b) * kSide]);
    };
    for (std::size_t k = 0; k < classes; ++k) {
      const auto plane = k + 1 < classes ? k : classes;
      const auto margin = plane == classes ? 0 : plane + 1;
      for (std::size_t a = 0; a < stored_as; ++a) {
        Side rest = Side{} + (stored_bs < bs ? margins_.count(place, margin, a) : 0);
        for (std::size_t b = 0; b < stored_bs; ++b) {
          const auto found = *reinterpret_cast<const Side*>(&common_[((a * classes + k) * stored_bs + b) * kSide]);
          side(plane, a, b) = found;
          rest -= found;
        }
        if (stored_bs < bs) side(plane, a, stored_bs) = rest;
      }
      if (stored_as == as) continue;
      for (std::size_t b = 0; b < bs; ++b) {
        Side rest = *reinterpret_cast<const Side*>(margins_.side(block, margin, b));
        for (std::size_t a = 0; a < stored_as; ++a) rest -= side(plane, a, b);
        side(plane, stored_as, b) = rest;
      }
    }
    for (std::size_t i = 0; i < as * bs; ++i) {
      Side rest = side(classes, 0, i);
      for (std::size_t k = 0; k + 1 < classes; ++k) rest -= side(k, 0, i);
      side(classes - 1, 0, i) = rest;
    }
  }

  void add_up(std::size_t as, std::size_t bs) {
    const auto classes = classes_.count();
    if (as == 2 && bs == 2 && classes == 2) return add_up_cells(4, 2);
    if (as == 3 && bs == 3 && classes == 2) return add_up_cells(9, 2);
    add_up_cells(as * bs, classes);
  }

  [[gnu::always_inline]] void add_up_cells(std::size_t cells, std::size_t classes) {
    const auto* entry = table_.entries();
    const auto* counts = cells_.data();
    for (std::size_t lane = 0; lane < kSide; ++lane) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < cells * classes; ++i) sum += entry[counts[i * kSide + lane]];
      for (std::size_t i = cells * classes; i < cells * (classes + 1); ++i) sum -= entry[counts[i * kSide + lane]];
      sums_[lane] = sum;
    }
  }

  const LevelSets& sets_;
  const ClassSets& classes_;
  const EntropyTable& table_;
  LevelMargins margins_;
  std::size_t as_ = 0, bs_ = 0;
  Words masks_;
  std::vector<std::int32_t> common_, cells_;
  std::int64_t sums_[kSide] = {};
};

}  // namespace driftsift
