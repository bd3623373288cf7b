// The question a split asks of a row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

struct NodeTest {
  enum class Kind : std::int32_t { none, at_most, category, equals };

  Kind kind = Kind::none;
  std::int32_t feature = 0;
  double value = 0.0;  // the cut of `at_most`, the category of `equals`

  bool answers(const Row& row) const {
    const double v = row.values[static_cast<std::size_t>(feature)];
    return v == v;
  }

  // The child a row goes to in which the feature is present.
  std::size_t child(const Row& row) const {
    const double v = row.values[static_cast<std::size_t>(feature)];
    if (kind == Kind::category) return static_cast<std::size_t>(v);
    return kind == Kind::at_most ? (v <= value ? 0 : 1) : (v == value ? 0 : 1);
  }

  std::size_t children(const Schema& schema) const {
    return kind == Kind::category ? static_cast<std::size_t>(schema.categories[static_cast<std::size_t>(feature)]) : 2;
  }

  // No test at all is described, too; any other one must fit the features.
  void describe(State& state, const Schema& schema) {
    auto number = static_cast<std::int64_t>(kind), place = static_cast<std::int64_t>(feature);
    state.field("kind", number);
    state.field("feature", place);
    state.field("value", value);
    state.expect(number >= 0 && number <= 3, "kind", "is unknown");
    state.expect(place >= 0 && place < static_cast<std::int64_t>(schema.dimension()), "feature", "is out of range");
    if (state.loading()) *this = {static_cast<Kind>(number), static_cast<std::int32_t>(place), value};
    state.expect(kind == Kind::none || fits(schema), "kind", "does not fit the feature");
  }

  bool fits(const Schema& schema) const {
    if (feature < 0 || static_cast<std::size_t>(feature) >= schema.dimension()) return false;
    const auto f = static_cast<std::size_t>(feature);
    if (kind == Kind::at_most) return schema.numeric(f) && value - value == 0.0;
    if (kind == Kind::category) return !schema.numeric(f);
    return kind == Kind::equals && !schema.numeric(f) && value == value && schema.admits(f, value);
  }
};

}  // namespace driftsift
