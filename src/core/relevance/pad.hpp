// PaD: bins of about equal frequency over the last values of a feature (thesis, algorithm 2, corrected:
// docs/errata.md).
//
// Two layers. The fine one counts, per class, how many values lie in each cell of an equal-width grid without ends.
// The bins join neighbouring cells, divided by cuts.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "relevance/cell_counts.hpp"
#include "relevance/cuts.hpp"
#include "relevance/discretizer.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

struct PadOptions {
  std::size_t period = 200;  // instances between two rebuilds at most
  std::int32_t bins = 10;
  std::int32_t fine = 200;
  double alpha = 0.01;
  bool refit = true;
};

class Pad final : public Discretizer {
 public:
  Pad(const PadOptions& options, int classes)
      : options_(options), cells_(options.fine, classes), cuts_(static_cast<std::size_t>(options.bins) - 1) {}

  void update(const Passage& passage, Contingency& counts, std::size_t f) override {
    const bool was_empty = values_.empty();
    const auto leaving = passage.out != nullptr ? pop() : kNowhere;
    const auto entering = passage.in != nullptr ? push(*passage.in) : kNowhere;
    if (!passage.full) return;
    if (values_.empty()) return forget(counts, f);
    if (!fitted_ || was_empty || begins_to_vary(passage.in)) return anew(passage.now, counts, f);
    exchange(passage, entering, leaving, counts, f);
    if (passage.now - rebuilt_ >= static_cast<std::int64_t>(options_.period)) return anew(passage.now, counts, f);
    if (crowded_or_deserted(entering, leaving, counts, f)) rebuild(passage.now, counts, f);
  }

  bool passes() const override { return true; }

  // A bin becomes too full or too empty whatever the classes of its values: the cuts can be followed without them.
  std::size_t pass(std::span<const Labelled> values, std::int64_t now, Contingency& counts, std::size_t f,
                   Onlooker* onlooker) override {
    if (!can_pass(now) || (onlooker != nullptr && counts.classes() != 2)) return 0;
    Stretch rows;
    find_cells(values, rows);
    if (rows.size == 0) return 0;
    counts.pack(f, rows.bins.data());
    const auto run = follow(rows, now, onlooker != nullptr);
    exchange(values.first(run.taken), rows);
    cuts_.settle_all(cells_, rows.bins.data());
    if (run.moved > 0) bound(run.fewest, run.most, now + static_cast<std::int64_t>(run.moved) - 1);
    if (onlooker != nullptr) show(rows, run.taken - run.scarce, now, counts, f, *onlooker);
    count_bins(rows, counts, f);
    if (run.scarce) {
      const auto last = now + static_cast<std::int64_t>(run.taken) - 1;
      rebuild(last, counts, f);
      if (onlooker != nullptr) onlooker->look(f, last);
    }
    return run.taken;
  }

  std::int32_t most_bins() const override { return options_.bins; }
  bool ready() const override { return fitted_; }
  Buffer cuts() const override {
    Buffer edges;
    for (auto cell : cuts_.distinct()) edges.push_back(origin_ + width_ * static_cast<double>(cell));
    return edges;
  }
  std::int32_t bin_of(double value) const override { return cuts_.bin(cell_of(value)); }
  std::vector<std::int32_t> bins() const override { return cuts_.bins(); }

  void grow(int classes) override {
    cells_.grow(classes);
    if (fitted_) count_cells();
  }
  std::unique_ptr<Discretizer> fresh(int classes) const override { return std::make_unique<Pad>(options_, classes); }

  void describe(State& state) override {
    auto fitted = static_cast<std::int64_t>(fitted_);
    state.field("fitted", fitted);
    state.expect((fitted | 1) == 1, "fitted", "is not a flag");
    fitted_ = fitted == 1;
    state.field("origin", origin_);
    state.field("width", width_);
    state.expect(std::isfinite(origin_) && std::isfinite(width_) && width_ >= 0.0, "grid", "is not finite");
    cuts_.describe(state);
    state.field("fewest", fewest_);
    state.field("most", most_);
    state.field("rebuilt", rebuilt_);
    state.expect(rebuilt_ >= 0, "rebuilt", "is negative");
  }

  void refill(const ValueQueue& values, Contingency& counts, std::size_t f) override {
    values_ = values;
    if (!fitted_) return;
    cuts_.aim(values_.size());
    place_all();
    count_cells();
    recount(counts, f);
  }

  std::size_t bytes() const override { return sizeof(*this) + values_.bytes() + cells_.bytes() + cuts_.bytes(); }

