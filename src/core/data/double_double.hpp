// Numbers of about 106 bits, as sums of two doubles. Dekker, Numerische Mathematik 1971.
#pragma once

#include <cmath>
#include <cstdint>

namespace driftsift {

struct DoubleDouble {
  double high = 0.0;
  double low = 0.0;

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const double sum = a.high + b.high;
    const double part = sum - a.high;
    const double lost = (a.high - (sum - part)) + (b.high - part);
    return joined(sum, lost + a.low + b.low);
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) {
    return a + DoubleDouble{-b.high, -b.low};
  }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const double product = a.high * b.high;
    return joined(product, std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
  }
  friend DoubleDouble operator*(const DoubleDouble& a, double b) {
    const double product = a.high * b;
    return joined(product, std::fma(a.high, b, -product) + a.low * b);
  }
  friend DoubleDouble operator/(const DoubleDouble& a, double b) {
    const double quotient = a.high / b;
    const double rest = std::fma(-quotient, b, a.high) + a.low;
    return joined(quotient, rest / b);
  }

  double value() const { return high + low; }
  std::int64_t nearest() const {
    const double whole = std::nearbyint(high);
    return static_cast<std::int64_t>(whole) + std::llrint((high - whole) + low);
  }

 private:
  static DoubleDouble joined(double high, double low) {
    const double sum = high + low;
    return {sum, low - (sum - high)};
  }
};

// log2((n + 1) / n), by the series of the inverse hyperbolic tangent.
inline DoubleDouble log2_of_next(double n) {
  constexpr DoubleDouble kTwoByLn2{0x1.71547652b82fep+1, 0x1.777d0ffda0d24p-55};
  const double root = 2 * n + 1;
  DoubleDouble power = DoubleDouble{kTwoByLn2.high, kTwoByLn2.low} / root;
  DoubleDouble sum = power;
  for (double k = 3; power.high > sum.high * 0x1p-110; k += 2) {
    power = power / root / root;
    sum = sum + power / k;
  }
  return sum;
}

}  // namespace driftsift
