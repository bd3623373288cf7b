// The selector that is told the truth: the features that matter in a concept, and where the next one begins.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "transformers/selector.hpp"

namespace driftsift {

struct OracleOptions {
  std::vector<std::vector<std::int32_t>> relevant;  // features of each concept, ascending
  std::vector<double> drifts;                       // the row behind which each concept but the first begins, ascending
  OnEmpty on_empty = OnEmpty::all;
};

class Oracle final : public Selector {
 public:
  Oracle(const Schema& schema, OracleOptions options)
      : Selector(schema, options.on_empty), options_(std::move(options)) {
    begin_with(options_.relevant[0]);
  }

  Change observe(const Row&, int, double) override {
    next_row();
    const auto& features = options_.relevant[concept_now()];
    if (features == chosen()) return Change::unchanged;
    return adopt(features, SelectionKind::drift, SelectionReason::concept_change);
  }

  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<Oracle>(schema, options_);
  }

  void describe(State& state) override {
    Selector::describe(state);
    state.expect(chosen() == options_.relevant[concept_now()], "chosen", "is not what matters at this row");
    if (!state.measuring()) return;
    std::size_t features = 0;
    for (const auto& concept_features : options_.relevant) features += concept_features.size();
    state.scratch(features * sizeof(std::int32_t) + options_.relevant.size() * sizeof(options_.relevant[0]) +
                  options_.drifts.size() * sizeof(double));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  // Number of drifts before the row at hand.
  std::size_t concept_now() const {
    const auto before = std::lower_bound(options_.drifts.begin(), options_.drifts.end(), static_cast<double>(row()));
    return static_cast<std::size_t>(before - options_.drifts.begin());
  }

  OracleOptions options_;
};

}  // namespace driftsift
