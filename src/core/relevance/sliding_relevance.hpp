// What each feature says about the class within the last rows, exact at any time.
//
// Numeric features are divided into bins. In sparse rows 0 is a kind of its own, counted as what the stored values
// leave, so that a row costs as much as it stores.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "relevance/chi_square.hpp"
#include "relevance/contingency.hpp"
#include "relevance/discretizer.hpp"
#include "relevance/pair_counts.hpp"
#include "relevance/row_window.hpp"
#include "relevance/scorer.hpp"
#include "relevance/significance.hpp"

namespace driftsift {

enum class RelevanceKind { conditional_entropy, information_gain, gain_ratio, symmetrical_uncertainty };

class SlidingRelevance final : public RelevanceScorer {
 public:
  SlidingRelevance(const Schema& schema, std::size_t window, RelevanceKind kind, bool correct_bias,
                   std::unique_ptr<Discretizer> prototype)
      : schema_(schema),
        size_(window),
        kind_(kind),
        correct_bias_(correct_bias),
        prototype_(std::move(prototype)),
        table_(std::make_shared<EntropyTable>(window)),
        window_(schema.dimension(), window),
        bins_(schema.dimension()),
        counts_({}, schema.classes, false, table_) {
    for (std::size_t f = 0; f < schema.dimension(); ++f)
      if (schema.numeric(f)) bins_[f] = prototype_->fresh(schema.classes);
    lay_out(false);
  }

  void observe(const Row& row, int label, double) override {
    if (now_ == 0 && row.sparse) lay_out(true);
    ++now_;
    const bool leaving = window_.full();
    const LearnedRow old = leaving ? window_[0] : LearnedRow{};
    counts_.add_row(label);
    if (leaving) counts_.remove_row(old.label);
    const bool full = window_.size() + 1 >= size_;
    if (sparse_ && now_ == static_cast<std::int64_t>(size_))
      enter_all(row, label);
    else if (sparse_)
      exchange_stored(row, label, leaving ? &old : nullptr, full);
    else
      exchange(row, label, leaving ? &old : nullptr, full);
    window_.push(row, label, 1.0);
  }

  // The same rows in another order of work: feature by feature, whose bins and counts then stay in the nearest cache
  // and follow many rows at once (50 numeric features in a window of 200: 26 ns per value, 52 with one row after the
  // other in each).
  void observe_block(const double* rows, const std::int32_t* labels, std::size_t n) {
    if (sparse_) {
      for (std::size_t i = 0; i < n; ++i) observe(row_at(rows, i), labels[i], 1.0);
      return;
    }
    const bool replaces_all = n >= size_;
    for (std::size_t begin = 0; begin < n;) {
      const auto count = std::min({n - begin, kBlock, window_.room()});
      exchange_block(row_at(rows, begin).values.data(), labels + begin, count, replaces_all);
      begin += count;
    }
    if (replaces_all) count_nominal(rows + (n - size_) * bins_.size(), labels + (n - size_));
  }

  void scores(std::span<double> out) override {
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = ready(f) ? score(f, correct_bias_) : 0.0;
  }
  void corrected_scores(std::span<double> out) override {
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = ready(f) ? score(f, true) : 0.0;
  }

  void significant(double alpha, std::span<std::uint8_t> out) override {
    set_level(alpha);
    const auto classes = counts_.classes_of_rows();
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = ready(f) && is_significant(f, classes);
  }

  // Without any correction.
  void raw_scores(std::span<double> out) const {
    for (std::size_t f = 0; f < out.size(); ++f) out[f] = ready(f) ? score(f, false) : 0.0;
  }
  // Whether a feature says more than chance would at the level of these values.
  bool passes(std::size_t f, CriticalValues& bars) {
    return ready(f) && is_significant(f, counts_.classes_of_rows(), bars);
  }

  std::size_t observe_significant(const double* rows, const std::int32_t* labels, std::size_t n, double alpha,
                                  std::span<std::uint8_t> out) override {
    if (sparse_ || !window_.full() || !mostly_passing()) return 0;
    n = std::min({n, kBlock, window_.room()});
    set_level(alpha);
    TestAfterEachRow test(*this, labels, n, out);
    exchange_block(rows, labels, n, false, &test);
    return n;
  }

  bool ready(std::size_t f) const { return bins_[f] == nullptr || bins_[f]->ready() || (sparse_ && was_full()); }
  std::size_t rows() const override { return window_.size(); }
  std::size_t capacity() const override { return size_; }
  RowWindow& window() { return window_; }
  bool sparse() const { return sparse_; }
  const Contingency& counts() const { return counts_; }
  const Discretizer* bins(std::size_t f) const { return bins_[f].get(); }

