// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/rational.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {
namespace {

// One bit short of the width, so that a negation always fits.
constexpr Integer largest = (Integer{1} << 126) - 1 + (Integer{1} << 126);

[[noreturn]] void too_wide() { throw LimitExceeded("a number in the count does not fit 128 bits"); }

bool fits_half(Integer a) {
  return a >= std::numeric_limits<std::int64_t>::min() && a <= std::numeric_limits<std::int64_t>::max();
}

Integer magnitude(Integer a) { return a < 0 ? -a : a; }

}  // namespace

Integer checked_add(Integer a, Integer b) {
  if ((b > 0 && a > largest - b) || (b < 0 && a < -largest - b)) too_wide();
  return a + b;
}

// No __builtin_mul_overflow: clang turns it into a call that libgcc does not have.
Integer checked_multiply(Integer a, Integer b) {
  if (fits_half(a) && fits_half(b)) {
    const Integer product = a * b;
    if (product > largest) too_wide();
    return product;
  }
  if (a != 0 && magnitude(b) > largest / magnitude(a)) too_wide();
  return a * b;
}

Integer gcd(Integer a, Integer b) {
  a = magnitude(a);
  b = magnitude(b);
  while (b != 0) {
    if (fits_half(a) && fits_half(b)) {
      auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
      while (y != 0) x = std::exchange(y, x % y);
      return static_cast<Integer>(x);
    }
    a = std::exchange(b, a % b);
  }
  return a;
}

std::int64_t narrow(Integer value) {
  if (!fits_half(value)) throw LimitExceeded("a coefficient in the count does not fit 64 bits");
  return static_cast<std::int64_t>(value);
}

Integer floor_divide(Integer numerator, Integer denominator) {
  const Integer quotient = numerator / denominator;
  return numerator % denominator < 0 ? quotient - 1 : quotient;
}

std::string to_string(Integer value) {
  if (value == 0) return "0";
  std::string digits;
  for (Integer rest = magnitude(value); rest != 0; rest /= 10)
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Rational Rational::of(Integer numerator, Integer denominator) {
  if (denominator == 0) throw InputError("division by zero in a symbolic number");
  if (denominator == 1) {
    Rational whole;
    whole.numerator_ = numerator;
    return whole;
  }
  const Integer common = denominator < 0 ? -gcd(numerator, denominator) : gcd(numerator, denominator);
  Rational result;
  result.numerator_ = numerator / common;
  result.denominator_ = denominator / common;
  return result;
}

std::string Rational::str() const {
  return denominator_ == 1 ? to_string(numerator_) : to_string(numerator_) + "/" + to_string(denominator_);
}

Rational operator+(const Rational& a, const Rational& b) {
  if (a.denominator_ == 1 && b.denominator_ == 1) {
    Rational sum;
    sum.numerator_ = checked_add(a.numerator_, b.numerator_);
    return sum;
  }
  const Integer common = gcd(a.denominator_, b.denominator_);
  return Rational::of(checked_add(checked_multiply(a.numerator_, b.denominator_ / common),
                                  checked_multiply(b.numerator_, a.denominator_ / common)),
                      checked_multiply(a.denominator_ / common, b.denominator_));
}

Rational operator*(const Rational& a, const Rational& b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (a.denominator_ == 1 && b.denominator_ == 1) {
    Rational product;
    product.numerator_ = checked_multiply(a.numerator_, b.numerator_);
    return product;
  }
  const Integer left = gcd(a.numerator_, b.denominator_), right = gcd(b.numerator_, a.denominator_);
  Rational product;
  product.numerator_ = checked_multiply(a.numerator_ / left, b.numerator_ / right);
  product.denominator_ = checked_multiply(a.denominator_ / right, b.denominator_ / left);
  return product;
}

}  // namespace forewarp::symbolic
