// How often each category of each feature meets each class in a window, with the sums its entropies are made of.
//
// A feature's values may be left out of its table as "the rest", whose counts are what the others leave: the zeros of
// sparse rows cost nothing then.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "relevance/entropy_table.hpp"
#include "relevance/quads.hpp"

namespace driftsift {

// Entropies of a feature X and the class Y over the instances in which X is present, in bits.
struct Entropies {
  std::int32_t n = 0;
  double x = 0.0;
  double y = 0.0;
  double gain = 0.0;  // H(Y) - H(Y|X), not below 0
  double y_given_x = 0.0;
};

class Contingency {
 public:
  // Of the entries of the counts of a feature, and of those by class.
  struct Sums {
    std::int64_t x = 0, xy = 0;
    std::int32_t kinds = 0;  // that occur
  };
  // What there is to know of the classes of the rows in which a feature is present.
  struct Classes {
    std::int64_t sum = 0;
    std::int32_t kinds = 0;
  };

  // `categories` of each feature; `rest`: whether values may be left out.
  Contingency(std::vector<std::int32_t> categories, int classes, bool rest, std::shared_ptr<const EntropyTable> table)
      : categories_(std::move(categories)), rest_(rest), table_(std::move(table)) {
    lay_out(classes);
  }

  std::size_t features() const { return categories_.size(); }
  int classes() const { return classes_; }
  std::int32_t categories(std::size_t f) const { return categories_[f]; }
  std::int32_t rows() const { return rows_; }

  void grow(int classes) {
    Contingency larger(categories_, classes, rest_, table_);
    larger.rows_ = rows_;
    std::copy(class_rows_.begin(), class_rows_.end(), larger.class_rows_.begin());
    for (std::size_t f = 0; f < features(); ++f) {
      for (std::int32_t q = 0; q < categories_[f]; ++q) std::copy_n(cell(f, q), classes_ + 1, larger.cell(f, q));
      std::copy_n(&absent_[f * stride()], stride(), &larger.absent_[f * larger.stride()]);
    }
    larger.sums_ = sums_;
    *this = std::move(larger);
  }

  void add_row(int k) { ++rows_, ++class_rows_[static_cast<std::size_t>(k)]; }
  void remove_row(int k) { --rows_, --class_rows_[static_cast<std::size_t>(k)]; }

  void add(std::size_t f, std::int32_t q, int k) {
    auto* counts = cell(f, q);
    auto& sums = sums_[f];
    sums.kinds += counts[0] == 0;
    sums.x += table_->step(counts[0]++);
    sums.xy += table_->step(counts[1 + k]++);
  }
  void remove(std::size_t f, std::int32_t q, int k) {
    auto* counts = cell(f, q);
    auto& sums = sums_[f];
    sums.x -= table_->step(--counts[0]);
    sums.xy -= table_->step(--counts[1 + k]);
    sums.kinds -= counts[0] == 0;
  }

  // Instances in which the feature is missing.
  void add_absent(std::size_t f, int k) { ++absent_[f * stride()], ++absent_[f * stride() + 1 + uint(k)]; }
  void remove_absent(std::size_t f, int k) { --absent_[f * stride()], --absent_[f * stride() + 1 + uint(k)]; }

  void clear_absent(std::size_t f) { std::fill_n(&absent_[f * stride()], stride(), 0); }
  void clear(std::size_t f) {
    std::fill_n(cell(f, 0), uint(categories_[f]) * stride(), 0);
    sums_[f] = {};
  }

  // Counts of all classes and of each, without the sums, which `sum_up` makes anew.
  void add(std::size_t f, std::int32_t q, const std::int32_t* more) { add_counts(cell(f, q), more, stride()); }
  void assign(std::size_t f, std::int32_t q, const std::int32_t* counts) { std::copy_n(counts, stride(), cell(f, q)); }
  void shift(std::size_t f, std::int32_t q, int k, std::int32_t by) {
    auto* counts = cell(f, q);
    counts[0] += by;
    counts[1 + k] += by;
  }
  // The counts of a feature and two classes, each category's in one number: those of the second class in the upper 16
  // bits, those of both in the lower ones. With other classes only the latter.
  void pack(std::size_t f, std::int32_t* packed) const {
    for (std::int32_t q = 0; q < categories_[f]; ++q)
      packed[q] = cell(f, q)[0] | (classes_ == 2 ? cell(f, q)[2] << 16 : 0);
  }
  // The sums of packed counts of two classes.
  Sums sums_of(std::size_t f, const std::int32_t* packed) const {
    Sums sums;
    const auto* entries = table_->data();
    for (std::int32_t q = 0; q < categories_[f]; ++q) {
      const std::int32_t all = packed[q] & 0xffff, second = packed[q] >> 16;
      sums.kinds += all > 0;
      sums.x += entries[all];
      sums.xy += entries[second] + entries[all - second];
    }
    return sums;
  }
  void unpack(std::size_t f, const std::int32_t* packed) {
    for (std::int32_t q = 0; q < categories_[f]; ++q) {
      const std::int32_t all = packed[q] & 0xffff, second = packed[q] >> 16;
      *reinterpret_cast<Quad*>(cell(f, q)) = Quad{all, all - second, second, 0};
    }
    sums_[f] = sums_of(f, packed);
  }
  // Takes such counts from one category to another.
  void transfer(std::size_t f, std::int32_t from, std::int32_t to, const std::int32_t* moving) {
    take_counts(cell(f, from), moving, stride());
    add_counts(cell(f, to), moving, stride());
  }
  // Gives the smallest count above 0 of any category, and the largest.
  std::pair<std::int32_t, std::int32_t> sum_up(std::size_t f) {
    Sums sums;
    std::int32_t fewest = std::numeric_limits<std::int32_t>::max(), most = 0;
    const auto* entries = table_->data();
    const auto* counts = cell(f, 0);
    for (std::int32_t q = 0; q < categories_[f]; ++q, counts += stride_) {
      const auto n = counts[0];
      fewest = n > 0 ? std::min(fewest, n) : fewest;
      sums.kinds += n > 0;
      most = std::max(most, n);
      sums.x += entries[n];
      for (int k = 1; k <= classes_; ++k) sums.xy += entries[counts[k]];
    }
    sums_[f] = sums;
    return {fewest, most};
  }

