// The values of one feature within a window, oldest first, each with its class and the cell of a grid it lies in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace driftsift {

struct Labelled {
  double value = 0.0;
  std::int32_t label = 0;
};

class ValueQueue {
 public:
  struct Entry {
    double value;
    std::int32_t label;
    std::int32_t cell;
  };

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  void push(const Labelled& labelled, std::int32_t cell = 0) {
    if (size_ == entries_.size()) enlarge();
    entries_[(oldest_ + size_++) & (entries_.size() - 1)] = {labelled.value, labelled.label, cell};
  }
  Entry pop() {
    const Entry entry = entries_[oldest_];
    oldest_ = (oldest_ + 1) & (entries_.size() - 1);
    --size_;
    return entry;
  }

  // The i-th oldest.
  const Entry& operator[](std::size_t i) const { return entries_[(oldest_ + i) & (entries_.size() - 1)]; }

  // In the order of memory, which is not that of arrival.
  template <class Visit>
  void each(Visit visit) const {
    stretches(entries_, visit);
  }
  template <class Visit>
  void each(Visit visit) {
    stretches(entries_, visit);
  }

  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  template <class Entries, class Visit>
  void stretches(Entries& entries, Visit visit) const {
    const auto end = std::min(oldest_ + size_, entries.size());
    const auto wrapped = oldest_ + size_ - end;
    for (std::size_t i = oldest_; i < end; ++i) visit(entries[i]);
    for (std::size_t i = 0; i < wrapped; ++i) visit(entries[i]);
  }

  void enlarge() {
    std::vector<Entry> larger(entries_.empty() ? 8 : 2 * entries_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = entries_[(oldest_ + i) & (entries_.size() - 1)];
    entries_ = std::move(larger);
    oldest_ = 0;
  }

  std::vector<Entry> entries_;  // a power of two
  std::size_t oldest_ = 0;
  std::size_t size_ = 0;
};

}  // namespace driftsift
