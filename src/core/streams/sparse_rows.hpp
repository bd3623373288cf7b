// Rows being collected in compressed form: the three arrays of a CSR matrix.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace driftsift {

struct SparseRows {
  std::vector<double> values;
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> offsets{0};

  void add(std::int32_t column, double value) {
    columns.push_back(column);
    values.push_back(value);
  }

  // Closes the current row. Returns a column that was given twice, or -1.
  std::int32_t end_row() {
    const auto begin = static_cast<std::ptrdiff_t>(offsets.back());
    if (!std::is_sorted(columns.begin() + begin, columns.end())) sort_from(static_cast<std::size_t>(begin));
    offsets.push_back(static_cast<std::int32_t>(columns.size()));
    const auto twice = std::adjacent_find(columns.begin() + begin, columns.end());
    return twice == columns.end() ? -1 : *twice;
  }

 private:
  void sort_from(std::size_t begin) {
    std::vector<std::pair<std::int32_t, double>> row;
    for (std::size_t k = begin; k < columns.size(); ++k) row.emplace_back(columns[k], values[k]);
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t k = 0; k < row.size(); ++k) {
      columns[begin + k] = row[k].first;
      values[begin + k] = row[k].second;
    }
  }
};

}  // namespace driftsift
