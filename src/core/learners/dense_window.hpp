// The last rows of a dense stream, 32 side by side, with the range of every feature kept exact.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "learners/emphasis.hpp"
#include "learners/neighbours.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

class DenseWindow {
  static constexpr std::size_t kRowGroup = simd::kRowGroup;

 public:
  DenseWindow(const Schema& schema, std::size_t capacity, bool scaled)
      : scaled_(scaled),
        features_(schema.dimension()),
        capacity_(capacity),
        groups_((capacity + kRowGroup - 1) / kRowGroup),
        scale_(features_),
        low_(features_, std::numeric_limits<double>::infinity()),
        high_(features_, -std::numeric_limits<double>::infinity()),
        query_(padded(features_)) {
    for (std::size_t f = 0; f < features_; ++f) {
      mixed_ = mixed_ || !schema.numeric(f);
      scale_[f] = !schema.numeric(f) ? std::numeric_limits<double>::quiet_NaN() : scaled ? 0.0 : 1.0;
    }
  }

  void put(std::size_t slot, const Row& row) {
    if (empty()) {
      rows_.assign(groups_ * features_ * kRowGroup, std::numeric_limits<double>::quiet_NaN());
      missing_.assign(capacity_, 0);
    }
    double* place = rows_.data() + slot / kRowGroup * features_ * kRowGroup + slot % kRowGroup;
    std::int32_t missing = 0;
    for (std::size_t f = 0; f < features_; ++f) {
      const double before = place[f * kRowGroup];
      const double now = row.values[f];
      place[f * kRowGroup] = now;
      missing += now != now;
      if (scaled_ && scale_[f] == scale_[f]) update_range(f, before, now);
    }
    missing_rows_ += (missing > 0) - (missing_[slot] > 0);
    missing_[slot] = missing;
  }

  // Offers the rows oldest first. The group that holds the oldest row is looked at twice, its younger part last.
  void search(const Row& row, std::size_t filled, std::size_t oldest, const std::optional<Emphasis>& emphasis,
              Neighbours& nearest) {
    const bool missing = simd::kernels().copy_row(row.values.data(), query_.data(), features_) || missing_rows_ > 0;
    const auto offer_group = [&](std::size_t group, std::uint32_t wanted) {
      const double* rows = rows_.data() + group * kRowGroup * features_;
      alignas(kCacheLine) double squared[kRowGroup];
      const auto near = emphasis ? distances(rows, *emphasis, nearest.bound(), squared)
                                 : distances(rows, missing, nearest.bound(), squared);
      offer(group * kRowGroup, filled, near & wanted, squared, nearest);
    };
    const auto groups = (filled + kRowGroup - 1) / kRowGroup;
    const auto first = oldest / kRowGroup;
    const auto younger = (std::uint32_t{1} << (oldest % kRowGroup)) - 1;
    for (std::size_t step = 0; step < groups; ++step)
      offer_group((first + step) % groups, step == 0 ? ~younger : ~std::uint32_t{0});
    if (younger != 0) offer_group(first, younger);
  }

  void describe(State& state) {
    state.field("rows", rows_);
    state.field("missing", missing_);
    state.expect(empty() || missing_.size() == capacity_, "missing", "has the wrong length");
    state.expect(rows_.size() == (empty() ? 0 : groups_ * features_ * kRowGroup), "rows", "have the wrong length");
    state.field("missing_rows", missing_rows_);
    if (state.loading())
      state.expect(missing_rows_ == std::count_if(missing_.begin(), missing_.end(), [](auto n) { return n > 0; }),
                   "missing_rows", "does not count the rows");
    state.fixed("low", low_);
    state.fixed("high", high_);
    if (state.loading() && scaled_)
      for (std::size_t f = 0; f < features_; ++f)
        if (scale_[f] == scale_[f]) rescale(f);
    state.scratch((scale_.capacity() + query_.capacity()) * sizeof(double));
  }

  bool empty() const { return missing_.empty(); }

 private:
  unsigned distances(const double* rows, bool missing, double bound, double* squared) const {
    const auto& kernels = simd::kernels();
    return missing ? kernels.distances_missing(rows, query_.data(), scale_.data(), features_, bound, squared)
                   : kernels.distances(rows, query_.data(), scale_.data(), features_, mixed_, bound, squared);
  }
  unsigned distances(const double* rows, const Emphasis& emphasis, double bound, double* squared) const {
    return simd::kernels().distances_weighted(rows, query_.data(), scale_.data(), emphasis.features.data(),
                                              emphasis.features.size(), emphasis.weights.data(), emphasis.total, bound,
                                              squared);
  }

  static void offer(std::size_t first, std::size_t filled, unsigned near, const double* squared, Neighbours& nearest) {
    if (filled - first < kRowGroup) near &= (std::uint32_t{1} << (filled - first)) - 1;
    for (; near != 0; near &= near - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(near));
      nearest.offer(squared[i], first + i);
    }
  }

  // Only a row that held the smallest or largest value makes a look at the whole column necessary; eight rows at
  // a time that is cheaper than keeping monotone queues, and as exact.
  void update_range(std::size_t f, double before, double now) {
    if (before == low_[f] || before == high_[f])
      simd::kernels().range(&rows_[f * kRowGroup], features_ * kRowGroup, groups_, &low_[f], &high_[f]);
    else if (now < low_[f] || now > high_[f]) {
      low_[f] = std::min(low_[f], now);
      high_[f] = std::max(high_[f], now);
    } else {
      return;
    }
    rescale(f);
  }

  void rescale(std::size_t f) { scale_[f] = high_[f] > low_[f] ? 1.0 / (high_[f] - low_[f]) : 0.0; }

  bool scaled_;
  bool mixed_ = false;
  std::size_t features_;
  std::size_t capacity_;
  std::size_t groups_;
  Buffer rows_;  // [slot / 32][feature][slot % 32], NaN where missing or not yet filled
  std::vector<std::int32_t> missing_;
  std::int64_t missing_rows_ = 0;
  Buffer scale_, low_, high_, query_;
};

}  // namespace driftsift
