// ADWIN: the longest recent window whose mean has not changed. Bifet and Gavaldà, SDM 2007.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "detectors/detector.hpp"

namespace driftsift {

class ADWIN final : public DetectorOf<ADWIN> {
 public:
  // practical: with the variance of the window, as MOA. hoeffding: the bound that is proved (erratum E-35).
  enum class Test : std::uint8_t { practical, hoeffding };

  struct Parameters {
    double delta = 0.002;
    std::int64_t clock = 32;
    Test test = Test::practical;
    OnDecrease on_decrease = OnDecrease::ignore;
  };

  explicit ADWIN(const Parameters& parameters) : parameters_(parameters) {}

  const Parameters& parameters() const { return parameters_; }
  std::string takes() const override { return "a number between -1e100 and 1e100"; }
  bool accepts(double value) const { return moderate(value); }

  // Values wait until somebody asks, the window is checked or there are many: in a tree with a detector per node the
  // buckets of a node are seldom in the cache.
  Level observe(double value) {
    if (++since_check_ < parameters_.clock) {
      if (n_waiting_ == waiting_.size()) catch_up();
      waiting_[n_waiting_++] = value;
      return Level::stable;
    }
    since_check_ = 0;
    catch_up();
    const Window before = window_;
    add(value);
    return window_.n > kGrace && shrink() ? judge(before.mean()) : Level::stable;
  }

  double estimate() const override { return up_to_date().mean(); }
  std::int64_t n() const override { return static_cast<std::int64_t>(window_.n) + std::int64_t{n_waiting_}; }
  double variance() const { return up_to_date().variance(); }

  void describe(State& state) override {
    catch_up();
    if (state.measuring()) return state.scratch(rows_.capacity() * sizeof(Row));
    std::vector<std::int32_t> counts;
    Buffer sums, deviations;
    if (!state.loading()) unpack(counts, sums, deviations);
    state.field("counts", counts);
    state.field("sums", sums);
    state.field("deviations", deviations);
    number(state, "origin", window_.origin, -kLargestValue, kLargestValue);
    number(state, "sum", window_.sum, -2 * kLargestSum, 2 * kLargestSum);
    number(state, "squares", window_.deviations, 0.0, kLargestSum * kLargestSum);
    state.field("since_check", since_check_);
    state.expect(since_check_ >= 0 && since_check_ < parameters_.clock, "since_check", "is out of range");
    if (state.loading()) pack(state, counts, sums, deviations);
  }

 private:
  static constexpr std::size_t kBuckets = 5;  // the paper's M
  static constexpr double kShortest = 5;
  static constexpr double kGrace = 10;
  static constexpr std::size_t kMostRows = 53;
  static constexpr double kLargestSum = kLargestValue * static_cast<double>(kMostValues);
  // Below this share of the threshold no rounding makes a difference.
  static constexpr double kSurely = 1.0 - 1e-6;

  // At most M buckets of 2^i values each, oldest first: their sums, and the squared deviations from their own means.
  struct Row {
    std::array<double, kBuckets + 1> sum{};
    std::array<double, kBuckets + 1> deviations{};
    std::size_t count = 0;

    void push(double added, double added_deviations) {
      sum[count] = added;
      deviations[count] = added_deviations;
      ++count;
    }

    template <std::size_t Number>
    void drop_oldest() {
      std::copy(sum.begin() + Number, sum.end(), sum.begin());
      std::copy(deviations.begin() + Number, deviations.end(), deviations.begin());
      count -= Number;
    }
  };

  // The sum is that of the differences from one of the values: of equal values all is exactly 0, however many there
  // are, and no rounding can look like a change.
  struct Window {
    double n = 0.0;
    double origin = 0.0;
    double sum = 0.0;
    double deviations = 0.0;

    double mean() const { return n > 0 ? origin + sum / n : 0.0; }
    double variance() const { return n > 0 ? deviations / n : 0.0; }
  };

