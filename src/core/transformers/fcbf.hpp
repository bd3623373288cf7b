// FCBF (Yu and Liu 2003) on chunks of a stream: features that say something about the class, without those of which a
// stronger one knows as much as they know about the class.
#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "relevance/chi_square.hpp"
#include "relevance/entropy_table.hpp"
#include "transformers/chunk_columns.hpp"
#include "transformers/selector.hpp"

namespace driftsift {

struct FcbfOptions {
  std::size_t chunk = 1000;
  std::int64_t every = 1000;
  double threshold = 0.0;
  bool significance = false;  // whether the test at level alpha stands in the place of the threshold
  double alpha = 0.001;
  std::size_t bins = 5;
  ColumnBinning binning = ColumnBinning::frequency;
  std::size_t max_features = 0;  // 0: any number
  std::size_t min_change = 1;
  OnEmpty on_empty = OnEmpty::keep;
};

// The counts of two columns, as far as their information goes: sums of the entropy table.
struct TableSums {
  std::int32_t n = 0;
  std::int64_t x = 0, y = 0, xy = 0;
  std::int32_t x_kinds = 0, y_kinds = 0;  // that occur

  void add_x(const EntropyTable& table, std::int32_t count) { x += table[count], x_kinds += count > 0, n += count; }
  void add_y(const EntropyTable& table, std::int32_t count) { y += table[count], y_kinds += count > 0; }

  double information(const EntropyTable& table) const { return std::max(0.0, table.bits(table[n] - x - y + xy, n)); }
  double uncertainty(const EntropyTable& table) const {
    if (n == 0) return 0.0;
    const double entropies = table.bits(table[n] - x, n) + table.bits(table[n] - y, n);
    return entropies <= 0.0 ? 0.0 : 2.0 * information(table) / entropies;
  }
  std::int32_t freedom() const { return std::max(x_kinds - 1, 0) * std::max(y_kinds - 1, 0); }
};

// A feature that says something about the class, row by row as its bin or category plus 1; 0: missing.
struct RelevantColumn {
  std::int32_t feature = 0;
  double score = 0.0;
  std::size_t kinds = 0;
  std::vector<std::int32_t> codes;
};

class ChunkFilter {
 public:
  ChunkFilter(const FcbfOptions& options, const EntropyTable& table, const Schema& schema, const RowWindow& window)
      : options_(options), table_(table), schema_(schema), window_(window), bars_(options.alpha, table) {
    class_rows_.resize(static_cast<std::size_t>(schema.classes));
    for (std::size_t i = 0; i < window.size(); ++i) labels_.push_back(static_cast<std::size_t>(window.label(i)));
    for (auto label : labels_) ++class_rows_[label];
  }

