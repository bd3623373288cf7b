// One instance, and the reader that walks over the instances of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/buffer.hpp"

namespace driftsift {

// `values` always holds one number per feature. A row of a sparse source also lists the columns it stores,
// in ascending order; every other value is 0.
struct Row {
  std::span<const double> values;
  std::span<const std::int32_t> stored;
  bool sparse = false;
};

// The instances handed over in one call: a dense C-order matrix or the three arrays of a CSR matrix.
struct Block {
  std::size_t rows = 0;
  std::size_t columns = 0;
  const double* dense = nullptr;
  const double* data = nullptr;
  const std::int32_t* indices = nullptr;
  const std::int64_t* indptr = nullptr;

  bool sparse() const { return dense == nullptr; }
};

class RowReader {
 public:
  explicit RowReader(const Block& block) : block_(block) {
    if (block.sparse()) scattered_.assign(block.columns, 0.0);
  }

  Row operator[](std::size_t i) {
    if (!block_.sparse()) return {{block_.dense + i * block_.columns, block_.columns}, {}, false};
    for (auto column : stored_) scattered_[static_cast<std::size_t>(column)] = 0.0;
    const auto begin = static_cast<std::size_t>(block_.indptr[i]);
    const auto end = static_cast<std::size_t>(block_.indptr[i + 1]);
    stored_ = {block_.indices + begin, end - begin};
    for (std::size_t k = begin; k < end; ++k) scattered_[static_cast<std::size_t>(block_.indices[k])] = block_.data[k];
    return {scattered_, stored_, true};
  }

 private:
  Block block_;
  Buffer scattered_;
  std::span<const std::int32_t> stored_;
};

}  // namespace driftsift
