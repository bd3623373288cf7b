// The tokens of an ARFF data line: bare or quoted values, separators, braces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "streams/text_line.hpp"

namespace driftsift {

class ArffLine : public TextLine {
 public:
  explicit ArffLine(const TextLine& line) : TextLine(line) {}

  struct Value {
    std::string_view text;  // valid until the next value is read
    std::size_t position;
    bool quoted;

    bool missing() const { return !quoted && text == "?"; }
  };

  Value value() {
    skip_blanks();
    const std::size_t begin = position();
    if (!at_end() && (peek() == '\'' || peek() == '"')) return {quoted_text(), begin, true};
    const auto text = take_until([](char c) { return is_blank(c) || c == ',' || c == '}'; });
    if (text.empty()) fail(begin, "a value is missing here; an unknown value is written '?'");
    return {text, begin, false};
  }

  // Moves over one comma and the blanks around it.
  void separator() {
    skip_blanks();
    if (accept(',')) skip_blanks();
  }

  bool accept(char expected) {
    if (at_end() || peek() != expected) return false;
    step();
    return true;
  }

  void expect(char expected, const std::string& what) {
    skip_blanks();
    if (!accept(expected)) fail(position(), "expected '" + std::string(1, expected) + "' " + what);
  }

 private:
  std::string_view quoted_text() {
    const std::size_t open = position();
    const char quote = peek();
    unescaped_.clear();
    for (step(); !at_end() && peek() != quote; step()) {
      if (peek() == '\\') {
        step();
        if (at_end()) break;
        unescaped_.push_back(unescape(peek()));
      } else {
        unescaped_.push_back(peek());
      }
    }
    if (!accept(quote)) fail(open, "the quote " + std::string(1, quote) + " is not closed");
    return unescaped_;
  }

  static char unescape(char c) {
    switch (c) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      default:
        return c;
    }
  }

  std::string unescaped_;
};

}  // namespace driftsift
