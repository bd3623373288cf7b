// A random matrix whose entries are a pure function of seed and place, so that it is in no file.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "data/buffer.hpp"
#include "data/randomness.hpp"
#include "simd/kernels.hpp"

namespace driftsift {

enum class ProjectionKind : std::uint8_t { gaussian, bernoulli, sparse };

class ProjectionMatrix {
 public:
  ProjectionMatrix(ProjectionKind kind, std::uint64_t seed, std::size_t outputs, std::size_t columns)
      : stride_(padded(outputs)), columns_(columns), entries_(stride_ * columns) {
    const auto per_counter = kind == ProjectionKind::bernoulli ? kBits : 2;
    Draws draws((outputs + per_counter - 1) / per_counter);
    for (std::size_t j = 0; j < columns; ++j) {
      draws.make(address(kind, seed), j * kStride);
      fill(kind, draws, &entries_[j * stride_], outputs);
    }
  }

  std::size_t stride() const { return stride_; }
  std::size_t columns() const { return columns_; }
  const double* entries() const { return entries_.data(); }
  std::size_t bytes() const { return entries_.capacity() * sizeof(double); }

  // Of one entry.
  static double deviation(ProjectionKind kind) { return kind == ProjectionKind::sparse ? std::sqrt(1.0 / 3.0) : 1.0; }

 private:
  static constexpr std::uint64_t kStride = std::uint64_t{1} << 20;  // counters from one column to the next
  static constexpr std::size_t kBits = 64;

  struct Draws {
    explicit Draws(std::size_t n) : a(n), b(n), numbers(2 * n) {}

    void make(const simd::DrawAddress& at, std::uint64_t start) {
      simd::kernels().word_range(at, start, a.size(), a.data(), b.data());
    }
    std::uint64_t word(std::size_t r) const { return r % 2 == 0 ? a[r / 2] : b[r / 2]; }

    std::vector<std::uint64_t> a, b;
    Buffer numbers;
  };

  static simd::DrawAddress address(ProjectionKind kind, std::uint64_t seed) {
    const auto purpose = kind == ProjectionKind::gaussian ? Purpose::gaussian : Purpose::sign;
    const std::uint32_t sub = kind == ProjectionKind::sparse ? 1 : 0;
    return {seed, 0, (static_cast<std::uint32_t>(purpose) << 24) + sub};
  }

  static void fill(ProjectionKind kind, Draws& draws, double* column, std::size_t n) {
    if (kind == ProjectionKind::gaussian) return fill_normal(draws, column, n);
    for (std::size_t r = 0; r < n; ++r)
      column[r] = kind == ProjectionKind::bernoulli ? sign(draws.a[r / kBits] >> r % kBits) : rare(draws.word(r));
  }

  // Rounded to single precision: the last bit of a logarithm must not matter.
  static void fill_normal(Draws& draws, double* column, std::size_t n) {
    for (std::size_t r = 0; r < n; ++r)
      draws.numbers[r] = std::min(uniform(draws.word(r)) + 0x1.0p-54, 1.0 - 0x1.0p-53);
    simd::kernels().normal_quantiles(draws.numbers.data(), column, n);
    for (std::size_t r = 0; r < n; ++r) column[r] = static_cast<double>(static_cast<float>(column[r]));
  }

  static double sign(std::uint64_t word) { return (word & 1) == 1 ? 1.0 : -1.0; }

  // Of six equally likely cases one is 1 and one -1 (Achlioptas 2003).
  static double rare(std::uint64_t word) {
    const auto sixth = ((word >> 32) * 6 + ((word & 0xFFFFFFFFU) * 6 >> 32)) >> 32;
    return sixth == 0 ? 1.0 : sixth == 1 ? -1.0 : 0.0;
  }

  std::size_t stride_;
  std::size_t columns_;
  Buffer entries_;  // column by column, each padded
};

}  // namespace driftsift