  static double bucket_size(std::size_t row) { return static_cast<double>(std::uint64_t{1} << row); }

  void catch_up() {
    for (std::uint32_t i = 0; i < n_waiting_; ++i) add(waiting_[i]);
    n_waiting_ = 0;
  }

  // What is known is the same before and after.
  const Window& up_to_date() const {
    if (n_waiting_ > 0) const_cast<ADWIN*>(this)->catch_up();
    return window_;
  }

  void add(double value) {
    if (window_.n == 0) window_.origin = value;
    const double moved = value - window_.origin;
    if (window_.n > 0) {
      const double apart = window_.n * moved - window_.sum;
      window_.deviations += apart * apart / (window_.n * (window_.n + 1));
    }
    window_.n += 1;
    window_.sum += moved;
    rows_[0].push(value, 0.0);
    for (std::size_t row = 0; rows_[row].count > kBuckets; ++row) merge_oldest(row);
  }

  void merge_oldest(std::size_t row) {
    if (row + 1 == rows_.size()) add_row();
    auto& full = rows_[row];
    const double apart = full.sum[0] - full.sum[1];
    rows_[row + 1].push(full.sum[0] + full.sum[1],
                        full.deviations[0] + full.deviations[1] + apart * apart / (2 * bucket_size(row)));
    full.template drop_oldest<2>();
  }

  // Exactly one more, so that a copy needs as much memory.
  void add_row() {
    rows_.reserve(rows_.size() + 1);
    rows_.emplace_back();
  }

  // Forgets the oldest buckets as long as a cut shows a change.
  bool shrink() {
    bool changed = false;
    while (has_cut()) {
      forget_oldest();
      changed = true;
    }
    if (changed) rows_.shrink_to_fit();
    return changed;
  }

  // |mean0 - mean1| = |sum0 n - sum n0| / (n0 n1): squared and multiplied out, the bound itself settles most cuts
  // without a division or a root.
  bool has_cut() const { return parameters_.test == Test::practical ? practical_cut() : hoeffding_cut(); }

  bool practical_cut() const {
    const double g = std::log(2 * std::log(window_.n) / parameters_.delta);
    const double spread = 2 * window_.variance() * g;
    return any_cut(kShortest + 1, [&](double n0, double n1, double sum0) {
      const double m0 = n0 - kShortest + 1;
      const double m1 = n1 - kShortest + 1;
      const double apart = sum0 * window_.n - window_.sum * n0;
      if (apart * apart * m0 * m1 <= kSurely * spread * (m0 + m1) * (n0 * n1) * (n0 * n1)) return false;
      const double h = 1 / m0 + 1 / m1;
      return difference(n0, n1, sum0) > std::sqrt(spread * h) + 2.0 / 3.0 * h * g;
    });
  }

  bool hoeffding_cut() const {
    const double half = std::log(4 * window_.n / parameters_.delta) / 2;
    return any_cut(0, [&](double n0, double n1, double sum0) {
      const double apart = sum0 * window_.n - window_.sum * n0;
      if (apart * apart < kSurely * half * window_.n * (n0 * n1)) return false;
      return difference(n0, n1, sum0) >= std::sqrt((1 / n0 + 1 / n1) * half);
    });
  }

  // Goes through the cuts between buckets, from the oldest to the newest, whose sides are longer than `shortest`.
  template <class Test>
  bool any_cut(double shortest, Test changed) const {
    double n0 = 0.0;
    double sum0 = 0.0;
    for (std::size_t row = rows_.size(); row-- > 0;) {
      const double size = bucket_size(row);
      const double moved = size * window_.origin;
      for (std::size_t k = 0; k < rows_[row].count; ++k) {
        n0 += size;
        sum0 += rows_[row].sum[k] - moved;
        const double n1 = window_.n - n0;
        if (n1 <= shortest) return false;
        if (n0 > shortest && changed(n0, n1, sum0)) return true;
      }
    }
    return false;
  }

