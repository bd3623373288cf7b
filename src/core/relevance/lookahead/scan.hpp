// One look at a whole window: which pairs of features, and what beyond pairs, carry information on the class.
#pragma once

#include <algorithm>
#include <optional>
#include <tuple>

#include "data/randomness.hpp"
#include "relevance/chi_square.hpp"
#include "relevance/lookahead/extension.hpp"
#include "relevance/lookahead/pairs.hpp"
#include "relevance/lookahead/triples.hpp"

namespace driftsift {

struct LookaheadFindings {
  Findings pairs{2, 2, {}};
  Findings extensions{3, 1, {}};
  Findings triples{3, 3, {}};
};

class LookaheadScan {
 public:
  LookaheadScan(const LookaheadOptions& options, const Schema& schema, const EntropyTable& table)
      : options_(options), schema_(schema), table_(table) {}

  // `missing` tells of a feature whether it is missing in some row; `levels` are made anew.
  template <class Missing>
  void run(WindowColumns& columns, Missing missing, std::int32_t& turn, CoarseLevels& levels,
           LookaheadFindings& findings) {
    levels = CoarseLevels(schema_, options_.levels);
    ClassSets classes(columns.labels());
    const auto sets = arrange(columns, missing, levels, classes);
    const auto shares = features_in(sets) > options_.max_features ? options_.shares() : 1;
    turn = static_cast<std::int32_t>((static_cast<std::size_t>(turn) + 1) % shares);
    find_pairs(sets, classes, static_cast<std::size_t>(turn), shares, findings.pairs.list);
    findings.extensions.list.clear();
    findings.triples.list.clear();
    if (options_.extend)
      findings.extensions.list =
          PairExtension(options_, sets, classes, table_).of(findings.pairs.list, schema_.dimension());
    if (options_.order == 3)
      findings.triples.list =
          TripleScan(sets, classes, table_, sums_)
              .find(options_.level_beyond(), schema_.dimension(), [&](std::size_t i) { return leads(sets, i); });
  }

 private:
  // --- which features take part, and in which order ----------------------------------------------------------

  // A feature with hardly any rows outside its commonest level cannot pass.
  std::size_t least_support() const { return static_cast<std::size_t>(std::max(1, options_.min_support)); }

