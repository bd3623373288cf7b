// The data rows of an ARFF file, dense `1,red,?` or sparse `{0 1, 3 red}`, either with a weight `{2.5}` behind.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "streams/arff_attribute.hpp"
#include "streams/arff_line.hpp"
#include "streams/sparse_rows.hpp"

namespace driftsift {

struct ArffRows {
  std::vector<double> dense;  // C order; empty if the parser makes sparse rows
  SparseRows sparse;
  std::vector<std::int32_t> labels;  // codes of the target's categories, -1 for a missing label
  std::vector<double> weights;
  std::vector<std::int32_t> lines;   // line of each row inside the block
  std::vector<std::int64_t> unseen;  // per attribute: values that are not in the schema
  bool weighted = false;
};

class ArffParser {
 public:
  // `learning`: text attributes take up new values; otherwise a new text is unseen.
  ArffParser(std::vector<ArffAttribute> attributes, std::size_t n_columns, bool sparse, bool learning)
      : attributes_(std::move(attributes)),
        n_columns_(n_columns),
        sparse_(sparse),
        learning_(learning),
        unmentioned_(n_columns, 0.0),
        mentioned_(attributes_.size(), 0) {
    for (std::size_t j = 0; j < attributes_.size(); ++j) prepare(j);
  }

  ArffRows parse(std::string_view block) {
    ArffRows rows;
    rows.unseen.assign(attributes_.size(), 0);
    for_each_line(block, [&](const TextLine& text) {
      ArffLine line(text);
      line.skip_blanks();
      if (!line.at_end() && line.peek() != '%') parse_row(line, rows);
    });
    return rows;
  }

  const std::vector<std::string>& categories(std::size_t attribute) const {
    return attributes_.at(attribute).categories.words();
  }

 private:
  void prepare(std::size_t j) {
    const ArffAttribute& attribute = attributes_[j];
    if (attribute.kind == ArffKind::skip) return;
    if (attribute.is_target()) {
      target_ = j;
      return;
    }
    const double value = attribute.unmentioned();
    unmentioned_[static_cast<std::size_t>(attribute.column)] = value;
    if (value != 0.0) not_zero_.push_back(j);
  }

  void parse_row(ArffLine& line, ArffRows& rows) {
    ++row_;
    rows.lines.push_back(static_cast<std::int32_t>(line.number()));
    rows.labels.push_back(Vocabulary::absent);
    if (line.accept('{')) {
      if (!sparse_) rows.dense.insert(rows.dense.end(), unmentioned_.begin(), unmentioned_.end());
      parse_sparse(line, rows);
    } else {
      if (!sparse_) rows.dense.resize(rows.dense.size() + n_columns_);
      parse_dense(line, rows);
    }
    if (sparse_) rows.sparse.end_row();
    parse_weight(line, rows);
  }

  void parse_dense(ArffLine& line, ArffRows& rows) {
    for (std::size_t j = 0; j < attributes_.size(); ++j) {
      if (j > 0) line.separator();
      if (line.at_end())
        line.fail(line.position(),
                  "the row ends after " + std::to_string(j) + " of " + std::to_string(attributes_.size()) + " values");
      store(line, line.value(), j, rows);
    }
  }

  void parse_sparse(ArffLine& line, ArffRows& rows) {
    line.skip_blanks();
    while (!line.accept('}')) {
      const auto index = line.value();
      const auto j = attribute_index(line, index);
      line.skip_blanks();
      store(line, line.value(), j, rows);
      line.separator();
      if (line.at_end()) line.fail(line.position(), "the '}' of the sparse row is missing");
    }
    complete_sparse(rows);
  }

  std::size_t attribute_index(const ArffLine& line, const ArffLine::Value& token) {
    std::size_t j = 0;
    const auto end_of_text = token.text.data() + token.text.size();
    const auto [end, status] = std::from_chars(token.text.data(), end_of_text, j);
    if (status != std::errc() || end != end_of_text)
      line.fail(token.position, quoted(token.text) + " is not an attribute index");
    if (j >= attributes_.size())
      line.fail(token.position, "index " + std::to_string(j) + " is beyond the " + std::to_string(attributes_.size()) +
                                    " attributes, which are numbered from 0");
    if (mentioned_[j] == row_) line.fail(token.position, "index " + std::to_string(j) + " appears twice in the row");
    mentioned_[j] = row_;
    return j;
  }