  double difference(double n0, double n1, double sum0) const { return std::abs(sum0 / n0 - (window_.sum - sum0) / n1); }

  void forget_oldest() {
    rows_.back().template drop_oldest<1>();
    while (rows_.size() > 1 && rows_.back().count == 0) rows_.pop_back();
    add_up();
  }

  // From the buckets, so that what was forgotten leaves no rounding behind.
  void add_up() {
    Window total;
    total.origin = rows_.back().sum[0] / bucket_size(rows_.size() - 1);
    each_bucket([&](double size, double sum, double) {
      total.n += size;
      total.sum += sum - size * total.origin;
    });
    each_bucket([&](double size, double sum, double deviations) {
      const double apart = sum / size - total.mean();
      total.deviations += deviations + size * apart * apart;
    });
    window_ = total;
  }

  template <class Visit>
  void each_bucket(Visit visit) const {
    for (std::size_t row = rows_.size(); row-- > 0;)
      for (std::size_t k = 0; k < rows_[row].count; ++k)
        visit(bucket_size(row), rows_[row].sum[k], rows_[row].deviations[k]);
  }

  Level judge(double mean_before) {
    const double mean = window_.mean();
    if (mean > mean_before) return Level::drift;
    if (mean == mean_before || parameters_.on_decrease == OnDecrease::ignore) return Level::stable;
    if (parameters_.on_decrease == OnDecrease::alarm) return Level::drift;
    restart();
    return Level::stable;
  }

  void restart() {
    window_ = {};
    rows_ = std::vector<Row>(1);
    since_check_ = 0;
    n_waiting_ = 0;
  }

  void unpack(std::vector<std::int32_t>& counts, Buffer& sums, Buffer& deviations) const {
    for (const auto& row : rows_) {
      counts.push_back(static_cast<std::int32_t>(row.count));
      sums.insert(sums.end(), row.sum.begin(), row.sum.begin() + static_cast<std::ptrdiff_t>(row.count));
      deviations.insert(deviations.end(), row.deviations.begin(),
                        row.deviations.begin() + static_cast<std::ptrdiff_t>(row.count));
    }
  }

  void pack(const State& state, const std::vector<std::int32_t>& counts, const Buffer& sums, const Buffer& deviations) {
    state.expect(!counts.empty() && counts.size() <= kMostRows, "counts", "has the wrong length");
    state.expect(counts.size() == 1 || counts.back() > 0, "counts", "ends in an empty row");
    std::size_t buckets = 0;
    for (auto count : counts) {
      state.expect(count >= 0 && static_cast<std::size_t>(count) <= kBuckets, "counts", "is out of range");
      buckets += static_cast<std::size_t>(count);
    }
    state.expect(sums.size() == buckets, "sums", "has the wrong length");
    state.expect(deviations.size() == buckets, "deviations", "has the wrong length");
    for (auto sum : sums) state.expect(std::abs(sum) <= kLargestSum, "sums", "is out of range");
    for (auto part : deviations)
      state.expect(part >= 0.0 && part <= kLargestSum * kLargestSum, "deviations", "is out of range");
    rows_.assign(counts.size(), Row{});
    window_.n = 0.0;
    std::size_t bucket = 0;
    for (std::size_t row = 0; row < counts.size(); ++row) {
      for (std::int32_t k = 0; k < counts[row]; ++k, ++bucket) rows_[row].push(sums[bucket], deviations[bucket]);
      window_.n += bucket_size(row) * static_cast<double>(counts[row]);
    }
  }

  Parameters parameters_;
  std::vector<Row> rows_ = std::vector<Row>(1);
  Window window_;
  std::int64_t since_check_ = 0;
  std::uint32_t n_waiting_ = 0;
  std::array<double, 32> waiting_{};
};

}  // namespace driftsift