  // The lines of a feature's table: its bins or categories, and the rest.
  std::vector<std::int32_t> kinds(std::size_t f) const {
    std::vector<std::int32_t> lines;
    const bool binned = bins_[f] != nullptr;
    if (binned && bins_[f]->ready()) lines = bins_[f]->bins();
    if (!binned) {
      lines.resize(static_cast<std::size_t>(counts_.categories(f)));
      std::iota(lines.begin(), lines.end(), 0);
    }
    if (sparse_) lines.push_back(counts_.categories(f));
    return lines;
  }

  // A feature over the rows of the window, as lines of its table; -1 where it is missing. Empty if it is not ready.
  struct Codes {
    std::size_t kinds = 0;
    std::vector<std::int32_t> lines;
  };

  // Of several features, so that each row is looked at once.
  std::vector<Codes> codes(std::span<const std::int32_t> features) {
    std::vector<Codes> found(features.size());
    for (std::size_t i = 0; i < window_.size(); ++i) {
      const auto row = window_[i].row;
      for (std::size_t k = 0; k < features.size(); ++k) {
        const auto f = static_cast<std::size_t>(features[k]);
        if (!ready(f)) continue;
        const double value = row.values[f];
        found[k].kinds = most_kinds(f);
        found[k].lines.push_back(value == value ? kind(f, value) : -1);
      }
    }
    return found;
  }