 private:
  static constexpr std::int64_t kNowhere = Cuts::kNone;
  static constexpr double kFarthest = 4e18;
  static constexpr std::size_t kMostBins = 255;
  static constexpr std::size_t kMostRows = 128;
  static constexpr std::int32_t kMostCells = 1024;  // to be gone through once for so many rows

  // A cell too far away for 32 bits; its number is found anew when it is needed.
  static constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();

  // Both give the cell of the value.
  std::int64_t push(const Labelled& entering) {
    const auto cell = fitted_ ? cell_of(entering.value) : 0;
    values_.push(entering, short_form(cell));
    return cell;
  }
  std::int64_t pop() { return cell_of(values_.pop()); }

  std::int64_t cell_of(const ValueQueue::Entry& entry) const {
    return entry.cell == kFar ? cell_of(entry.value) : entry.cell;
  }
  std::int64_t cell_of(double value) const {
    if (width_ == 0.0) return 0;
    const double place = std::clamp((value - origin_) / width_, -kFarthest, kFarthest);
    const auto cell = static_cast<std::int64_t>(place);
    return cell - (place < static_cast<double>(cell));  // towards the left, without a call of floor
  }
  static std::int32_t short_form(std::int64_t cell) {
    return std::abs(cell) < kFar ? static_cast<std::int32_t>(cell) : kFar;
  }

  void place_all() {
    values_.each([this](auto& entry) { entry.cell = short_form(cell_of(entry.value)); });
  }

  bool begins_to_vary(const Labelled* in) const { return width_ == 0.0 && in != nullptr && in->value != origin_; }

  // Rows that are passed over together: the cells of their values and of those that leave, and what these count.
  struct Stretch {
    std::array<std::int32_t, kMostRows> in, in_count, out, out_count;
    std::size_t size = 0;
    alignas(64) std::array<std::int32_t, 16> bins{};  // counts
    alignas(64) std::int32_t trail[kMostRows][16];    // the same after every row
  };

  bool can_pass(std::int64_t now) {
    if (!fitted_ || width_ == 0.0 || options_.fine > kMostCells || !cells_.near() || due(now) <= 0) return false;
    cuts_.aim(values_.size());
    return cuts_.can_follow();
  }

  // Rows up to the next periodical rebuild.
  std::int64_t due(std::int64_t now) const { return rebuilt_ + static_cast<std::int64_t>(options_.period) - now; }

  // Up to the first value outside the table.
  void find_cells(std::span<const Labelled> values, Stretch& rows) const {
    auto& i = rows.size;
    for (const auto end = std::min({values.size(), kMostRows, values_.size()}); i < end; ++i) {
      const auto cell = cell_of(values[i].value);
      if (!cells_.inside(cell)) return;
      rows.in[i] = static_cast<std::int32_t>(cell);
      rows.in_count[i] = cells_.unit(values[i].label);
      rows.out[i] = values_[i].cell;
      rows.out_count[i] = cells_.unit(values_[i].label);
    }
  }

  simd::CutRun follow(Stretch& rows, std::int64_t now, bool traced) {
    simd::CutLimits limits{};
    limits.emptier = 1.0 - options_.alpha;
    limits.fuller = 1.0 + options_.alpha;
    limits.fewest = fewest_;
    limits.most = most_;
    limits.due = static_cast<std::size_t>(due(now));
    limits.period = options_.period;
    limits.least_occupied = options_.refit ? static_cast<std::size_t>(options_.bins) : 0;
    simd::CutRun run{};
    run.in = rows.in.data(), run.in_count = rows.in_count.data();
    run.out = rows.out.data(), run.out_count = rows.out_count.data();
    run.rows = rows.size;
    run.counts = rows.bins.data();
    run.trail = traced ? rows.trail : nullptr;
    cuts_.follow(cells_, limits, run);
    return run;
  }

