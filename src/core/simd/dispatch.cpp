// Chooses the kernels once, by what the processor can do. DRIFTSIFT_SIMD=baseline|avx2|avx512 overrides it for tests.
#include <cstdlib>
#include <cstring>

#include "simd/kernels.hpp"

namespace driftsift::simd {

extern const Kernels kernels_baseline;

#if defined(__x86_64__) || defined(_M_X64)
extern const Kernels kernels_avx2;
extern const Kernels kernels_avx512;

namespace {

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}

const Kernels* const* supported() {
  static const Kernels* const tables[] = {&kernels_baseline, __builtin_cpu_supports("avx2") ? &kernels_avx2 : nullptr,
                                          __builtin_cpu_supports("avx2") && has_avx512() ? &kernels_avx512 : nullptr,
                                          nullptr};
  return tables;
}

}  // namespace
#else
namespace {

const Kernels* const* supported() {
  static const Kernels* const tables[] = {&kernels_baseline, nullptr};
  return tables;
}

}  // namespace
#endif

namespace {

const Kernels* choose() {
  const char* wanted = std::getenv("DRIFTSIFT_SIMD");
  const Kernels* best = nullptr;
  for (auto table = supported(); *table != nullptr; ++table) {
    best = *table;
    if (wanted != nullptr && std::strcmp(wanted, best->name) == 0) break;
  }
  return best;
}

}  // namespace

const Kernels& kernels() {
  static const Kernels* const chosen = choose();
  return *chosen;
}

const char* const* available_levels() {
  static const char* names[4] = {};
  std::size_t n = 0;
  for (auto table = supported(); *table != nullptr; ++table) names[n++] = (*table)->name;
  return names;
}

}  // namespace driftsift::simd
