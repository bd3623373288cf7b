// What one attribute of an ARFF file is, and where its values go.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "streams/date_format.hpp"
#include "streams/vocabulary.hpp"

namespace driftsift {

enum class ArffKind { skip, numeric, nominal, text, date };

struct ArffAttribute {
  static constexpr std::int32_t target = -1;

  ArffAttribute(std::string attribute_name, ArffKind attribute_kind, std::int32_t destination)
      : name(std::move(attribute_name)), kind(attribute_kind), column(destination) {}

  static ArffAttribute skipped(std::string name) { return {std::move(name), ArffKind::skip, 0}; }

  // A numeric target is a label like any other text.
  static ArffAttribute number(std::string name, std::int32_t column) {
    return {std::move(name), ArffKind::numeric, column};
  }

  // codes[k] is what the matrix holds for category k; NaN if the schema does not have it.
  static ArffAttribute nominal(std::string name, std::int32_t column, const std::vector<std::string>& categories,
                               std::vector<double> codes) {
    ArffAttribute attribute(std::move(name), ArffKind::nominal, column);
    attribute.categories = Vocabulary(categories);
    attribute.codes = std::move(codes);
    return attribute;
  }

  static ArffAttribute text(std::string name, std::int32_t column, const std::vector<std::string>& categories) {
    ArffAttribute attribute(std::move(name), ArffKind::text, column);
    attribute.categories = Vocabulary(categories);
    return attribute;
  }

  static ArffAttribute moment(std::string name, std::int32_t column, const std::string& pattern) {
    ArffAttribute attribute(std::move(name), ArffKind::date, column);
    attribute.date = DateFormat(pattern);
    return attribute;
  }

  bool is_target() const { return column == target; }

  // The value of this attribute in a sparse row that does not mention it.
  double unmentioned() const {
    if (kind == ArffKind::nominal) return codes.empty() ? missing : codes[0];
    return kind == ArffKind::text ? missing : 0.0;
  }

  static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

  std::string name;
  ArffKind kind;
  std::int32_t column;
  Vocabulary categories;
  std::vector<double> codes;
  std::optional<DateFormat> date;
};

}  // namespace driftsift
