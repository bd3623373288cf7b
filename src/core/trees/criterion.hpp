// How good a split is, by the class weights of its children; and when the better of two is surely better.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

#include "trees/options.hpp"

namespace driftsift {

// The class weights of the children of a split, one row of `classes` numbers per child.
struct Partition {
  std::span<const double> weights;
  std::size_t classes = 0;

  std::size_t children() const { return weights.size() / classes; }
  std::span<const double> child(std::size_t j) const { return weights.subspan(j * classes, classes); }
};

namespace merit {

// A child counts if this many times its weight are more than the weight of all.
inline constexpr double kLeastShare = 100.0;
// What rounding may make of 0, and by how much merits may differ that are the same.
inline constexpr double kNegligible = 1e-12;

inline double sum(std::span<const double> weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

// How many classes have weight.
inline int kinds(std::span<const double> weights) {
  return static_cast<int>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0.0; }));
}

inline double entropy_term(double x) { return x > 0.0 ? x * std::log2(x) : 0.0; }

// Entropy times weight.
inline double spread(std::span<const double> weights) {
  double terms = 0.0;
  for (auto weight : weights) terms += entropy_term(weight);
  return entropy_term(sum(weights)) - terms;
}

inline double impurity(std::span<const double> weights) {
  const double n = sum(weights);
  if (n <= 0.0) return 0.0;
  double squares = 0.0;
  for (auto weight : weights) squares += weight / n * (weight / n);
  return 1.0 - squares;
}

inline double information_gain(const Partition& parts, std::span<const double> total, double n) {
  double within = 0.0;
  for (std::size_t j = 0; j < parts.children(); ++j) within += spread(parts.child(j));
  return (spread(total) - within) / n;
}

inline double gini(const Partition& parts, std::span<const double> total, double n) {
  double within = 0.0;
  for (std::size_t j = 0; j < parts.children(); ++j) within += sum(parts.child(j)) / n * impurity(parts.child(j));
  return impurity(total) - within;
}

inline double symmetrical_uncertainty(const Partition& parts, std::span<const double> total, double n) {
  double terms = 0.0;
  for (std::size_t j = 0; j < parts.children(); ++j) terms += entropy_term(sum(parts.child(j)));
  const double of_children = (entropy_term(n) - terms) / n;
  const double both = of_children + spread(total) / n;
  return both > 0.0 ? 2.0 * information_gain(parts, total, n) / both : 0.0;
}

// The largest distance, over the classes, between where the rows of a class go and where the others go.
inline double hellinger(const Partition& parts, std::span<const double> total, double n) {
  double most = 0.0;
  for (std::size_t k = 0; k < total.size(); ++k) {
    const double others = n - total[k];
    if (total[k] <= 0.0 || others <= 0.0) continue;
    double squares = 0.0;
    for (std::size_t j = 0; j < parts.children(); ++j) {
      const double own = parts.child(j)[k];
      const double apart = std::sqrt(own / total[k]) - std::sqrt(std::max(sum(parts.child(j)) - own, 0.0) / others);
      squares += apart * apart;
    }
    most = std::max(most, std::sqrt(squares));
  }
  return most;
}

// Whether two children have more than the least share.
inline bool divides(const Partition& parts, double n) {
  std::size_t sound = 0;
  for (std::size_t j = 0; j < parts.children(); ++j) sound += kLeastShare * sum(parts.child(j)) > n;
  return sound >= 2;
}

inline double of(Criterion criterion, const Partition& parts, std::span<const double> total) {
  const double n = sum(total);
  switch (criterion) {
    case Criterion::gini:
      return gini(parts, total, n);
    case Criterion::hellinger:
      return hellinger(parts, total, n);
    case Criterion::symmetrical_uncertainty:
      return symmetrical_uncertainty(parts, total, n);
    default:
      return information_gain(parts, total, n);
  }
}

// The range of a criterion, as the bound needs it.
inline double range(Criterion criterion, int classes) {
  if (criterion == Criterion::information_gain) return std::log2(std::max(classes, 2));
  return criterion == Criterion::hellinger ? std::sqrt(2.0) : 1.0;
}

}  // namespace merit

// How far the mean of n values of this range may lie below the true one, with probability 1 - delta.
inline double hoeffding_bound(double range, double delta, double n) {
  return range * std::sqrt(std::log(1.0 / delta) / (2.0 * n));
}

}  // namespace driftsift
