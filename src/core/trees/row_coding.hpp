// Rows as codes: the category of a nominal feature, the bin of a numeric one between quantiles of the first rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"
#include "relevance/row_window.hpp"

namespace driftsift {

// The entries of a row whose code is not that of the value 0; a missing value has the code -1.
struct CodedRow {
  std::vector<std::int32_t> features;
  std::vector<std::int32_t> codes;

  void clear() {
    features.clear();
    codes.clear();
  }
};

class RowCoding {
 public:
  static constexpr std::int32_t kMissing = -1;

  explicit RowCoding(const Schema& schema, std::size_t bins)
      : schema_(schema), bins_(bins), edges_(schema.dimension()) {
    settle();
  }

  // Whether there is anything to learn from rows.
  bool needed() const {
    return std::any_of(schema_.categories.begin(), schema_.categories.end(), [](auto n) { return n == 0; });
  }

  // Edges between bins are quantiles of the values of these rows.
  void learn(RowWindow& rows) {
    std::vector<std::vector<double>> values(schema_.dimension());
    for (std::size_t i = 0; i < rows.size(); ++i) collect(rows[i].row, values);
    for (std::size_t f = 0; f < values.size(); ++f)
      if (schema_.numeric(f)) edges_[f] = edges_of(values[f], rows.size());
    settle();
  }

  // How many codes a feature has, and where those of all features stand in a table.
  std::size_t codes(std::size_t f) const { return offset_[f + 1] - offset_[f]; }
  std::size_t cells() const { return offset_.back(); }
  std::size_t cell(std::size_t f, std::int32_t code) const { return offset_[f] + static_cast<std::size_t>(code); }
  // The code of 0.
  std::int32_t base(std::size_t f) const { return base_[f]; }
  // The largest value of a bin that is not the last.
  double edge(std::size_t f, std::int32_t code) const { return edges_[f][static_cast<std::size_t>(code)]; }

  std::int32_t code(std::size_t f, double value) const {
    if (value != value) return kMissing;
    if (!schema_.numeric(f)) return static_cast<std::int32_t>(value);
    std::int32_t below = 0;
    for (auto edge : edges_[f]) below += edge < value;
    return below;
  }

  void encode(const Row& row, CodedRow& coded) const {
    coded.clear();
    const auto put = [&](std::size_t f) {
      const auto found = code(f, row.values[f]);
      if (found == base_[f]) return;
      coded.features.push_back(static_cast<std::int32_t>(f));
      coded.codes.push_back(found);
    };
    if (row.sparse)
      for (auto column : row.stored) put(static_cast<std::size_t>(column));
    else
      for (std::size_t f = 0; f < row.values.size(); ++f) put(f);
  }

  void describe(State& state) {
    if (state.measuring()) return state.scratch(cells() * sizeof(double) + base_.size() * sizeof(std::int32_t));
    std::vector<std::int64_t> counts;
    Buffer flat;
    for (const auto& edges : edges_) {
      counts.push_back(static_cast<std::int64_t>(edges.size()));
      flat.insert(flat.end(), edges.begin(), edges.end());
    }
    state.field("counts", counts);
    state.field("edges", flat);
    state.expect(counts.size() == schema_.dimension(), "counts", "has the wrong length");
    if (state.loading()) unpack(state, counts, flat);
  }

 private:
  void collect(const Row& row, std::vector<std::vector<double>>& values) const {
    const auto put = [&](std::size_t f) {
      if (schema_.numeric(f)) values[f].push_back(row.values[f]);
    };
    if (row.sparse)
      for (auto column : row.stored) put(static_cast<std::size_t>(column));
    else
      for (std::size_t f = 0; f < row.values.size(); ++f) put(f);
  }

  // v_ceil(j m / bins) of the m values in ascending order; what sparse rows did not store is 0.
  Buffer edges_of(std::vector<double>& values, std::size_t rows) const {
    values.resize(rows, 0.0);
    std::erase_if(values, [](double v) { return v != v; });
    std::sort(values.begin(), values.end());
    Buffer edges;
    const auto m = values.size();
    for (std::size_t j = 1; j < bins_ && m > 0; ++j) {
      const double edge = values[(j * m + bins_ - 1) / bins_ - 1];
      if (edge != values.back() && (edges.empty() || edge != edges.back())) edges.push_back(edge);
    }
    return edges;
  }

  void settle() {
    offset_.assign(1, 0);
    base_.clear();
    for (std::size_t f = 0; f < schema_.dimension(); ++f) {
      const auto n = schema_.numeric(f) ? edges_[f].size() + 1 : static_cast<std::size_t>(schema_.categories[f]);
      offset_.push_back(offset_.back() + n);
      base_.push_back(code(f, 0.0));
    }
  }

  void unpack(const State& state, const std::vector<std::int64_t>& counts, const Buffer& flat) {
    std::size_t at = 0;
    for (std::size_t f = 0; f < counts.size(); ++f) {
      const auto n = static_cast<std::size_t>(counts[f]);
      state.expect(counts[f] >= 0 && n < bins_ && at + n <= flat.size() && (n == 0 || schema_.numeric(f)), "counts",
                   "are wrong");
      edges_[f].assign(flat.begin() + static_cast<std::ptrdiff_t>(at),
                       flat.begin() + static_cast<std::ptrdiff_t>(at + n));
      for (std::size_t i = 0; i < n; ++i)
        state.expect(edges_[f][i] - edges_[f][i] == 0.0 && (i == 0 || edges_[f][i - 1] < edges_[f][i]), "edges",
                     "are not in order");
      at += n;
    }
    state.expect(at == flat.size(), "edges", "have the wrong length");
    settle();
  }

  Schema schema_;
  std::size_t bins_;
  std::vector<Buffer> edges_;
  std::vector<std::size_t> offset_;
  std::vector<std::int32_t> base_;
};

}  // namespace driftsift
