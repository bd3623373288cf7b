// The interval values are declared to lie in.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace driftsift {

struct Interval {
  double low = 0.0;
  double high = 1.0;

  bool contains(double value) const { return value >= low && value <= high; }
  // Where a value lies between the ends, from 0 to 1; and back.
  double share(double value) const { return (value - low) / (high - low); }
  double value(double share) const { return low + share * (high - low); }

  std::string words() const { return "a number from " + shortest(low) + " to " + shortest(high); }

 private:
  static std::string shortest(double number) {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
  }
};

}  // namespace driftsift
