// PiD (Gama and Pinto 2006): many fine bins that only count, and never forget; from them, now and then, a few bins of
// about equal frequency.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>

#include "relevance/discretizer.hpp"

namespace driftsift {

struct PidOptions {
  std::size_t period = 200;
  std::int32_t bins = 10;
  double low = 0.0;
  double high = 1.0;
  double step = 0.005;
  double alpha = 0.01;
};

class Pid final : public Discretizer {
 public:
  static constexpr std::size_t kMostFine = 16384;  // where many values are the same, splitting would never end

  explicit Pid(const PidOptions& options) : options_(options) {
    for (double edge = options.low; edge < options.high && edges_.size() < kMostFine - 2; edge += options.step)
      edges_.push_back(edge);
    edges_.push_back(options.high);
    counts_.assign(edges_.size() + 1, 0.0);
  }

  void update(const Passage& passage, Contingency& counts, std::size_t f) override {
    if (passage.in != nullptr) {
      values_.push(*passage.in);
      count(passage.in->value);
    }
    if (passage.out != nullptr) values_.pop();
    if (!passage.full || total_ == 0) return;
    if (!ready_ || passage.now - rebuilt_ >= static_cast<std::int64_t>(options_.period)) {
      cut();
      rebuilt_ = passage.now;
      return recount(counts, f);
    }
    if (passage.out != nullptr) counts.remove(f, bin_of(passage.out->value), passage.out->label);
    if (passage.in != nullptr) counts.add(f, bin_of(passage.in->value), passage.in->label);
  }

  std::int32_t most_bins() const override { return options_.bins; }
  bool ready() const override { return ready_; }
  Buffer cuts() const override { return cuts_; }
  std::int32_t bin_of(double value) const override { return static_cast<std::int32_t>(place(cuts_, value)); }
  std::vector<std::int32_t> bins() const override {
    std::vector<std::int32_t> all(cuts_.size() + 1);
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  void grow(int) override {}
  std::unique_ptr<Discretizer> fresh(int) const override { return std::make_unique<Pid>(options_); }

  void describe(State& state) override {
    auto ready = static_cast<std::int64_t>(ready_);
    state.field("ready", ready);
    state.expect((ready | 1) == 1, "ready", "is not a flag");
    ready_ = ready == 1;
    state.field("edges", edges_);
    state.expect(!edges_.empty() && edges_.size() <= kMostFine && ascending(edges_), "edges", "do not ascend");
    state.field("counts", counts_);
    state.expect(counts_.size() == edges_.size() + 1, "counts", "have the wrong length");
    for (auto count : counts_) state.expect(count >= 0.0 && std::isfinite(count), "counts", "are negative");
    state.field("total", total_);
    state.field("cuts", cuts_);
    state.expect(cuts_.size() < static_cast<std::size_t>(options_.bins) && ascending(cuts_), "cuts", "do not ascend");
    state.field("rebuilt", rebuilt_);
    state.expect(total_ >= 0 && rebuilt_ >= 0, "total and rebuilt", "are negative");
  }
  void refill(const ValueQueue& values, Contingency& counts, std::size_t f) override {
    values_ = values;
    if (ready_) recount(counts, f);
  }
  std::size_t bytes() const override {
    return sizeof(*this) + values_.bytes() +
           (edges_.capacity() + counts_.capacity() + cuts_.capacity()) * sizeof(double);
  }

 private:
  static bool ascending(const Buffer& edges) {
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (!std::isfinite(edges[i]) || (i > 0 && edges[i - 1] >= edges[i])) return false;
    return true;
  }

  // A value on an edge belongs to the right.
  static std::size_t place(const Buffer& edges, double value) {
    return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), value) - edges.begin());
  }

  void count(double value) {
    const auto bin = place(edges_, value);
    counts_[bin] += 1.0;
    ++total_;
    if ((counts_[bin] + 1.0) / (static_cast<double>(total_) + 2.0) > options_.alpha) split(bin);
  }

  // An inner bin gets an edge in its middle, an outer one a step further out.
  void split(std::size_t bin) {
    if (edges_.size() == kMostFine) return;
    double edge = 0.0;
    if (bin == 0)
      edge = edges_.front() - options_.step;
    else if (bin == edges_.size())
      edge = edges_.back() + options_.step;
    else
      edge = edges_[bin - 1] + (edges_[bin] - edges_[bin - 1]) / 2.0;
    const bool above = bin == 0 || edge > edges_[bin - 1];
    const bool below = bin == edges_.size() || edge < edges_[bin];
    if (!above || !below || !std::isfinite(edge)) return;
    counts_[bin] /= 2.0;
    counts_.insert(counts_.begin() + static_cast<std::ptrdiff_t>(bin), counts_[bin]);
    edges_.insert(edges_.begin() + static_cast<std::ptrdiff_t>(bin), edge);
  }

  void cut() {
    cuts_.clear();
    const double share = static_cast<double>(total_) / options_.bins;
    double seen = 0.0;
    for (std::size_t bin = 0; bin + 1 < counts_.size() && cuts_.size() + 1 < static_cast<std::size_t>(options_.bins);
         ++bin) {
      seen += counts_[bin];
      if (seen < share) continue;
      cuts_.push_back(edges_[bin]);
      seen = 0.0;
    }
    ready_ = true;
  }

  void recount(Contingency& counts, std::size_t f) const {
    counts.clear(f);
    values_.each([&](const auto& entry) { counts.add(f, bin_of(entry.value), entry.label); });
  }

  PidOptions options_;
  ValueQueue values_;
  Buffer edges_;
  Buffer counts_;
  std::int64_t total_ = 0;
  Buffer cuts_;
  bool ready_ = false;
  std::int64_t rebuilt_ = 0;
};

}  // namespace driftsift
