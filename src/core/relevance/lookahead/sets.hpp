// The rows of a window as bit sets: which rows have a level of a feature, which have a class.
//
// The words of eight features lie side by side, so that one vector operation serves eight pairs. The last level of a
// feature that is never missing in the window is not stored: margins give what it counts.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "relevance/evidence.hpp"
#include "relevance/lookahead/columns.hpp"
#include "relevance/lookahead/levels.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

using Words = std::vector<std::uint64_t, AlignedAllocator<std::uint64_t>>;

inline std::size_t words_for(std::size_t rows) { return (rows + 63) / 64; }

// The classes that occur in the window; of more than kMostKinds, the rarest are one.
class ClassSets {
 public:
  explicit ClassSets(std::span<const std::int32_t> labels) : rows_(labels.size()), words_(words_for(labels.size())) {
    std::vector<std::int32_t> counts;
    for (auto label : labels) {
      counts.resize(std::max(counts.size(), static_cast<std::size_t>(label) + 1));
      ++counts[static_cast<std::size_t>(label)];
    }
    const auto group = groups(counts);
    for (auto label : labels) codes_.push_back(group[static_cast<std::size_t>(label)]);
    fill(0);
  }

  std::size_t rows() const { return rows_; }
  std::size_t words() const { return words_; }
  std::size_t count() const { return count_; }
  const std::uint64_t* set(std::size_t k) const { return &sets_[k * words_]; }
  const std::uint64_t* all() const { return &sets_[count_ * words_]; }

