// Contiguous numbers aligned to a cache line, so that eight of them are one aligned vector load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace driftsift {

inline constexpr std::size_t kLanes = 8;
inline constexpr std::size_t kCacheLine = 64;

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{kCacheLine})); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{kCacheLine}); }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

using Buffer = std::vector<double, AlignedAllocator<double>>;

// The same table, whose rows of `before` numbers now have `now`; what is new is 0.
inline Buffer widened(const Buffer& table, std::size_t before, std::size_t now) {
  Buffer wider(table.size() / before * now);
  for (std::size_t i = 0; i * before < table.size(); ++i)
    std::copy_n(table.data() + i * before, before, wider.data() + i * now);
  return wider;
}

inline std::size_t padded(std::size_t n) { return (n + kLanes - 1) / kLanes * kLanes; }

}  // namespace driftsift
