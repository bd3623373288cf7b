// How often the values of two features meet, and how much they say about each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "relevance/entropy_table.hpp"

namespace driftsift {

struct MutualScore {
  double raw = 0.0;        // symmetrical uncertainty
  double corrected = 0.0;  // without what independence alone would give
};

class PairCounts {
 public:
  PairCounts(std::size_t first, std::size_t second) : first_(first), second_(second), joint_(first * second) {}

  void add(std::int32_t a, std::int32_t b) {
    ++first_[static_cast<std::size_t>(a)];
    ++second_[static_cast<std::size_t>(b)];
    ++joint_[static_cast<std::size_t>(a) * second_.size() + static_cast<std::size_t>(b)];
    ++n_;
  }

  MutualScore score(const EntropyTable& table) const {
    if (n_ == 0) return {};
    const auto of_first = total(table, first_), of_second = total(table, second_), all = table[n_];
    const double gain = std::max(0.0, table.bits(all - of_first - of_second + total(table, joint_), n_));
    const double entropies = table.bits(all - of_first, n_) + table.bits(all - of_second, n_);
    if (entropies <= 0.0) return {};
    const double bias = (kinds(first_) - 1.0) * (kinds(second_) - 1.0) / (2.0 * n_ * kLn2);
    return {2.0 * gain / entropies, 2.0 * std::max(0.0, gain - bias) / entropies};
  }

 private:
  static std::int64_t total(const EntropyTable& table, const std::vector<std::int32_t>& counts) {
    std::int64_t sum = 0;
    for (auto n : counts) sum += table[n];
    return sum;
  }
  static double kinds(const std::vector<std::int32_t>& counts) {
    return static_cast<double>(std::count_if(counts.begin(), counts.end(), [](auto n) { return n > 0; }));
  }

  std::vector<std::int32_t> first_, second_, joint_;
  std::int32_t n_ = 0;
};

}  // namespace driftsift
