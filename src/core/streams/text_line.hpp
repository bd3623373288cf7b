// A line of a text file: walking over its tokens, reading numbers, and saying where something is wrong.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace driftsift {

// Something unreadable; line and column count from 1, the line from the start of the block.
struct ParseError : std::runtime_error {
  ParseError(std::size_t line_number, std::size_t column_number, const std::string& message)
      : std::runtime_error(message), line(line_number), column(column_number) {}

  std::size_t line;
  std::size_t column;
};

inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.size() > longest) return "'" + std::string(text.substr(0, longest)) + "...'";
  return "'" + std::string(text) + "'";
}

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

class TextLine {
 public:
  TextLine(std::string_view text, std::size_t number) : text_(text), number_(number) {}

  std::size_t number() const { return number_; }
  std::size_t position() const { return at_; }
  bool at_end() const { return at_ >= text_.size(); }
  char peek() const { return text_[at_]; }
  void step() { ++at_; }
  std::string_view rest() const { return text_.substr(at_); }
  void advance(std::size_t count) { at_ += count; }

  void skip_blanks() {
    while (!at_end() && is_blank(peek())) step();
  }

  // Everything up to the next character for which `stops` is true.
  template <typename Stops>
  std::string_view take_until(Stops stops) {
    const std::size_t begin = at_;
    while (!at_end() && !stops(peek())) step();
    return text_.substr(begin, at_ - begin);
  }

  [[noreturn]] void fail(std::size_t position, const std::string& message) const {
    throw ParseError(number_, position + 1, message);
  }

 private:
  std::string_view text_;
  std::size_t number_;
  std::size_t at_ = 0;
};

// Calls `visit(line)` for every line of a block of complete lines; the last line may lack its newline.
template <typename Visit>
void for_each_line(std::string_view block, Visit visit) {
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < block.size(); ++number) {
    const std::size_t newline = block.find('\n', begin);
    std::size_t end = newline == std::string_view::npos ? block.size() : newline;
    const std::size_t next = end + 1;
    if (end > begin && block[end - 1] == '\r') --end;
    visit(TextLine(block.substr(begin, end - begin), number));
    begin = next;
  }
}

inline bool is_missing_number(std::string_view token) {
  return token == "?" || token == "nan" || token == "NaN" || token == "NAN";
}

// A finite number or NaN; anything else is an error at `position` of the line.
inline double parse_number(const TextLine& line, std::size_t position, std::string_view token) {
  if (is_missing_number(token)) return std::numeric_limits<double>::quiet_NaN();
  std::string_view digits = token;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc::invalid_argument || end != digits.data() + digits.size())
    line.fail(position, quoted(token) + " is not a number");
  if (status == std::errc::result_out_of_range) value = std::strtod(std::string(digits).c_str(), nullptr);
  if (!std::isfinite(value)) line.fail(position, quoted(token) + " is infinite; only finite numbers are allowed");
  return value;
}

}  // namespace driftsift