  // Gives each row the class of the row so many places further on, as if the labels were a circle.
  void fill(std::size_t offset) {
    sets_.assign((count_ + 1) * words_, 0);
    for (std::size_t i = 0; i < rows_; ++i) {
      const auto k = static_cast<std::size_t>(codes_[(i + offset) % rows_]);
      sets_[k * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
      sets_[count_ * words_ + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }

 private:
  std::vector<std::int32_t> groups(const std::vector<std::int32_t>& counts) {
    std::vector<std::int32_t> occurring, group(counts.size(), -1);
    for (std::size_t k = 0; k < counts.size(); ++k)
      if (counts[k] > 0) occurring.push_back(static_cast<std::int32_t>(k));
    count_ = std::min<std::size_t>(occurring.size(), kMostKinds);
    if (occurring.size() > kMostKinds)
      std::stable_sort(occurring.begin(), occurring.end(), [&](std::int32_t a, std::int32_t b) {
        return counts[static_cast<std::size_t>(a)] > counts[static_cast<std::size_t>(b)];
      });
    for (std::size_t i = 0; i < occurring.size(); ++i)
      group[static_cast<std::size_t>(occurring[i])] = static_cast<std::int32_t>(std::min(i, count_ - 1));
    return group;
  }

  std::size_t rows_;
  std::size_t words_;
  std::size_t count_ = 0;
  std::vector<std::int32_t> codes_;
  Words sets_;
};

class LevelSets {
 public:
  static constexpr std::size_t kSide = simd::kSetsSideBySide;

  // A place without a feature fills up a block.
  static constexpr std::int32_t kNobody = -1;

  explicit LevelSets(std::size_t words) : words_(words) {}

  std::size_t places() const { return features_.size(); }
  std::size_t blocks() const { return places() / kSide; }
  std::size_t words() const { return words_; }
  std::int32_t feature(std::size_t place) const { return features_[place]; }
  std::size_t levels(std::size_t place) const { return levels_[place]; }
  bool complete(std::size_t place) const { return complete_[place] != 0; }
  std::size_t stored(std::size_t place) const { return levels_[place] - complete_[place]; }

  // Behind the last place if the feature has none.
  std::size_t place_of(std::int32_t feature) const {
    return static_cast<std::size_t>(std::find(features_.begin(), features_.end(), feature) - features_.begin());
  }

  // Of the features of a block the one with most levels says how many sets there are.
  std::size_t sets(std::size_t block) const { return (begin_[block + 1] - begin_[block]) / (words_ * kSide); }
  const std::uint64_t* set(std::size_t block) const { return &bits_[begin_[block]]; }
  std::uint64_t word(std::size_t place, std::size_t v, std::size_t w) const {
    return bits_[begin_[place / kSide] + (v * words_ + w) * kSide + place % kSide];
  }
  std::uint64_t& word(std::size_t place, std::size_t v, std::size_t w) {
    return bits_[begin_[place / kSide] + (v * words_ + w) * kSide + place % kSide];
  }

  // A level, stored or not, among `all` rows.
  std::uint64_t level_word(std::size_t place, std::size_t v, std::size_t w, std::uint64_t all) const {
    if (v < stored(place)) return word(place, v, w);
    for (std::size_t other = 0; other < stored(place); ++other) all &= ~word(place, other, w);
    return all;
  }

  struct Resident {
    std::int32_t feature = kNobody;
    std::size_t levels = 1;
    bool complete = true;
  };

  // A block for the next (at most eight) features, its bits all 0.
  void add_block(std::span<const Resident> residents) {
    std::size_t most = 0;
    for (std::size_t lane = 0; lane < kSide; ++lane) {
      const auto resident = lane < residents.size() ? residents[lane] : Resident{};
      features_.push_back(resident.feature);
      levels_.push_back(resident.levels);
      complete_.push_back(resident.complete);
      most = std::max(most, stored(places() - 1));
    }
    begin_.push_back(begin_.back() + most * words_ * kSide);
    bits_.resize(begin_.back());
  }

  // The same features in another order; a new block begins where the kind changes.
  template <class Kind>
  LevelSets arranged(std::span<const std::size_t> order, Kind kind) const {
    LevelSets other(words_);
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      std::vector<Resident> residents;
      for (; end < order.size() && residents.size() < kSide && kind(order[end]) == kind(order[begin]); ++end)
        residents.push_back({features_[order[end]], levels_[order[end]], complete(order[end])});
      other.add_block(residents);
      const auto first = other.places() - kSide;
      for (std::size_t lane = 0; lane < residents.size(); ++lane)
        for (std::size_t v = 0; v < stored(order[begin + lane]); ++v)
          for (std::size_t w = 0; w < words_; ++w) other.word(first + lane, v, w) = word(order[begin + lane], v, w);
    }
    return other;
  }

 private:
  std::size_t words_;
  std::vector<std::int32_t> features_;
  std::vector<std::size_t> levels_;
  std::vector<std::uint8_t> complete_;
  std::vector<std::size_t> begin_{0};
  Words bits_;
};

namespace level_sets {

// Value by value; for sparse rows and for few features.
inline void fill_feature(LevelSets& sets, std::size_t place, std::span<const double> values,
                         const CoarseLevels& levels) {
  const auto f = static_cast<std::size_t>(sets.feature(place));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != values[i]) continue;
    const auto v = levels.level(f, values[i]);
    if (v < sets.stored(place)) sets.word(place, v, i / 64) |= std::uint64_t{1} << (i % 64);
  }
}

// Neighbouring columns of dense rows.
inline void fill_block(LevelSets& sets, std::size_t first, const WindowColumns& columns, const CoarseLevels& levels) {
  constexpr auto kSide = LevelSets::kSide;
  const auto features = std::min(kSide, columns.dimension() - first);
  const auto& kernel = simd::kernels();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < sets.sets(first / kSide); ++v) {
    double low[kSide], high[kSide];
    for (std::size_t lane = 0; lane < kSide; ++lane) {
      const bool inner = lane < features && v + 1 < levels.count(first + lane);
      const bool last = lane < features && v + 1 == levels.count(first + lane);  // made of the present rows below
      low[lane] = inner ? levels.low(first + lane, v) : last ? -kInfinity : kInfinity;
      high[lane] = inner ? levels.high(first + lane, v) : kInfinity;
    }
    for (std::size_t w = 0; w < sets.words(); ++w)
      kernel.interval_bits(columns.dense() + 64 * w, std::min<std::size_t>(64, columns.rows() - 64 * w), first,
                           features, low, high, &sets.word(first, v, w));
  }
  for (std::size_t place = first; place < first + features; ++place) {
    const auto last = sets.levels(place) - 1;
    for (std::size_t w = 0; w < sets.words() && last < sets.stored(place); ++w)
      for (std::size_t v = 0; v < last; ++v) sets.word(place, last, w) &= ~sets.word(place, v, w);
  }
}

// The sets of some features, in ascending order; `missing` tells of each whether it is missing in some row.
template <class Missing>
LevelSets build(std::span<const std::int32_t> features, WindowColumns& columns, const CoarseLevels& levels,
                Missing missing) {
  LevelSets sets(words_for(columns.rows()));
  const bool neighbours = !columns.sparse() && features.size() == columns.dimension();
  for (std::size_t first = 0; first < features.size(); first += LevelSets::kSide) {
    std::vector<LevelSets::Resident> residents;
    for (auto f : features.subspan(first, std::min(LevelSets::kSide, features.size() - first)))
      residents.push_back({f, levels.count(static_cast<std::size_t>(f)), !missing(static_cast<std::size_t>(f))});
    sets.add_block(residents);
  }
  for (std::size_t place = 0; place < features.size(); ++place)
    if (!neighbours)
      fill_feature(sets, place, columns.values(static_cast<std::size_t>(features[place])), levels);
    else if (place % LevelSets::kSide == 0)
      fill_block(sets, place, columns, levels);
  return sets;
}

}  // namespace level_sets

}  // namespace driftsift
