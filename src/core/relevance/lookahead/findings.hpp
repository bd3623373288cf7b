// What a scan found: groups of features that say something together, each with its tests and scores.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "data/state.hpp"
#include "relevance/chi_square.hpp"
#include "relevance/evidence.hpp"

namespace driftsift {

// One group of features with one test for each of some of them. For pairs and triples these are all, each given the
// others; for extensions it is the last one, given the two before.
struct Finding {
  static constexpr std::size_t kMost = 3;
  std::array<std::int32_t, kMost> features{};
  std::array<double, kMost> g{};
  std::array<std::int32_t, kMost> freedom{};
  std::array<double, kMost> p{};
  std::array<double, kMost> score{};
  std::int32_t turn = 0;                  // in which share of the pairs it was found
  std::array<double, kMost> statistic{};  // what the tests went by; files do not keep it

  static Finding of(std::initializer_list<std::int32_t> features, std::initializer_list<Evidence> tests) {
    Finding found;
    std::copy(features.begin(), features.end(), found.features.begin());
    for (std::size_t i = 0; const auto& test : tests) {
      found.g[i] = test.g;
      found.statistic[i] = test.statistic;
      found.freedom[i] = test.freedom;
      found.p[i] = chi_square::survival(test.statistic, test.freedom);
      found.score[i++] = test.score;
    }
    return found;
  }
};

// Findings with as many features and tests each, column by column.
struct Findings {
  std::size_t members;
  std::size_t tests;
  std::vector<Finding> list;

  void describe(State& state, std::size_t dimension) {
    if (state.measuring()) return state.scratch(bytes());
    std::vector<std::int32_t> features, freedom, turns;
    Buffer g, p, score;
    for (const auto& finding : list) {
      append(features, finding.features, members);
      append(g, finding.g, tests);
      append(freedom, finding.freedom, tests);
      append(p, finding.p, tests);
      append(score, finding.score, tests);
      turns.push_back(finding.turn);
    }
    state.field("features", features);
    state.field("g", g);
    state.field("freedom", freedom);
    state.field("p", p);
    state.field("score", score);
    state.field("turns", turns);
    if (!state.loading()) return;
    const auto n = turns.size();
    state.expect(features.size() == n * members && g.size() == n * tests && freedom.size() == n * tests &&
                     p.size() == n * tests && score.size() == n * tests,
                 "findings", "do not fit together");
    for (auto f : features)
      state.expect(f >= 0 && static_cast<std::size_t>(f) < dimension, "features", "are out of range");
    for (std::size_t i = 0; i < g.size(); ++i)
      state.expect(
          std::isfinite(g[i]) && freedom[i] > 0 && p[i] >= 0.0 && p[i] <= 1.0 && score[i] >= 0.0 && score[i] <= 1.0,
          "findings", "are out of range");
    for (auto turn : turns) state.expect(turn >= 0, "turns", "are negative");
    list.clear();
    for (std::size_t i = 0; i < n; ++i)
      list.push_back({part(features, i, members),
                      part(g, i, tests),
                      part(freedom, i, tests),
                      part(p, i, tests),
                      part(score, i, tests),
                      turns[i],
                      {}});
    for (const auto& finding : list)
      for (std::size_t a = 0; a < members; ++a)
        for (std::size_t b = 0; b < a; ++b)
          state.expect(finding.features[a] != finding.features[b], "features", "are the same twice");
  }

  std::size_t bytes() const { return list.size() * sizeof(Finding); }

 private:
  template <class Values, class Part>
  static void append(Values& values, const Part& part, std::size_t n) {
    values.insert(values.end(), part.begin(), part.begin() + n);
  }
  template <class Values>
  static std::array<typename Values::value_type, Finding::kMost> part(const Values& values, std::size_t i,
                                                                      std::size_t n) {
    std::array<typename Values::value_type, Finding::kMost> found{};
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * n), n, found.begin());
    return found;
  }
};

}  // namespace driftsift
