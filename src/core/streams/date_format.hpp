// Dates written after a pattern of Java's SimpleDateFormat, read as seconds since 1970-01-01 UTC.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace driftsift {

class DateFormat {
 public:
  explicit DateFormat(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size();) {
      const char c = pattern[i];
      if (c == '\'') {
        i = add_quoted(pattern, i);
      } else if (is_letter(c)) {
        std::size_t width = 1;
        while (i + width < pattern.size() && pattern[i + width] == c) ++width;
        add_field(c, width, pattern);
        i += width;
      } else {
        steps_.push_back({0, 0, c});
        ++i;
      }
    }
  }

  std::optional<double> seconds(std::string_view text) const {
    Fields fields;
    std::size_t at = 0;
    for (std::size_t k = 0; k < steps_.size(); ++k) {
      const Step& step = steps_[k];
      if (step.field == 0) {
        if (at >= text.size() || text[at++] != step.literal) return std::nullopt;
        continue;
      }
      const bool digits_follow = k + 1 < steps_.size() && steps_[k + 1].field != 0;
      if (!read_field(step, digits_follow ? step.width : longest_number, text, at, fields)) return std::nullopt;
    }
    if (at != text.size()) return std::nullopt;
    return fields.seconds();
  }

 private:
  static constexpr std::size_t longest_number = 6;

  struct Step {
    char field;  // 0 for a literal character
    std::size_t width;
    char literal;
  };

  struct Fields {
    int year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, milli = 0;

    std::optional<double> seconds() const {
      using namespace std::chrono;
      if (year > static_cast<int>(std::chrono::year::max())) return std::nullopt;
      const year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                std::chrono::day{static_cast<unsigned>(day)}};
      if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
      const auto days = static_cast<double>(sys_days{date}.time_since_epoch().count());
      return days * 86400.0 + hour * 3600.0 + minute * 60.0 + second + milli / 1000.0;
    }

    int* field(char letter) {
      switch (letter) {
        case 'y':
          return &year;
        case 'M':
          return &month;
        case 'd':
          return &day;
        case 'H':
          return &hour;
        case 'm':
          return &minute;
        case 's':
          return &second;
        case 'S':
          return &milli;
        default:
          return nullptr;
      }
    }
  };

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  std::size_t add_quoted(std::string_view pattern, std::size_t open) {
    std::size_t i = open + 1;
    if (i < pattern.size() && pattern[i] == '\'') {
      steps_.push_back({0, 0, '\''});
      return i + 1;
    }
    while (i < pattern.size() && pattern[i] != '\'') steps_.push_back({0, 0, pattern[i++]});
    return i + 1;
  }

  void add_field(char letter, std::size_t width, std::string_view pattern) {
    const bool is_name = letter == 'M' && width > 2;
    if (Fields{}.field(letter) == nullptr || is_name)
      throw std::invalid_argument("date format '" + std::string(pattern) + "' uses '" + std::string(width, letter) +
                                  "'; only numbers for y M d H m s S are supported");
    steps_.push_back({letter, width, 0});
  }

  static bool read_field(const Step& step, std::size_t longest, std::string_view text, std::size_t& at,
                         Fields& fields) {
    const std::size_t begin = at;
    int value = 0;
    while (at < text.size() && at - begin < longest && is_digit(text[at])) value = value * 10 + (text[at++] - '0');
    if (at == begin) return false;
    if (step.field == 'y' && step.width == 2 && at - begin == 2) value += value < 70 ? 2000 : 1900;
    *fields.field(step.field) = value;
    return true;
  }

  std::vector<Step> steps_;
};

}  // namespace driftsift
