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
  double exponent = 0.0;

  double value() const { return std::log(mantissa) + exponent * 0.69314718055994530942; }
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

// A Gaussian classifier all of whose rows were complete. Tables hold a row of `width` numbers per class; `weight`,
// `log_variance` and `prior` one number per class.
struct CompleteModel {
  std::size_t features, width, classes;
  double inverse_floor;
  double* total;
  double* pooled_mean;
  double* pooled_m2;
  double* weight;
  double* mean;
  double* m2;
  double* precision;
  double* log_variance;
  double* prior;
  double* x;       // scratch, `width` numbers
  double* scores;  // scratch, one number per class
};

struct GaussianFit {
  double quadratic = 0.0;  // sum of squared deviations in units of the variance
  LogProduct variance;
};

// What a node of a tree knows of its numeric features: tables with a row of `width` numbers per class. The inverse
// deviation is 0 where there is none.
struct GaussianTable {
  const double* count;
  const double* mean;
  const double* inverse_deviation;
  const double* low;
  const double* high;
  std::size_t classes, width;
};

// What is known of nominal features: tables with a row of `width` numbers per class, 0 in the padding.
struct CategoryCounts {
  const double* weight;      // one number per class
  const double* present;     // of the rows that have the feature
  const double* others;      // of those with a category other than 0
  const double* gathered;    // of those with the category at hand, for features of more than two; null: there are none
  const double* categories;  // one number per feature, 1 in the padding
  const double* log_totals;  // one number per class: the logarithm of the product of present + categories
  std::size_t classes, width;
};

// Where draws come from (data/randomness.hpp): seed, purpose and sub in `tail`, and unit; the counter comes with the
// call.
struct DrawAddress {
  std::uint64_t seed;
  std::uint32_t unit;
  std::uint32_t tail;
};

// Counters anywhere; their units and subs, if not null, are added to those of the address.
struct DrawCounters {
  const std::uint64_t* t;
  const std::uint32_t* unit;
  const std::uint32_t* sub;
  std::size_t n;
};

// The bins of a value that enters and of one that leaves.
struct CutBins {
  std::int32_t in;
  std::int32_t out;
};

// When cuts are moved: a bin is fuller than `most` or emptier than `fewest`, which are `fuller` times the fullest and
// `emptier` times the emptiest of the bins as they were made.
struct CutLimits {
  double emptier, fuller;
  std::int64_t fewest, most;
  std::size_t due;             // rows up to a periodical rebuild, if no cut is moved before
  std::size_t period;          // and after that
  std::size_t least_occupied;  // cells: with fewer the grid may have to be another one
};

// Cuts on their way through a run of rows. Counts have two parts: the lower 16 bits count values, the upper ones those
// of a class, if there are but two; both stay below 2^15. In row i a value counts as in_count[i], say.
struct CutRun {
  const std::int32_t *in, *in_count, *out, *out_count;
  std::size_t rows;
  std::int32_t* cells;   // count of every cell, that of cell 0 first
  std::int32_t last;     // cell of the table
  std::int32_t* cuts;    // 16
  std::int32_t* counts;  // 16, of the bins
  const std::int32_t* target;
  std::size_t number;  // of cuts, less than 16
  std::int32_t values;
  std::size_t occupied;       // cells
  std::int32_t (*trail)[16];  // if not null: the counts of the bins after every row
  std::size_t taken;          // rows
  std::size_t moved;          // rows up to the last one with which the cuts were moved
  bool scarce;                // stopped for want of occupied cells when the cuts were to be moved
  std::int32_t fewest, most;  // values in any bin that is not empty, when they were moved last
};

struct Kernels {
  const char* name;

  // Copies a row; true if a value is missing.
  bool (*copy_row)(const double* source, double* target, std::size_t n);
  // True if a value is infinite.
  bool (*any_infinite)(const double* values, std::size_t n);
  // True if every value of a nominal feature is missing or one of its codes; a feature without categories is numeric.
  bool (*all_codes)(const double* row, const double* categories, std::size_t n);

  // Complete rows only, so that one count serves all features. Tables hold one row of n numbers per class.
  // Takes half of (quadratic form + log variance) off the score of every class that is sound, that is, whose
  // variances are all above their floor: precision * pooled_m2 < limit. True if all are.
  bool (*complete_scores)(const double* x, const double* mean, const double* precision, const double* log_variance,
                          const double* pooled_m2, double limit, std::size_t classes, std::size_t n, double* scores,
                          bool* sound);
  // Learns x. Gives the sum of the logarithms of the class's variances, of which there are `features`, and, from the
  // same vector of logarithms, ln(count + 1).
  double (*complete_learn)(const double* x, double* pooled_mean, double* pooled_m2, double* mean, double* m2,
                           double* precision, double weight, double pooled_count, double count, std::size_t n,
                           double features, double* log_count);

  // The prequential step for a run of rows; either output may be null. Stops at the first row that is not simple (a
  // missing value, a class that is not sound) and gives its number, otherwise `end`. One call per run: for 10 features
  // half of the time of a step had gone into calls and setting up constants.
  std::size_t (*complete_run)(const CompleteModel& model, const double* rows, std::size_t begin, std::size_t end,
                              const std::int32_t* codes, const double* weights, std::int32_t* predictions,
                              double* votes);

  // Scores in log space as shares that add up to 1.
  void (*softmax)(const double* scores, std::size_t classes, double* votes);

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

