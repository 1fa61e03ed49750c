// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Exact rational numbers of 128 bits. Whatever does not fit throws LimitExceeded: a count is never wrong silently.
#include <compare>
#include <cstdint>
#include <string>

namespace forewarp::symbolic {

__extension__ using Integer = __int128;

/// Each throws LimitExceeded where the result does not fit 128 bits.
[[nodiscard]] Integer checked_add(Integer a, Integer b);
[[nodiscard]] Integer checked_multiply(Integer a, Integer b);
/// The greatest common divisor, never negative; gcd(0, 0) = 0.
[[nodiscard]] Integer gcd(Integer a, Integer b);
/// Throws LimitExceeded where the value does not fit 64 bits.
[[nodiscard]] std::int64_t narrow(Integer value);
/// Rounds towards minus infinity; denominator > 0.
[[nodiscard]] Integer floor_divide(Integer numerator, Integer denominator);
[[nodiscard]] std::string to_string(Integer value);

/// A reduced fraction with a positive denominator.
class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t value) : numerator_(value) {}  // NOLINT: numbers convert
  /// Throws InputError where the denominator is 0.
  static Rational of(Integer numerator, Integer denominator);

  [[nodiscard]] Integer numerator() const { return numerator_; }
  [[nodiscard]] Integer denominator() const { return denominator_; }
  [[nodiscard]] bool is_zero() const { return numerator_ == 0; }
  [[nodiscard]] double value() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }
  /// "3" or "1/2".
  [[nodiscard]] std::string str() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a) { return of(-a.numerator_, a.denominator_); }
  friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  bool operator==(const Rational&) const = default;
  /// An order for maps (by numerator, then denominator), not by size.
  auto operator<=>(const Rational&) const = default;

 private:
  Integer numerator_ = 0;
  Integer denominator_ = 1;
};

}  // namespace forewarp::symbolic