  std::vector<std::int32_t> select() {
    each_column(window_, schema_.dimension(),
                [this](std::size_t f, const ChunkColumn& column) { consider(f, column); });
    std::stable_sort(relevant_.begin(), relevant_.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    auto features = walk();
    std::sort(features.begin(), features.end());
    return features;
  }

 private:
  // The strongest feature is kept, what it makes redundant goes, and so on with the rest.
  std::vector<std::int32_t> walk() {
    std::vector<std::int32_t> kept;
    std::vector<char> gone(relevant_.size());
    for (std::size_t p = 0; p < relevant_.size(); ++p) {
      if (gone[p]) continue;
      kept.push_back(relevant_[p].feature);
      if (kept.size() == options_.max_features) break;
      for (auto q = p + 1; q < relevant_.size(); ++q)
        if (!gone[q]) gone[q] = between(relevant_[p], relevant_[q]) >= relevant_[q].score;
    }
    return kept;
  }

  void consider(std::size_t f, const ChunkColumn& column) {
    if (!schema_.numeric(f))
      return consider(f, column, static_cast<std::size_t>(schema_.categories[f]),
                      [](double value) { return static_cast<std::size_t>(value); });
    const ColumnBins bins(column, window_.size() - column.size, options_.binning, options_.bins);
    consider(f, column, bins.number(), bins);
  }

  template <class BinOf>
  void consider(std::size_t f, const ChunkColumn& column, std::size_t kinds, const BinOf& bin_of) {
    std::vector<std::int32_t> codes(column.size);
    for (std::size_t k = 0; k < column.size; ++k)
      codes[k] = column.values[k] == column.values[k] ? static_cast<std::int32_t>(bin_of(column.values[k])) + 1 : 0;
    const bool zeros = column.size < window_.size();
    const auto zero = zeros ? static_cast<std::int32_t>(bin_of(0.0)) + 1 : 0;
    const auto sums = with_class(column, codes, kinds, zero);
    const double score = sums.uncertainty(table_);
    if (!is_relevant(sums, score)) return;
    RelevantColumn found{static_cast<std::int32_t>(f), score, kinds, {}};
    found.codes.assign(window_.size(), zero);
    for (std::size_t k = 0; k < column.size; ++k) found.codes[static_cast<std::size_t>(column.rows[k])] = codes[k];
    relevant_.push_back(std::move(found));
  }

  bool is_relevant(const TableSums& sums, double score) {
    if (!options_.significance) return score > options_.threshold;
    return score > 0.0 && 2.0 * sums.n * kLn2 * sums.information(table_) > bars_.statistic(sums.freedom());
  }

  // Counts only the rows that are listed: the others have what is left of their classes.
  TableSums with_class(const ChunkColumn& column, const std::vector<std::int32_t>& codes, std::size_t kinds,
                       std::int32_t zero) {
    const auto classes = class_rows_.size();
    counts_.assign((kinds + 1) * classes, 0);
    auto rest = class_rows_;
    for (std::size_t k = 0; k < column.size; ++k) {
      const auto label = labels_[static_cast<std::size_t>(column.rows[k])];
      ++counts_[static_cast<std::size_t>(codes[k]) * classes + label];
      --rest[label];
    }
    for (std::size_t c = 0; c < classes; ++c) counts_[static_cast<std::size_t>(zero) * classes + c] += rest[c];
    return sums_of(kinds + 1, classes, 0);
  }

  double between(const RelevantColumn& a, const RelevantColumn& b) {
    const auto width = b.kinds + 1, cells = (a.kinds + 1) * width;
    if (cells > std::max(kMostCells, 8 * window_.size())) return between_by_sorting(a, b);
    counts_.assign(cells, 0);
    for (std::size_t i = 0; i < a.codes.size(); ++i)
      ++counts_[static_cast<std::size_t>(a.codes[i]) * width + static_cast<std::size_t>(b.codes[i])];
    return sums_of(a.kinds + 1, width, 1).uncertainty(table_);
  }

  // Of counts[x][y]; x = 0 is missing, and y below `first_y`.
  TableSums sums_of(std::size_t xs, std::size_t ys, std::size_t first_y) {
    TableSums sums;
    of_y_.assign(ys, 0);
    for (std::size_t x = 1; x < xs; ++x) {
      const auto* counts = &counts_[x * ys];
      std::int32_t of_x = 0;
      for (auto y = first_y; y < ys; ++y) {
        of_x += counts[y];
        of_y_[y] += counts[y];
        sums.xy += table_[counts[y]];
      }
      sums.add_x(table_, of_x);
    }
    for (auto y = first_y; y < ys; ++y) sums.add_y(table_, of_y_[y]);
    return sums;
  }

  // The same where the table would be far larger than the chunk.
  double between_by_sorting(const RelevantColumn& a, const RelevantColumn& b) {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    for (std::size_t i = 0; i < a.codes.size(); ++i)
      if (a.codes[i] > 0 && b.codes[i] > 0) pairs.emplace_back(a.codes[i], b.codes[i]);
    TableSums sums;
    each_run(pairs, [](const auto& pair) { return pair; }, [&](std::int32_t n) { sums.xy += table_[n]; });
    each_run(pairs, [](const auto& pair) { return pair.first; }, [&](std::int32_t n) { sums.add_x(table_, n); });
    each_run(pairs, [](const auto& pair) { return pair.second; }, [&](std::int32_t n) { sums.add_y(table_, n); });
    return sums.uncertainty(table_);
  }

  // Gives how often each key occurs.
  template <class Pairs, class Key, class Visit>
  static void each_run(Pairs& pairs, Key key, Visit visit) {
    std::sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    for (auto begin = pairs.begin(); begin != pairs.end();) {
      const auto end = std::find_if(begin, pairs.end(), [&](const auto& pair) { return key(pair) != key(*begin); });
      visit(static_cast<std::int32_t>(end - begin));
      begin = end;
    }
  }

  static constexpr std::size_t kMostCells = 4096;

  const FcbfOptions& options_;
  const EntropyTable& table_;
  const Schema& schema_;
  const RowWindow& window_;
  CriticalValues bars_;
  std::vector<std::size_t> labels_;
  std::vector<std::int32_t> class_rows_;
  std::vector<RelevantColumn> relevant_;
  std::vector<std::int32_t> counts_, of_y_;
};

class Fcbf final : public Selector {
 public:
  Fcbf(const Schema& schema, const FcbfOptions& options)
      : Selector(schema, options.on_empty),
        options_(options),
        table_(options.chunk),
        window_(schema.dimension(), options.chunk) {}

  Change observe(const Row& row, int label, double weight) override {
    next_row();
    window_.push(row, label, weight);
    const auto since = this->row() - static_cast<std::int64_t>(options_.chunk);
    if (since < 0 || since % options_.every != 0) return Change::unchanged;
    return follow(ChunkFilter(options_, table_, schema(), window_).select());
  }

  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<Fcbf>(schema, options_);
  }

  void describe(State& state) override {
    Selector::describe(state);
    state.child("window", [this](State& inner) { window_.describe(inner, schema()); });
    state.expect(window_.size() == std::min(options_.chunk, static_cast<std::size_t>(row())), "window",
                 "has the wrong length");
    if (state.measuring()) state.scratch(table_.bytes());
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  Change follow(std::vector<std::int32_t> features) {
    if (features.empty() && on_empty() == OnEmpty::keep) return Change::unchanged;
    if (!ever_chose()) return adopt(std::move(features), SelectionKind::selected, SelectionReason::chunk);
    if (difference(features) < options_.min_change) return Change::unchanged;
    return adopt(std::move(features), SelectionKind::reselected, SelectionReason::chunk);
  }

  // How many features are in one selection only.
  std::size_t difference(const std::vector<std::int32_t>& features) const {
    std::vector<std::int32_t> found;
    std::set_symmetric_difference(features.begin(), features.end(), chosen().begin(), chosen().end(),
                                  std::back_inserter(found));
    return found.size();
  }

  FcbfOptions options_;
  EntropyTable table_;
  RowWindow window_;
};

}  // namespace driftsift