  // What a sparse row does not mention is 0: the first category of a nominal attribute, class 0 of the target.
  void complete_sparse(ArffRows& rows) {
    if (sparse_) {
      for (const auto j : not_zero_)
        if (mentioned_[j] != row_) rows.sparse.add(attributes_[j].column, attributes_[j].unmentioned());
    }
    if (!target_ || mentioned_[*target_] == row_) return;
    ArffAttribute& target = attributes_[*target_];
    if (target.kind == ArffKind::nominal) rows.labels.back() = 0;
    if (target.kind == ArffKind::numeric) rows.labels.back() = target.categories.learn("0");
  }

  void store(const ArffLine& line, const ArffLine::Value& value, std::size_t j, ArffRows& rows) {
    ArffAttribute& attribute = attributes_[j];
    if (attribute.kind == ArffKind::skip) return;
    if (attribute.is_target()) {
      rows.labels.back() = label(line, value, attribute);
      return;
    }
    const double number = value.missing() ? ArffAttribute::missing : code(line, value, j, rows);
    if (!sparse_)
      rows.dense[rows.dense.size() - n_columns_ + static_cast<std::size_t>(attribute.column)] = number;
    else if (number != 0.0)
      rows.sparse.add(attribute.column, number);
  }

  static std::int32_t label(const ArffLine& line, const ArffLine::Value& value, ArffAttribute& attribute) {
    if (value.missing()) return Vocabulary::absent;
    if (attribute.kind == ArffKind::nominal) return declared(line, value, attribute);
    if (attribute.kind == ArffKind::numeric) parse_number(line, value.position, value.text);
    return attribute.categories.learn(value.text);
  }

  double code(const ArffLine& line, const ArffLine::Value& value, std::size_t j, ArffRows& rows) {
    ArffAttribute& attribute = attributes_[j];
    double number = ArffAttribute::missing;
    switch (attribute.kind) {
      case ArffKind::numeric:
        return named(line, value, attribute);
      case ArffKind::date:
        return seconds(line, value, attribute);
      case ArffKind::nominal:
        number = attribute.codes[static_cast<std::size_t>(declared(line, value, attribute))];
        break;
      default:
        number = text_code(value, attribute);
    }
    if (std::isnan(number)) ++rows.unseen[j];
    return number;
  }

  double text_code(const ArffLine::Value& value, ArffAttribute& attribute) const {
    const auto known = learning_ ? attribute.categories.learn(value.text) : attribute.categories.find(value.text);
    return known == Vocabulary::absent ? ArffAttribute::missing : known;
  }

  static double named(const ArffLine& line, const ArffLine::Value& value, const ArffAttribute& attribute) {
    try {
      return parse_number(line, value.position, value.text);
    } catch (const ParseError& error) {
      throw ParseError(error.line, error.column, "attribute " + quoted(attribute.name) + ": " + error.what());
    }
  }

  static double seconds(const ArffLine& line, const ArffLine::Value& value, const ArffAttribute& attribute) {
    const auto moment = attribute.date->seconds(value.text);
    if (!moment)
      line.fail(value.position, "attribute " + quoted(attribute.name) + ": " + quoted(value.text) +
                                    " does not fit the declared date format");
    return *moment;
  }

  static std::int32_t declared(const ArffLine& line, const ArffLine::Value& value, const ArffAttribute& attribute) {
    const auto known = attribute.categories.find(value.text);
    if (known == Vocabulary::absent)
      line.fail(value.position, "attribute " + quoted(attribute.name) + ": " + quoted(value.text) +
                                    " is not among its declared values");
    return known;
  }

  void parse_weight(ArffLine& line, ArffRows& rows) {
    double weight = 1.0;
    line.separator();
    if (line.accept('{')) {
      const auto value = line.value();
      weight = parse_number(line, value.position, value.text);
      if (!(weight >= 0.0)) line.fail(value.position, "the weight " + quoted(value.text) + " is not a number >= 0");
      line.expect('}', "behind the weight");
      line.skip_blanks();
      rows.weighted = true;
    }
    rows.weights.push_back(weight);
    if (!line.at_end())
      line.fail(line.position(), "unexpected " + quoted(line.rest()) + " behind the " +
                                     std::to_string(attributes_.size()) + " values of the row");
  }

  std::vector<ArffAttribute> attributes_;
  std::size_t n_columns_;
  bool sparse_;
  bool learning_;
  std::optional<std::size_t> target_;
  std::vector<double> unmentioned_;      // per column: the value in a sparse row that does not mention it
  std::vector<std::size_t> not_zero_;    // attributes for which that value is not 0
  std::vector<std::int64_t> mentioned_;  // per attribute: the last sparse row that mentioned it
  std::int64_t row_ = 0;
};

}  // namespace driftsift
