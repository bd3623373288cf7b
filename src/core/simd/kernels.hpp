// The hot loops. Written once over eight lanes (kernels.cpp), compiled per instruction set, chosen at run time.
// Arithmetic and order of operations do not depend on the instruction set, so the results are the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace driftsift::simd {

// A product of many positive numbers that neither over- nor underflows: one logarithm instead of thousands.
struct LogProduct {
  double mantissa = 1.0;
  std::int64_t exponent = 0;

  double value() const { return std::log(mantissa) + static_cast<double>(exponent) * 0.69314718055994530942; }
};

// What is known of each numeric feature within one class, or over all classes. A feature's rows are `count` rows
// with an explicit value, summarised by `mean` and `m2` (sum of squared deviations), and, for sparse sources,
// `implicit - touched` rows in which it was not stored, that is 0.
struct Moments {
  double* count = nullptr;
  double* mean = nullptr;
  double* m2 = nullptr;
  const double* touched = nullptr;
  double implicit = 0.0;
};

struct GaussianFit {
  double quadratic = 0.0;  // sum of squared deviations in units of the variance
  LogProduct variance;
};

struct Kernels {
  const char* name;

  // Copies a row; true if a value is missing.
  bool (*copy_row)(const double* source, double* target, std::size_t n);
  // True if a value is infinite.
  bool (*any_infinite)(const double* values, std::size_t n);

  // Complete rows only, so that one count serves all features. Tables hold one row of n numbers per class.
  // A class is sound where every variance is above its floor: precision * pooled_m2 < limit.
  void (*complete_scores)(const double* x, const double* mean, const double* precision, const double* pooled_m2,
                          double limit, std::size_t classes, std::size_t n, double* quadratic, bool* sound);
  // Learns x and gives the product of the class's sums of squared deviations.
  LogProduct (*complete_learn)(const double* x, double* pooled_mean, double* pooled_m2, double* mean, double* m2,
                               double* precision, double weight, double pooled_count, double count, std::size_t n);

  // Mean and variance of every feature over all classes; variance 0 where x is missing or nothing is known.
  void (*pooled_moments)(const double* x, Moments pooled, double* mean, double* variance, std::size_t n);
  // The general likelihood of one class: floors, missing values, implicit zeros.
  GaussianFit (*class_fit)(const double* x, Moments moments, const double* pooled_mean, const double* pooled_variance,
                           double floor, std::size_t n);
  // Learns the values of x that are present.
  void (*update)(const double* x, Moments moments, double weight, std::size_t n);

  // The product of (zeros + 1) / (present + categories), zeros = present - others.
  LogProduct (*zero_category)(const double* present, const double* others, const double* categories, double implicit,
                              const double* touched, std::size_t n);

  // Squared distances of a query to a group of 32 stored rows, `rows[feature * 32 + row]`, each summed in feature
  // order. One bit per row that lies within `bound`; `squared` is meaningful for those rows only.
  // scale: 1/range per feature, NaN for a nominal one (`mixed`: there are such).
  unsigned (*distances)(const double* rows, const double* query, const double* scale, std::size_t features, bool mixed,
                        double bound, double* squared);
  // The same where values are missing: they are left out and the rest scaled up.
  unsigned (*distances_missing)(const double* rows, const double* query, const double* scale, std::size_t features,
                                double bound, double* squared);
  // Smallest and largest present value of one feature over groups of 32 rows.
  void (*range)(const double* column, std::size_t stride, std::size_t groups, double* low, double* high);
};

inline constexpr std::size_t kRowGroup = 32;

const Kernels& kernels();
const char* const* available_levels();  // null-terminated, best last

}  // namespace driftsift::simd