  template <class Missing>
  LevelSets arrange(WindowColumns& columns, Missing missing, CoarseLevels& levels, const ClassSets& classes) {
    std::vector<std::int32_t> features;
    for (std::size_t f = 0; f < schema_.dimension(); ++f)
      if (columns.stored(f) >= least_support()) features.push_back(static_cast<std::int32_t>(f));
    for (auto f : features) {
      const auto feature = static_cast<std::size_t>(f);
      levels.fit(feature, levels.adapts(feature) ? columns.values(feature) : std::span<const double>{});
    }
    const auto sets = level_sets::build(features, columns, levels, missing);
    const auto kind = [&](std::size_t place) {
      return std::tuple(!anchored(sets.feature(place)), !sets.complete(place), sets.levels(place));
    };
    auto order = supported(sets, classes);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return kind(a) < kind(b); });
    return sets.arranged(order, kind);
  }

  std::vector<std::size_t> supported(const LevelSets& sets, const ClassSets& classes) const {
    const LevelMargins margins(sets, classes, table_);
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place < sets.places(); ++place) {
      if (sets.feature(place) == LevelSets::kNobody) continue;
      const auto levels = sets.levels(place);
      const auto others = margins.present(place, levels) - margins.commonest(place, levels);
      if (static_cast<std::size_t>(others) >= least_support()) places.push_back(place);
    }
    return places;
  }

  static std::size_t features_in(const LevelSets& sets) {
    std::size_t n = 0;
    for (std::size_t place = 0; place < sets.places(); ++place) n += sets.feature(place) != LevelSets::kNobody;
    return n;
  }

  bool anchored(std::int32_t feature) const {
    return options_.anchors.has_value() &&
           std::find(options_.anchors->begin(), options_.anchors->end(), feature) != options_.anchors->end();
  }

  // With anchors, a group of features has one if its first one is one: they come first.
  bool leads(const LevelSets& sets, std::size_t place) const {
    return !options_.anchors.has_value() || anchored(sets.feature(place));
  }

  // --- pairs -------------------------------------------------------------------------------------------------

  double all_pairs() const {
    const auto d = static_cast<double>(schema_.dimension());
    return d * (d - 1.0) / 2.0;
  }

  void find_pairs(const LevelSets& sets, const ClassSets& classes, std::size_t turn, std::size_t shares,
                  std::vector<Finding>& pairs) {
    if (shares == 1) pairs.clear();
    std::erase_if(pairs, [&](const Finding& pair) { return pair.turn == static_cast<std::int32_t>(turn); });
    const auto kept = pairs.size();
    if (schema_.dimension() < 2 || classes.count() < 2) return pairs.clear();
    if (options_.permute) shuffle(sets, classes, turn, shares);
    CriticalValues bars(options_.level_of_pairs() / all_pairs(), table_);
    PairScan scan(sets, classes, table_);
    sums_.assign(options_.order == 3 ? sets.places() * sets.places() : 0, 0);
    const auto least = options_.permute ? bar_ : bars.sum(1);
    for (std::size_t i = turn; i < sets.places(); i += shares) {
      const bool leading = leads(sets, i);
      if (options_.order != 3 && !leading) continue;
      const auto own = scan.margins().conditional(i);
      scan.row(i, [&](std::size_t j, std::int64_t sum, const PairScan::Table& table) {
        if (!sums_.empty()) sums_[i * sets.places() + j] = sum;
        const bool counted = sum != PairScan::unknown();
        if (counted && sum - std::max(own, scan.margins().conditional(j)) <= least) return;
        if (leading && (!counted || promising(scan.margins(), sets, i, j, sum, table, bars)))
          test_pair(sets.feature(i), sets.feature(j), table, bars, static_cast<std::int32_t>(turn), pairs);
      });
    }
    if (kept > 0) forget_repeated(pairs, kept);
    std::sort(pairs.begin(), pairs.end(), [](const Finding& a, const Finding& b) { return a.features < b.features; });
  }

  // Whether both sums can be above their bars. Without an empty cell the degrees of freedom are known.
  bool promising(const LevelMargins& margins, const LevelSets& sets, std::size_t i, std::size_t j, std::int64_t sum,
                 const PairScan::Table& table, CriticalValues& bars) const {
    if (options_.permute || !table.no_gap()) return true;
    const auto first = sum - margins.conditional(j), second = sum - margins.conditional(i);
    const auto steps = [&](std::size_t place) { return static_cast<std::int32_t>(sets.levels(place)) - 1; };
    return first > bars.sum(steps(i) * margins.freedom(j)) && second > bars.sum(steps(j) * margins.freedom(i));
  }

  void test_pair(std::int32_t i, std::int32_t j, const PairScan::Table& table, CriticalValues& bars, std::int32_t turn,
                 std::vector<Finding>& pairs) const {
    auto first = tested(table.first_given_second(), bars);
    if (!first) return;
    auto second = tested(table.second_given_first(), bars);
    if (!second) return;
    if (i > j) std::swap(i, j), std::swap(first, second);
    pairs.push_back(Finding::of({i, j}, {*first, *second}));
    pairs.back().turn = turn;
    if (options_.permute) pairs.back().p.fill(share_above(std::min(first->sum, second->sum)));
  }

  template <class Count>
  std::optional<Evidence> tested(const ConditionalCounts<Count>& counts, CriticalValues& bars) const {
    if (!options_.permute) return significant_evidence(table_, counts, bars);
    const auto found = conditional_evidence(table_, counts);
    return found.freedom > 0 && found.sum > bar_ ? std::optional(found) : std::nullopt;
  }

  // A pair may have moved from one share to another since it was found.
  static void forget_repeated(std::vector<Finding>& pairs, std::size_t kept) {
    std::vector<Finding> others;
    for (std::size_t i = 0; i < kept; ++i)
      if (std::none_of(pairs.begin() + static_cast<std::ptrdiff_t>(kept), pairs.end(),
                       [&](const Finding& newer) { return newer.features == pairs[i].features; }))
        others.push_back(std::move(pairs[i]));
    std::move(pairs.begin() + static_cast<std::ptrdiff_t>(kept), pairs.end(), std::back_inserter(others));
    pairs = std::move(others);
  }

  // --- labels shifted in a circle ----------------------------------------------------------------------------

  // The largest weaker sum of all pairs under each shift, and the bar that follows from them. With few shifts a pair
  // has to be above them all, whatever the level.
  void shuffle(const LevelSets& sets, ClassSets classes, std::size_t turn, std::size_t shares) {
    const auto n = classes.rows();
    largest_.clear();
    for (std::int32_t shift = 0; shift < options_.permutations; ++shift) {
      const auto word = draw(options_.seed, Purpose::label_shift, 0, static_cast<std::uint64_t>(shift)).a;
      classes.fill(1 + word % (n - 1));
      largest_.push_back(largest_weaker_sum(sets, classes, turn, shares));
    }
    std::sort(largest_.rbegin(), largest_.rend());
    const auto allowed = std::floor(options_.level_of_pairs() * (options_.permutations + 1.0)) - 1.0;
    bar_ = largest_[static_cast<std::size_t>(std::max(allowed, 0.0))];
  }

  std::int64_t largest_weaker_sum(const LevelSets& sets, const ClassSets& classes, std::size_t turn,
                                  std::size_t shares) const {
    std::int64_t largest = 0;
    PairScan scan(sets, classes, table_);
    for (std::size_t i = turn; i < sets.places(); i += shares) {
      if (!leads(sets, i)) continue;
      scan.row(i, [&](std::size_t j, std::int64_t sum, const PairScan::Table& table) {
        const auto weaker = sum == PairScan::unknown()
                                ? std::min(conditional_evidence(table_, table.first_given_second()).sum,
                                           conditional_evidence(table_, table.second_given_first()).sum)
                                : sum - std::max(scan.margins().conditional(i), scan.margins().conditional(j));
        largest = std::max(largest, weaker);
      });
    }
    return largest;
  }

  double share_above(std::int64_t sum) const {
    const auto above = std::count_if(largest_.begin(), largest_.end(), [&](auto other) { return other >= sum; });
    return (1.0 + static_cast<double>(above)) / (1.0 + options_.permutations);
  }

  const LookaheadOptions& options_;
  const Schema& schema_;
  const EntropyTable& table_;
  std::vector<std::int64_t> largest_;
  std::int64_t bar_ = 0;
  std::vector<std::int64_t> sums_;  // of all pairs, for triples
};

}  // namespace driftsift
