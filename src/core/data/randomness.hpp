// Counter-based randomness: Philox 4x32 with 10 rounds (Salmon et al. 2011). A draw is a pure function of
// (seed, purpose, unit, t, sub), so any part of a computation can be repeated alone, anywhere.
#pragma once

#include <array>
#include <cstdint>

namespace driftsift {

// A purpose is never reused.
enum class Purpose : std::uint32_t {
  child_seed = 0,
  bootstrap_weight = 1,
  fold = 2,
  bagging_weight = 3,
  feature_subset = 4,
  gaussian = 5,
  sign = 6,
  noise_flip = 7,
  noise_label = 8,
  stream = 9,
  shuffle = 10,
  label_shift = 11,
};

struct Draw {
  std::uint64_t a;
  std::uint64_t b;
};

namespace philox {

using Words = std::array<std::uint32_t, 4>;

inline Words encrypt(Words c, std::uint32_t k0, std::uint32_t k1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53U} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57U} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return c;
}

}  // namespace philox

inline Draw draw(std::uint64_t seed, Purpose purpose, std::uint32_t unit, std::uint64_t t, std::uint32_t sub = 0) {
  const auto c = philox::encrypt({static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(t >> 32), unit,
                                  (static_cast<std::uint32_t>(purpose) << 24) + sub},
                                 static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
  return {c[0] | std::uint64_t{c[1]} << 32, c[2] | std::uint64_t{c[3]} << 32};
}

inline double uniform(std::uint64_t word) { return static_cast<double>(word >> 11) * 0x1.0p-53; }

}  // namespace driftsift
