// Compiled once per instruction set with DRIFTSIFT_KERNELS naming the table. Includes no header with inline
// functions that another translation unit could share: the linker might keep the copy with the wrong instructions.
#include "simd/kernels.hpp"

#include "simd/bayes.hpp"
#include "simd/bins.hpp"
#include "simd/bit_sets.hpp"
#include "simd/categories.hpp"
#include "simd/draws.hpp"
#include "simd/neighbours.hpp"
#include "simd/projection.hpp"
#include "simd/splits.hpp"

#define DRIFTSIFT_JOIN(a, b) a##b
#define DRIFTSIFT_TABLE(level) DRIFTSIFT_JOIN(kernels_, level)
#define DRIFTSIFT_TEXT_OF(level) #level
#define DRIFTSIFT_TEXT(level) DRIFTSIFT_TEXT_OF(level)

namespace driftsift::simd {

extern const Kernels DRIFTSIFT_TABLE(DRIFTSIFT_KERNELS);
const Kernels DRIFTSIFT_TABLE(DRIFTSIFT_KERNELS) = {
    DRIFTSIFT_TEXT(DRIFTSIFT_KERNELS),
    copy_row,
    any_infinite,
    all_codes,
    complete_scores,
    complete_learn,
    complete_run,
    softmax,
    pooled_moments,
    class_fit,
    update,
    zero_category,
    copy_codes,
    category_scores,
    learn_categories,
    distances,
    distances_missing,
    distances_weighted,
    range,
    count_at_cuts,
    misplaced_cuts,
    follow_cuts,
    draw_range<std::uint64_t>,
    draw_range<double>,
    draw_at<std::uint64_t>,
    draw_at<double>,
    draw_table,
    normal_quantiles,
    cosines_of_turns,
    interval_bits,
    common_bits,
    combine_columns,
    widen,
    gaussian_cuts,
    cut_gains,
};

}  // namespace driftsift::simd