  // Whether the feature is present in all rows.
  bool complete(std::size_t f) const { return absent_[f * stride()] == 0; }
  std::int32_t present(std::size_t f) const { return rows_ - absent_[f * stride()]; }
  std::int32_t present(std::size_t f, int k) const {
    return class_rows_[uint(k)] - absent_[f * stride() + 1 + uint(k)];
  }

  std::int32_t in(std::size_t f, std::int32_t q) const { return cell(f, q)[0]; }
  // Counts of a category, or of the rest behind the last one: of all classes (k = -1) or of one.
  std::int32_t count(std::size_t f, std::int32_t q, int k = -1) const {
    if (q < categories_[f]) return cell(f, q)[1 + k];
    std::int32_t others = 0;
    for (std::int32_t other = 0; other < categories_[f]; ++other) others += cell(f, other)[1 + k];
    return (k < 0 ? present(f) : present(f, k)) - others;
  }
  // Number of categories with the rest, if values may be left out.
  std::int32_t kinds(std::size_t f) const { return categories_[f] + (rest_ ? 1 : 0); }

  // The classes of all rows; and of those in which a feature is present, which mostly are all.
  Classes classes_of_rows() const {
    Classes found;
    for (auto n : class_rows_) found.sum += (*table_)[n], found.kinds += n > 0;
    return found;
  }
  Classes classes_of(std::size_t f, const Classes& of_rows) const {
    if (absent_[f * stride()] == 0) return of_rows;
    Classes found;
    for (int k = 0; k < classes_; ++k) found.sum += (*table_)[present(f, k)], found.kinds += present(f, k) > 0;
    return found;
  }

  // The sum for all rows.
  std::int64_t sum_of_rows() const { return (*table_)[rows_]; }

  // n times the gain, in units of the entropy table, and its degrees of freedom.
  std::pair<std::int64_t, std::int32_t> gain_and_freedom(std::size_t f, const Classes& of_rows) const {
    const auto sums = totals(f);
    const auto classes = classes_of(f, of_rows);
    const auto freedom = std::max(sums.kinds - 1, 0) * std::max(classes.kinds - 1, 0);
    return {(*table_)[present(f)] - sums.x - classes.sum + sums.xy, freedom};
  }

  Entropies entropies(std::size_t f) const {
    Entropies found;
    found.n = present(f);
    if (found.n == 0) return found;
    const auto [x, xy, kinds] = totals(f);
    const auto y = classes_of(f, classes_of_rows()).sum;
    const auto all = (*table_)[found.n];
    found.x = table_->bits(all - x, found.n);
    found.y = table_->bits(all - y, found.n);
    found.y_given_x = table_->bits(x - xy, found.n);
    found.gain = std::max(0.0, table_->bits(all - x - y + xy, found.n));
    return found;
  }

  std::size_t bytes() const {
    return (cells_.capacity() + absent_.capacity() + class_rows_.capacity() + categories_.capacity()) * 4 +
           (offsets_.capacity() + 2 * sums_.capacity()) * 8 + table_->bytes();
  }

 private:
  static std::size_t uint(std::int32_t value) { return static_cast<std::size_t>(value); }
  std::size_t stride() const { return stride_; }

  // The count of a category over all classes, then that of each class.
  std::int32_t* cell(std::size_t f, std::int32_t q) { return &cells_[offsets_[f] + uint(q) * stride()]; }
  const std::int32_t* cell(std::size_t f, std::int32_t q) const { return &cells_[offsets_[f] + uint(q) * stride()]; }

  void lay_out(int classes) {
    classes_ = classes;
    stride_ = counts_per_kind(classes);
    class_rows_.assign(uint(classes), 0);
    offsets_.clear();
    std::size_t end = 0;
    for (auto count : categories_) {
      offsets_.push_back(end);
      end += uint(count) * stride();
    }
    cells_.assign(end + 1, 0);
    absent_.assign(features() * stride(), 0);
    sums_.assign(features(), {});
  }

  // The sums with those of the rest.
  Sums totals(std::size_t f) const {
    Sums sums = sums_[f];
    if (!rest_) return sums;
    const auto rest = count(f, categories_[f]);
    sums.kinds += rest > 0;
    sums.x += (*table_)[rest];
    for (int k = 0; k < classes_; ++k) sums.xy += (*table_)[count(f, categories_[f], k)];
    return sums;
  }

  std::vector<std::int32_t> categories_;
  bool rest_;
  std::shared_ptr<const EntropyTable> table_;
  int classes_ = 0;
  std::size_t stride_ = 0;
  std::int32_t rows_ = 0;
  std::vector<std::int32_t> class_rows_;
  std::vector<std::size_t> offsets_;
  Counts cells_;
  std::vector<std::int32_t> absent_;
  std::vector<Sums> sums_;
};

}  // namespace driftsift
