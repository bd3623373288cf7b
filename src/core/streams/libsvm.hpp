// Rows of the LibSVM format: `label index:value index:value ... # comment`.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "streams/sparse_rows.hpp"
#include "streams/text_line.hpp"
#include "streams/vocabulary.hpp"

namespace driftsift {

struct LibsvmRows {
  SparseRows features;
  std::vector<std::int32_t> labels;  // codes of the parser's vocabulary, -1 for a missing label
  std::vector<std::int32_t> lines;   // line of each row inside the block
};

class LibsvmParser {
 public:
  // Column of the matrix = index in the file - first_index; it must stay below n_features.
  LibsvmParser(std::int64_t first_index, std::int64_t n_features)
      : first_index_(first_index), n_features_(n_features) {}

  LibsvmRows parse(std::string_view block) {
    LibsvmRows rows;
    rows.features.values.reserve(block.size() / 8);
    rows.features.columns.reserve(block.size() / 8);
    for_each_line(block, [&](TextLine line) { parse_line(line, rows); });
    return rows;
  }

  const Vocabulary& labels() const { return labels_; }

  // The smallest and largest index met so far, as written in the file; lowest > highest if there was none.
  std::int64_t lowest() const { return lowest_; }
  std::int64_t highest() const { return highest_; }

 private:
  static bool ends_token(char c) { return is_blank(c) || c == '#'; }
  static bool ended(const TextLine& line) { return line.at_end() || line.peek() == '#'; }

  void parse_line(TextLine line, LibsvmRows& rows) {
    line.skip_blanks();
    if (ended(line)) return;
    rows.labels.push_back(parse_label(line));
    rows.lines.push_back(static_cast<std::int32_t>(line.number()));
    for (line.skip_blanks(); !ended(line); line.skip_blanks())
      if (!parse_plain_entry(line, rows.features)) parse_entry(line, rows.features);
    const auto twice = rows.features.end_row();
    if (twice >= 0) line.fail(0, "index " + std::to_string(twice + first_index_) + " appears twice in the row");
  }

  std::int32_t parse_label(TextLine& line) {
    const auto position = line.position();
    const auto token = line.take_until(ends_token);
    if (token.find(':') != std::string_view::npos)
      line.fail(position, "the row has no label: it starts with " + quoted(token));
    if (token.find(',') != std::string_view::npos)
      line.fail(position, "several labels " + quoted(token) + ": rows with more than one label are not supported");
    return is_missing_number(token) ? Vocabulary::absent : labels_.learn(token);
  }

  // The usual case in one go; false, with the line untouched, for anything out of the ordinary.
  bool parse_plain_entry(TextLine& line, SparseRows& features) {
    const auto text = line.rest();
    const char* const end = text.data() + text.size();
    std::int64_t index = 0;
    double value = 0.0;
    const auto [colon, index_status] = std::from_chars(text.data(), end, index);
    if (index_status != std::errc() || colon == end || *colon != ':') return false;
    if (index < first_index_ || index - first_index_ >= n_features_) return false;
    const auto [stop, value_status] = std::from_chars(colon + 1, end, value);
    if (value_status != std::errc() || !std::isfinite(value) || (stop != end && !ends_token(*stop))) return false;
    add(index, value, features);
    line.advance(static_cast<std::size_t>(stop - text.data()));
    return true;
  }

  void parse_entry(TextLine& line, SparseRows& features) {
    const auto position = line.position();
    const auto token = line.take_until(ends_token);
    const auto colon = token.find(':');
    if (colon == std::string_view::npos) line.fail(position, quoted(token) + " is not of the form index:value");
    const auto index = parse_index(line, position, token.substr(0, colon));
    add(index, parse_number(line, position + colon + 1, token.substr(colon + 1)), features);
  }

  void add(std::int64_t index, double value, SparseRows& features) {
    lowest_ = std::min(lowest_, index);
    highest_ = std::max(highest_, index);
    if (value != 0.0) features.add(static_cast<std::int32_t>(index - first_index_), value);
  }

  std::int64_t parse_index(const TextLine& line, std::size_t position, std::string_view token) const {
    if (token == "qid") line.fail(position, "'qid:' marks ranking data, which is not supported");
    std::int64_t index = 0;
    const auto [end, status] = std::from_chars(token.data(), token.data() + token.size(), index);
    if (status != std::errc() || end != token.data() + token.size())
      line.fail(position, quoted(token) + " is not a feature index");
    if (index < first_index_) line.fail(position, too_low(index));
    if (index - first_index_ >= n_features_)
      line.fail(position, "index " + std::to_string(index) + " is beyond the " + std::to_string(n_features_) +
                              " features, which are numbered from " + std::to_string(first_index_));
    return index;
  }

  std::string too_low(std::int64_t index) const {
    const std::string text = "index " + std::to_string(index);
    if (index < 0) return text + " is negative";
    return text + " in a file whose indices start at 1; pass zero_based=True if they start at 0";
  }

  std::int64_t first_index_;
  std::int64_t n_features_;
  std::int64_t lowest_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t highest_ = -1;
  Vocabulary labels_;
};

}  // namespace driftsift