  // How much two features say about each other, over the rows in which both are present.
  MutualScore between(const Codes& a, const Codes& b) const {
    if (a.lines.empty() || b.lines.empty()) return {};
    PairCounts pairs(a.kinds, b.kinds);
    for (std::size_t i = 0; i < a.lines.size(); ++i)
      if (a.lines[i] >= 0 && b.lines[i] >= 0) pairs.add(a.lines[i], b.lines[i]);
    return pairs.score(*table_);
  }
  MutualScore between(std::size_t a, std::size_t b) {
    const std::array features{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
    const auto found = codes(features);
    return between(found[0], found[1]);
  }

  void grow(int classes) override {
    schema_.classes = classes;
    counts_.grow(classes);
    for (auto& bins : bins_)
      if (bins != nullptr) bins->grow(classes);
  }

  std::unique_ptr<RelevanceScorer> again(const Schema& schema) const override {
    return std::make_unique<SlidingRelevance>(schema, size_, kind_, correct_bias_, prototype_->fresh(schema.classes));
  }

  void describe(State& state) override {
    state.field("now", now_);
    auto sparse = static_cast<std::int64_t>(sparse_);
    state.field("sparse", sparse);
    state.expect(now_ >= 0 && (sparse | 1) == 1, "now and sparse", "are out of range");
    state.child("rows", [this](State& inner) { window_.describe(inner, schema_); });
    state.expect(window_.size() == std::min<std::size_t>(size_, static_cast<std::size_t>(now_)), "rows",
                 "are not as many as were observed");
    for (std::size_t f = 0; f < bins_.size(); ++f)
      if (bins_[f] != nullptr)
        state.child(("bins" + std::to_string(f)).c_str(), [&](State& inner) { bins_[f]->describe(inner); });
    if (state.loading()) {
      lay_out(sparse == 1);
      recount();
    }
    if (state.measuring()) state.scratch(held());
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  static constexpr double kNothing = 0.0;
  static constexpr std::size_t kBlock = 128;

  // A row that leaves the window.
  struct Departure {
    const double* values;
    int label;
  };

  // Whether features are significant after each of some rows that push others out of the window. The features are gone
  // through one by one: the classes in the window are taken to and fro.
  class TestAfterEachRow final : public Onlooker {
   public:
    TestAfterEachRow(SlidingRelevance& scorer, const std::int32_t* labels, std::size_t n, std::span<std::uint8_t> out)
        : scorer_(scorer), labels_(labels), begin_(scorer.now_ + 1), out_(out) {
      for (std::size_t i = 0; i < n; ++i) old_[i] = scorer.window_.label(i);
      for (std::size_t i = 0; i < n; ++i) {
        go_to(i);
        classes_[i] = scorer_.counts_.classes_of_rows();
        rest_[i] = scorer_.counts_.sum_of_rows() - classes_[i].sum;
      }
      for (std::int32_t kinds = 0; kinds < static_cast<std::int32_t>(bars_.size()); ++kinds)
        bars_[static_cast<std::size_t>(kinds)] = scorer_.bars_->sum(std::max(kinds - 1, 0));
    }

    void look(std::size_t f, std::int64_t now) override {
      const auto i = static_cast<std::size_t>(now - begin_);
      if (!scorer_.counts_.complete(f)) go_to(i);
      if (!scorer_.ready(f) || !scorer_.may_be_significant(f, classes_[i])) return;
      go_to(i);
      out_[i * scorer_.bins_.size() + f] = scorer_.is_significant(f, classes_[i]);
    }
    const std::int64_t* classes(std::int64_t now) const override {
      return &rest_[static_cast<std::size_t>(now - begin_)];
    }
    const std::int64_t* bars() const override { return bars_.data(); }

    void go_to(std::size_t i) {
      auto& counts = scorer_.counts_;
      for (; seen_ <= i; ++seen_) counts.add_row(labels_[seen_]), counts.remove_row(old_[seen_]);
      for (; seen_ > i + 1; --seen_) counts.add_row(old_[seen_ - 1]), counts.remove_row(labels_[seen_ - 1]);
    }

   private:
    SlidingRelevance& scorer_;
    const std::int32_t* labels_;
    std::int64_t begin_;
    std::span<std::uint8_t> out_;
    std::size_t seen_ = 0;
    std::array<int, kBlock> old_;
    std::array<Contingency::Classes, kBlock> classes_;
    std::array<std::int64_t, kBlock> rest_;
    std::array<std::int64_t, 17> bars_;
  };

  // Nominal features cost less row by row.
  bool mostly_passing() const {
    const auto passing = std::count_if(bins_.begin(), bins_.end(), [](auto& b) { return b != nullptr && b->passes(); });
    return 2 * static_cast<std::size_t>(passing) > bins_.size();
  }

  void set_level(double alpha) {
    const double level = alpha / static_cast<double>(bins_.size());
    if (!bars_ || bars_->level() != level) bars_.emplace(level, *table_);
  }

  Row row_at(const double* rows, std::size_t i) const { return {{rows + i * bins_.size(), bins_.size()}, {}, false}; }

  // The line of a present value in a feature's table; in sparse rows 0 is the rest, behind all others.
  std::int32_t kind(std::size_t f, double value) const {
    if (sparse_ && value == 0.0) return counts_.categories(f);
    if (bins_[f] != nullptr) return bins_[f]->bin_of(value);
    return static_cast<std::int32_t>(value) - (sparse_ ? 1 : 0);
  }
  std::size_t most_kinds(std::size_t f) const { return static_cast<std::size_t>(counts_.categories(f)) + 1; }

  bool was_full() const { return now_ >= static_cast<std::int64_t>(size_); }

  // A nominal feature of sparse rows leaves its first category to the rest.
  void lay_out(bool sparse) {
    sparse_ = sparse;
    std::vector<std::int32_t> categories;
    for (std::size_t f = 0; f < bins_.size(); ++f)
      categories.push_back(bins_[f] == nullptr ? schema_.categories[f] - (sparse ? 1 : 0) : bins_[f]->most_bins());
    counts_ = Contingency(std::move(categories), schema_.classes, sparse, table_);
  }

  void exchange(const Row& in, int label, const LearnedRow* out, bool full) {
    for (std::size_t f = 0; f < bins_.size(); ++f) {
      const double left = out == nullptr ? kNothing : out->row.values[f];
      exchange(f, in.values[f], label, out != nullptr, left, out == nullptr ? 0 : out->label, full);
    }
  }

  // Either all of these rows push another one out of the window or none does.
  void exchange_block(const double* rows, const std::int32_t* labels, std::size_t n, bool numeric_only,
                      TestAfterEachRow* test = nullptr) {
    std::array<Departure, kBlock> departures;
    const bool leaving = window_.full();
    for (std::size_t i = 0; leaving && i < n; ++i) departures[i] = {window_.values(i), window_.label(i)};
    for (std::size_t f = 0; f < bins_.size(); ++f)
      if (bins_[f] != nullptr || !numeric_only) exchange_column(f, rows, labels, n, leaving, departures.data(), test);
    now_ += static_cast<std::int64_t>(n);
    if (test != nullptr) test->go_to(n - 1);
    for (std::size_t i = 0; test == nullptr && i < n; ++i) {
      counts_.add_row(labels[i]);
      if (leaving) counts_.remove_row(departures[i].label);
    }
    for (std::size_t i = 0; i < n; ++i) window_.push(row_at(rows, i), labels[i], 1.0);
  }

  void exchange_column(std::size_t f, const double* rows, const std::int32_t* labels, std::size_t n, bool leaving,
                       const Departure* departures, TestAfterEachRow* test) {
    const auto width = bins_.size();
    const auto rows_before = window_.size();
    const bool passes =
        leaving && bins_[f] != nullptr && bins_[f]->passes() && counts_.complete(f) && gather(f, rows, labels, n);
    for (std::size_t i = 0; i < n; ++i) {
      const auto now = now_ + static_cast<std::int64_t>(i) + 1;
      const auto passed = passes ? bins_[f]->pass(std::span(column_).subspan(i, n - i), now, counts_, f, test) : 0;
      if (passed > 0) {
        i += passed - 1;
        continue;
      }
      const double in = rows[i * width + f];
      const double out = leaving ? departures[i].values[f] : kNothing;
      const int old = leaving ? departures[i].label : 0;
      if (bins_[f] != nullptr) {
        exchange_binned(f, in, true, labels[i], out, leaving, old, now, leaving || rows_before + i + 1 >= size_);
      } else if (test != nullptr) {
        count_code(f, in, true, labels[i], 1);
        count_code(f, out, true, old, -1);
      } else {
        count_only(f, in, labels[i], 1);
        if (leaving) count_only(f, out, old, -1);
      }
      if (test != nullptr) test->look(f, now);
    }
    if (bins_[f] == nullptr && test == nullptr) counts_.sum_up(f);
  }

  // One feature of these rows; false if it is missing somewhere.
  bool gather(std::size_t f, const double* rows, const std::int32_t* labels, std::size_t n) {
    bool complete = true;
    for (std::size_t i = 0; i < n; ++i) {
      column_[i] = {rows[i * bins_.size() + f], labels[i]};
      complete &= column_[i].value == column_[i].value;
    }
    return complete;
  }

  // The nominal features of a whole window, none of whose rows was there before.
  void count_nominal(const double* rows, const std::int32_t* labels) {
    std::vector<std::size_t> nominal;
    for (std::size_t f = 0; f < bins_.size(); ++f)
      if (bins_[f] == nullptr) nominal.push_back(f), counts_.clear(f), counts_.clear_absent(f);
    for (std::size_t i = 0; i < size_; ++i)
      for (auto f : nominal) count_only(f, rows[i * bins_.size() + f], labels[i], 1);
    for (auto f : nominal) counts_.sum_up(f);
  }

  // Without the sums, which are made once for a block.
  void count_only(std::size_t f, double code, int label, std::int32_t by) {
    if (code == code)
      counts_.shift(f, static_cast<std::int32_t>(code), label, by);
    else if (by > 0)
      counts_.add_absent(f, label);
    else
      counts_.remove_absent(f, label);
  }

  // Both rows list what they store in ascending order.
  void exchange_stored(const Row& in, int label, const LearnedRow* out, bool full) {
    const auto entering = stored(in, entering_);
    const auto leaving = out == nullptr ? std::span<const std::int32_t>{} : stored(out->row, leaving_);
    const int old = out == nullptr ? 0 : out->label;
    for (std::size_t i = 0, j = 0; i < entering.size() || j < leaving.size();) {
      const bool enters = j == leaving.size() || (i < entering.size() && entering[i] <= leaving[j]);
      const bool leaves = i == entering.size() || (j < leaving.size() && leaving[j] <= entering[i]);
      const auto f = static_cast<std::size_t>(enters ? entering[i] : leaving[j]);
      exchange_entry(f, enters ? in.values[f] : 0.0, label, leaves ? out->row.values[f] : 0.0, old, full);
      i += enters;
      j += leaves;
    }
  }

  // When the window has become full, every feature with stored values gets its bins.
  void enter_all(const Row& in, int label) {
    for (std::size_t f = 0; f < bins_.size(); ++f) exchange_entry(f, in.values[f], label, 0.0, 0, true);
  }

  // In sparse rows 0 enters and leaves nothing.
  void exchange_entry(std::size_t f, double in, int label, double out, int old, bool full) {
    if (bins_[f] != nullptr) return exchange_binned(f, in, in != 0.0, label, out, out != 0.0, old, now_, full);
    count_code(f, in - 1.0, in != 0.0, label, 1);
    count_code(f, out - 1.0, out != 0.0, old, -1);
  }

  void exchange(std::size_t f, double in, int label, bool leaves, double out, int old, bool full) {
    if (bins_[f] != nullptr) return exchange_binned(f, in, true, label, out, leaves, old, now_, full);
    count_code(f, in, true, label, 1);
    count_code(f, out, leaves, old, -1);
  }

  void count_code(std::size_t f, double code, bool there, int label, int by) {
    if (!there) return;
    if (code != code) return by > 0 ? counts_.add_absent(f, label) : counts_.remove_absent(f, label);
    const auto q = static_cast<std::int32_t>(code);
    by > 0 ? counts_.add(f, q, label) : counts_.remove(f, q, label);
  }

  void exchange_binned(std::size_t f, double in, bool enters, int label, double out, bool leaves, int old,
                       std::int64_t now, bool full) {
    if (enters && in != in) counts_.add_absent(f, label), enters = false;
    if (leaves && out != out) counts_.remove_absent(f, old), leaves = false;
    const bool filled_just_now = now == static_cast<std::int64_t>(size_);
    if (!enters && !leaves && !(sparse_ ? filled_just_now : full)) return;
    const Labelled entering{in, label}, departing{out, old};
    bins_[f]->update({enters ? &entering : nullptr, leaves ? &departing : nullptr, now, full}, counts_, f);
  }

  static std::span<const std::int32_t> stored(const Row& row, std::vector<std::int32_t>& columns) {
    if (row.sparse) return row.stored;
    columns.clear();
    for (std::size_t f = 0; f < row.values.size(); ++f)
      if (row.values[f] != 0.0) columns.push_back(static_cast<std::int32_t>(f));
    return columns;
  }

  // Williams' divisor is at least 1: what does not pass without it need not be looked at any further.
  bool may_be_significant(std::size_t f, const Contingency::Classes& classes, CriticalValues& bars) {
    const auto [gain, freedom] = counts_.gain_and_freedom(f, classes);
    return gain > bars.sum(freedom);
  }
  bool may_be_significant(std::size_t f, const Contingency::Classes& classes) {
    return may_be_significant(f, classes, *bars_);
  }
  bool is_significant(std::size_t f, const Contingency::Classes& classes, CriticalValues& bars) {
    if (!may_be_significant(f, classes, bars)) return false;
    const auto test = independence(counts_, f);
    return test.statistic > bars.statistic(static_cast<std::int32_t>(test.freedom));
  }
  bool is_significant(std::size_t f, const Contingency::Classes& classes) { return is_significant(f, classes, *bars_); }

  double score(std::size_t f, bool correct_bias) const {
    auto e = counts_.entropies(f);
    if (kind_ == RelevanceKind::conditional_entropy) return std::max(0.0, std::log2(schema_.classes) - e.y_given_x);
    if (correct_bias && e.n > 0) e.gain = std::max(0.0, e.gain - degrees_of_freedom(counts_, f) / (2.0 * e.n * kLn2));
    if (kind_ == RelevanceKind::information_gain) return e.gain;
    if (kind_ == RelevanceKind::gain_ratio) return e.x > 0.0 ? e.gain / e.x : 0.0;
    return e.x + e.y > 0.0 ? 2.0 * e.gain / (e.x + e.y) : 0.0;
  }

  // From the rows of the window, after loading.
  void recount() {
    std::vector<ValueQueue> values(bins_.size());
    for (std::size_t i = 0; i < window_.size(); ++i) {
      const auto past = window_[i];
      counts_.add_row(past.label);
      for (std::size_t f = 0; f < bins_.size(); ++f) {
        const double value = past.row.values[f];
        if (bins_[f] == nullptr)
          count_code(f, sparse_ ? value - 1.0 : value, !sparse_ || value != 0.0, past.label, 1);
        else if (value != value)
          counts_.add_absent(f, past.label);
        else if (!sparse_ || value != 0.0)
          values[f].push({value, past.label});
      }
    }
    for (std::size_t f = 0; f < bins_.size(); ++f)
      if (bins_[f] != nullptr) bins_[f]->refill(values[f], counts_, f);
  }

  std::size_t held() const {
    std::size_t total = counts_.bytes() + schema_.categories.capacity() * 4 + bins_.capacity() * sizeof(void*) +
                        (entering_.capacity() + leaving_.capacity()) * 4;
    for (const auto& bins : bins_)
      if (bins != nullptr) total += bins->bytes();
    return total;
  }

  Schema schema_;
  std::size_t size_;
  RelevanceKind kind_;
  bool correct_bias_;
  std::unique_ptr<Discretizer> prototype_;
  std::shared_ptr<const EntropyTable> table_;
  RowWindow window_;
  std::vector<std::unique_ptr<Discretizer>> bins_;  // null for nominal features
  Contingency counts_;
  std::optional<CriticalValues> bars_;
  std::int64_t now_ = 0;
  bool sparse_ = false;
  std::array<Labelled, kBlock> column_;
  std::vector<std::int32_t> entering_, leaving_;
};

}  // namespace driftsift
