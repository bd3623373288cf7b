// The tables of all features and the class within given cells, that is, disjoint sets of rows; eight features at a
// time.
#pragma once

#include <vector>

#include "relevance/evidence.hpp"
#include "relevance/lookahead/sets.hpp"

namespace driftsift {

// The rows in which two features have certain levels, for all levels of both.
inline void add_joint_cells(const LevelSets& sets, const ClassSets& classes, std::size_t i, std::size_t j,
                            Words& cells) {
  for (std::size_t a = 0; a < sets.levels(i); ++a)
    for (std::size_t b = 0; b < sets.levels(j); ++b)
      for (std::size_t w = 0; w < sets.words(); ++w)
        cells.push_back(sets.level_word(i, a, w, classes.all()[w]) & sets.level_word(j, b, w, classes.all()[w]));
}

inline std::int32_t rows_in(const std::uint64_t* cell, std::size_t words) {
  std::int32_t total = 0;
  for (std::size_t w = 0; w < words; ++w) total += std::popcount(cell[w]);
  return total;
}

class GivenScan {
 public:
  static constexpr std::size_t kSide = LevelSets::kSide;

  GivenScan(const LevelSets& sets, const ClassSets& classes, const EntropyTable& table)
      : sets_(sets), classes_(classes), table_(table) {}

  void given(const Words& cells) {
    const auto words = sets_.words(), classes = classes_.count();
    cells_ = cells.size() / words;
    masks_.clear();
    totals_.clear();
    conditional_ = 0;
    for (std::size_t z = 0; z < cells_; ++z) {
      auto rest = 0;
      for (std::size_t k = 0; k < classes; ++k) {
        const bool last = k + 1 == classes;
        const auto* of_class = last ? classes_.all() : classes_.set(k);
        for (std::size_t w = 0; w < words; ++w) masks_.push_back(cells[z * words + w] & of_class[w]);
        const auto n = rows_in(&masks_[masks_.size() - words], words);
        totals_.push_back(n);
        conditional_ += last ? table_[n - rest] - table_[n] : table_[n];
        rest += n;
      }
    }
  }

  // visit(place) for each feature of the blocks from one on, if there are cells; meanwhile the tables below are those
  // of the feature.
  template <class Visit>
  void each(std::size_t first_block, Visit visit) {
    for (std::size_t block = first_block; cells_ > 0 && block < sets_.blocks(); ++block) {
      count(block);
      for (place_ = block * kSide; place_ < (block + 1) * kSide; ++place_)
        if (sets_.feature(place_) != LevelSets::kNobody) visit(place_);
    }
  }

  std::size_t levels() const { return levels_; }
  std::int32_t operator()(std::size_t z, std::size_t x, std::size_t k) const { return cell(z, x, k); }

  // Of a complete feature: n log2 n over cells, levels and classes, less that over cells and levels.
  std::int64_t sum() const { return classes_.count() == 2 ? add_up(2) : add_up(classes_.count()); }
  // The same over cells and classes, less that over cells.
  std::int64_t conditional() const { return conditional_; }

  // Of the feature given the cells.
  auto counts() const {
    const auto count = [this](std::size_t z, std::size_t x, std::size_t k) { return cell(z, x, k); };
    return ConditionalCounts{cells_, levels_, classes_.count(), count};
  }

 private:
  using Side = std::int32_t __attribute__((vector_size(kSide * sizeof(std::int32_t)), aligned(4), may_alias));

  std::int32_t cell(std::size_t z, std::size_t x, std::size_t k) const {
    return tables_[((z * levels_ + x) * (classes_.count() + 1) + k) * kSide + place_ % kSide];
  }

  void count(std::size_t block) {
    const auto classes = classes_.count(), stored = sets_.sets(block);
    levels_ = sets_.levels(block * kSide);
    common_.resize(std::max<std::size_t>(1, cells_ * classes * stored * kSide));
    tables_.resize(cells_ * levels_ * (classes + 1) * kSide);
    if (stored > 0)
      simd::kernels().common_bits(masks_.data(), cells_ * classes, sets_.set(block), stored, sets_.words(),
                                  common_.data());
    for (std::size_t z = 0; z < cells_; ++z)
      if (levels_ == 2 && classes == 2 && stored == 1)
        complete_tables(z, 2, 2, 1);
      else
        complete_tables(z, levels_, classes, stored);
  }

  // From the counts of stored levels those of all levels and the last class.
  [[gnu::always_inline]] void complete_tables(std::size_t z, std::size_t levels, std::size_t classes,
                                              std::size_t stored) {
    const auto side = [&](std::size_t x, std::size_t k) -> Side& {
      return *reinterpret_cast<Side*>(&tables_[((z * levels + x) * (classes + 1) + k) * kSide]);
    };
    for (std::size_t k = 0; k < classes; ++k) {
      const auto plane = k + 1 < classes ? k : classes;
      Side rest = Side{} + totals_[z * classes + k];
      for (std::size_t x = 0; x < stored; ++x) {
        side(x, plane) = *reinterpret_cast<const Side*>(&common_[((z * classes + k) * stored + x) * kSide]);
        rest -= side(x, plane);
      }
      if (stored < levels) side(stored, plane) = rest;
    }
    for (std::size_t x = 0; x < levels; ++x) {
      Side rest = side(x, classes);
      for (std::size_t k = 0; k + 1 < classes; ++k) rest -= side(x, k);
      side(x, classes - 1) = rest;
    }
  }

  [[gnu::always_inline]] std::int64_t add_up(std::size_t classes) const {
    const auto* entry = table_.entries();
    const auto* n = &tables_[place_ % kSide];
    std::int64_t total = 0;
    for (std::size_t x = 0; x < cells_ * levels_; ++x, n += (classes + 1) * kSide) {
      for (std::size_t k = 0; k < classes; ++k) total += entry[n[k * kSide]];
      total -= entry[n[classes * kSide]];
    }
    return total;
  }

  const LevelSets& sets_;
  const ClassSets& classes_;
  const EntropyTable& table_;
  std::size_t cells_ = 0, levels_ = 0, place_ = 0;
  std::int64_t conditional_ = 0;
  Words masks_;
  std::vector<std::int32_t> totals_, common_, tables_;
};

}  // namespace driftsift
