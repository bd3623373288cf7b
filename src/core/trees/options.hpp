// What the learners that split have in common to be set.
#pragma once

#include <cstddef>
#include <cstdint>

namespace driftsift {

enum class Criterion : std::uint8_t { information_gain, gini, hellinger, symmetrical_uncertainty };
enum class NumericObserver : std::uint8_t { gaussian, histogram, exhaustive };
// Who speaks at a leaf: the majority, naive Bayes, whichever of the two was right more often, a learner of its own, or
// the best of several of these and the majority.
enum class LeafMode : std::uint8_t { majority, bayes, bayes_adaptive, learner, adaptive };

// How features are observed, and what makes a split good.
struct SplitOptions {
  Criterion criterion = Criterion::information_gain;
  NumericObserver numeric = NumericObserver::gaussian;
  std::size_t cuts = 10;
  std::size_t bins = 64;
  bool binary_nominal = false;
};

struct TreeOptions {
  SplitOptions split;
  double grace = 200;
  double delta = 1e-7;
  double tau = 0.05;
  LeafMode leaf = LeafMode::bayes_adaptive;
  std::size_t min_leaf = 30;
  std::size_t leaf_window = 200;
  std::size_t max_depth = 0;
  std::size_t subspace = 0;  // 0: all features
  bool prepruning = true;
  bool remove_poor = false;
  double regularisation = 1.0;
  double branch_gain = 0.0;
  std::size_t memory_limit = 0;  // 0: none
  std::uint64_t seed = 1;
  // Of adaptive trees.
  double drift_delta = 0.002;
  bool bootstrap = true;
};

}  // namespace driftsift