  // What the kernel has not done yet.
  void exchange(std::span<const Labelled> values, const Stretch& rows) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      cells_.label(rows.in[i], values[i].label, 1);
      cells_.label(rows.out[i], values_.pop().label, -1);
      values_.push(values[i], rows.in[i]);
    }
  }

  static void show(const Stretch& rows, std::size_t n, std::int64_t now, Contingency& counts, std::size_t f,
                   Onlooker& onlooker) {
    const auto* classes = onlooker.classes(now);
    const auto* bars = onlooker.bars();
    for (std::size_t i = 0; i < n; ++i) {
      const auto sums = counts.sums_of(f, rows.trail[i]);
      if (classes[i] - sums.x + sums.xy <= bars[sums.kinds]) continue;
      counts.unpack(f, rows.trail[i]);
      onlooker.look(f, now + static_cast<std::int64_t>(i));
    }
  }

  void count_bins(const Stretch& rows, Contingency& counts, std::size_t f) {
    if (counts.classes() == 2) return counts.unpack(f, rows.bins.data());
    cuts_.each_bin(cells_, [&](std::int32_t bin, const std::int32_t* by_class) { counts.assign(f, bin, by_class); });
    counts.sum_up(f);
  }

  void exchange(const Passage& passage, std::int64_t entering, std::int64_t leaving, Contingency& counts,
                std::size_t f) {
    if (passage.in != nullptr) cells_.add(entering, passage.in->label);
    if (passage.out != nullptr) cells_.remove(leaving, passage.out->label);
    last_ = cuts_.exchange(entering, leaving);
    const bool in = passage.in != nullptr, out = passage.out != nullptr;
    if (in && out && last_.in == last_.out && passage.in->label == passage.out->label) return;
    if (out) counts.remove(f, last_.out, passage.out->label);
    if (in) counts.add(f, last_.in, passage.in->label);
  }

  bool crowded_or_deserted(std::int64_t entering, std::int64_t leaving, const Contingency& counts,
                           std::size_t f) const {
    return (entering != kNowhere && counts.in(f, last_.in) > most_) ||
           (leaving != kNowhere && counts.in(f, last_.out) < fewest_);
  }

  void forget(Contingency& counts, std::size_t f) {
    fitted_ = false;
    cells_.forget();
    cuts_.forget();
    counts.clear(f);
  }

  void anew(std::int64_t now, Contingency& counts, std::size_t f) {
    fit();
    rebuild(now, counts, f);
  }

  void fit() {
    fitted_ = true;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    values_.each([&](const auto& entry) {
      low = std::min(low, entry.value);
      high = std::max(high, entry.value);
    });
    origin_ = low;
    width_ = (high - low) / options_.fine;
    if (!std::isfinite(width_)) width_ = high / options_.fine - low / options_.fine;
    place_all();
    count_cells();
    cuts_.forget();
  }

  void count_cells() {
    cells_.clear();
    values_.each([this](const auto& entry) { cells_.add(cell_of(entry), entry.label); });
  }

  void rebuild(std::int64_t now, Contingency& counts, std::size_t f) {
    if (options_.refit && cells_.occupied() < static_cast<std::size_t>(options_.bins) && many_values()) fit();
    cuts_.aim(values_.size());
    if (!cells_.near())
      place_far(counts, f);
    else if (cuts_.near())
      cuts_.adjust(cells_, [&](std::int32_t from, std::int32_t to, const std::int32_t* moving) {
        counts.transfer(f, from, to, moving);
      });
    else
      place_near(counts, f);
    const auto [fewest, most] = counts.sum_up(f);
    bound(fewest, most, now);
  }

  void bound(std::int32_t fewest, std::int32_t most, std::int64_t now) {
    // A count is a whole number: beyond the margin means beyond these.
    most_ = static_cast<std::int64_t>(std::floor((1.0 + options_.alpha) * most));
    fewest_ = static_cast<std::int64_t>(std::ceil((1.0 - options_.alpha) * fewest));
    rebuilt_ = now;
  }

  void place_near(Contingency& counts, std::size_t f) {
    counts.clear(f);
    cuts_.place_near(cells_, [&](std::int32_t bin, const std::int32_t* by_class) { counts.add(f, bin, by_class); });
    count_at_cuts(counts, f);
  }

  void place_far(Contingency& counts, std::size_t f) {
    cuts_.place(cells_);
    recount(counts, f);
  }

  void recount(Contingency& counts, std::size_t f) {
    counts.clear(f);
    values_.each([&](const auto& entry) { counts.add(f, cuts_.bin(cell_of(entry)), entry.label); });
    count_at_cuts(counts, f);
  }

  void count_at_cuts(const Contingency& counts, std::size_t f) {
    cuts_.count(cells_, [&](std::int32_t bin) { return counts.in(f, bin); });
  }

  // Whether there are at least twice as many different values as bins.
  bool many_values() const {
    const auto enough = 2 * static_cast<std::size_t>(options_.bins);
    std::array<double, 2 * kMostBins> distinct;
    std::size_t found = 0;
    values_.each([&](const auto& entry) {
      const auto end = distinct.begin() + static_cast<std::ptrdiff_t>(found);
      if (found < enough && std::find(distinct.begin(), end, entry.value) == end) distinct[found++] = entry.value;
    });
    return found >= enough;
  }

  PadOptions options_;
  ValueQueue values_;
  bool fitted_ = false;
  double origin_ = 0.0;
  double width_ = 0.0;
  CellCounts cells_;
  Cuts cuts_;
  simd::CutBins last_{};
  std::int64_t fewest_ = 0;
  std::int64_t most_ = 0;
  std::int64_t rebuilt_ = 0;
};

}  // namespace driftsift