  // Copies the codes of nominal features and fills up with NaN; true if one is missing.
  bool (*copy_codes)(const double* source, double* target, std::size_t n);
  // Adds the logarithm of the product of (rows with the category + 1) / (present + categories) to the score of every
  // class that has been seen.
  void (*category_scores)(const CategoryCounts& counts, const double* x, bool missing, double* scores);
  // Learns the codes x of a row in one class. Gives the logarithm of the product of present + categories.
  double (*learn_categories)(const double* x, double* present, double* others, const double* categories, double weight,
                             std::size_t n);

  // Squared distances of a query to a group of 32 stored rows, `rows[feature * 32 + row]`, each summed in feature
  // order. One bit per row that lies within `bound`; `squared` is meaningful for those rows only.
  // scale: 1/range per feature, NaN for a nominal one (`mixed`: there are such).
  unsigned (*distances)(const double* rows, const double* query, const double* scale, std::size_t features, bool mixed,
                        double bound, double* squared);
  // The same where values are missing: they are left out and the rest scaled up.
  unsigned (*distances_missing)(const double* rows, const double* query, const double* scale, std::size_t features,
                                double bound, double* squared);
  // The same over `n` features, each with its weight; `total` is the sum of the weights.
  unsigned (*distances_weighted)(const double* rows, const double* query, const double* scale,
                                 const std::int32_t* features, std::size_t n, const double* weights, double total,
                                 double bound, double* squared);
  // Smallest and largest present value of one feature over groups of 32 rows.
  void (*range)(const double* column, std::size_t stride, std::size_t groups, double* low, double* high);

  // Cuts between bins, as cells of a grid in ascending order, in groups of 16 filled up with the largest number. Beside
  // each stands how many values lie in cells below it and how many in the last of these. Lets a value into the cell
  // `in` and another one out of the cell `out`, the largest number meaning none; gives their bins.
  CutBins (*count_at_cuts)(const std::int32_t* cuts, std::int32_t* below, std::int32_t* edge, std::size_t lanes,
                           std::int32_t in, std::int32_t out);
  // Of 16 cuts, those that are not behind the very cell with which the wanted number of values is reached, or behind
  // all values.
  unsigned (*misplaced_cuts)(const std::int32_t* below, const std::int32_t* edge, const std::int32_t* target,
                             std::int32_t all);

  // Lets values into cells and others out and moves the cuts whenever a bin is too full or too empty.
  void (*follow_cuts)(CutRun& run, const CutLimits& limits);

  // The words A and B of the counters start, ..., start + n - 1, or of counters anywhere; as they
  // are or as numbers in [0, 1). In a range `b` may be null.
  void (*word_range)(const DrawAddress& at, std::uint64_t start, std::size_t n, std::uint64_t* a, std::uint64_t* b);
  void (*uniform_range)(const DrawAddress& at, std::uint64_t start, std::size_t n, double* a, double* b);
  void (*words_at)(const DrawAddress& at, const DrawCounters& counters, std::uint64_t* a, std::uint64_t* b);
  void (*uniforms_at)(const DrawAddress& at, const DrawCounters& counters, double* a, double* b);
  // A row of `width` numbers in [0, 1) per counter: the columns first, ..., first + width - 1 of a table whose column
  // j is word j % 2 of unit + j / 2.
  void (*uniform_table)(const DrawAddress& at, std::uint64_t start, std::size_t rows, std::size_t first,
                        std::size_t width, double* table);
  // Where a standard normal variable lies below with probability p, 0 < p < 1.
  void (*normal_quantiles)(const double* p, double* z, std::size_t n);
  // cos(2 pi x), the same bits on every machine.
  void (*cosines_of_turns)(const double* x, double* cosines, std::size_t n);

  // Bit sets of up to 64 rows for up to eight features in neighbouring columns: whether low < x <= high, each of
  // which has eight entries. A missing value lies nowhere.
  void (*interval_bits)(const double* const* rows, std::size_t n, std::size_t column, std::size_t features,
                        const double* low, const double* high, std::uint64_t* words);
  // How many bits a mask and a set have in common, for every mask and every set of eight features side by side:
  // masks[mask][word], sets[set][word][feature] on a cache line, counts[mask][set][feature].
  void (*common_bits)(const std::uint64_t* masks, std::size_t n_masks, const std::uint64_t* sets, std::size_t n_sets,
                      std::size_t words, std::int32_t* counts);

  // The sum of x[i] times column which[i] of a table, divided by `scale`; columns begin `stride` numbers apart, a
  // multiple of eight, on a cache line.
  void (*combine_columns)(const double* table, std::size_t stride, const std::int32_t* which, const double* x,
                          std::size_t n, double scale, double* sums);

  // Ranges that are to hold the values of x, missing ones aside.
  void (*widen)(const double* x, double* low, double* high, std::size_t n);
  // For `cuts` equally spaced cuts inside the range of every feature: the weight of every class at or below the cut,
  // left[cut][class][feature].
  void (*gaussian_cuts)(const GaussianTable& table, std::size_t cuts, double* left);
  // Information gain of these cuts, gains[cut][feature], in bits; -1 where `least_share` times a side is not more than
  // both.
  void (*cut_gains)(const double* left, const double* total, std::size_t cuts, std::size_t classes, std::size_t width,
                    double least_share, double* gains);
};

inline constexpr std::size_t kRowGroup = 32;
inline constexpr std::size_t kSetsSideBySide = 8;

const Kernels& kernels();
const char* const* available_levels();  // null-terminated, best last

}  // namespace driftsift::simd
