// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/reciprocal.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace forewarp::count::detail {
namespace {

struct Reciprocal : ::testing::Test {
  Algebra algebra;
  Form n = algebra.argument(0, 0, 4, "n");
  ReciprocalProducts products{algebra};
};

TEST_F(Reciprocal, AProductThatNeedsNoShiftIsAQuotientAtOnce) {
  // 3 * 1431655766 = 2^32 + 2, and 2 (2^31 - 1) < 2^32.
  EXPECT_EQ(products.high_half(n, 1431655766, INT32_MAX), algebra.floor(n, 3));
}

TEST_F(Reciprocal, TheShiftCompletesTheDivision) {
  const Form high = products.high_half(n, 1717986919, INT32_MAX);

  EXPECT_EQ(products.shifted(high, 1), algebra.floor(n, 5));
}

TEST_F(Reciprocal, AFactorBeyond31BitsIsNegativeAndTheNumberIsAdded) {
  // nvcc's n / 7: (mul.hi(n, m - 2^32) + n) >> 2 with m = 2454267027, 7 m = 2^34 + 5.
  const Form high = products.high_half(n, -1840700269, INT32_MAX);

  EXPECT_EQ(products.shifted(high + n, 2), algebra.floor(n, 7));
}

TEST_F(Reciprocal, TheSignOfAProductIsZero) {
  const Form high = products.high_half(n, 1717986919, INT32_MAX);

  EXPECT_EQ(products.shifted(high, 31), Form());
}

TEST_F(Reciprocal, AProductThatIsWrongForTheGreatestNumbersIsNoQuotient) {
  // Up to 2^32 - 1 the error of 2 / 2^32 a number adds up to more than a third: 2 (2^32 - 1) > 2^32.
  EXPECT_EQ(products.high_half(n, 1431655766, UINT32_MAX), algebra.floor(scaled(n, 1431655766), std::int64_t{1} << 32));
}

TEST_F(Reciprocal, WhatWasNoProductIsLeftAlone) { EXPECT_EQ(products.shifted(n, 4), std::nullopt); }

/// n times m, which is taken for negative from 2^31 on, and shifted: as nvcc writes a division.
std::optional<Form> shifted_product(Algebra& algebra, std::int64_t n, std::int64_t m, unsigned bits) {
  ReciprocalProducts products(algebra);
  const bool is_negative = m > INT32_MAX;
  const Form high = products.high_half(Form::of(n), is_negative ? m - (std::int64_t{1} << 32) : m, INT32_MAX);
  return products.shifted(is_negative ? plus(high, n) : high, bits);
}

TEST(ReciprocalOfEveryDivisor, IsTheDivisionByThatNumber) {
  Algebra algebra;
  for (std::int64_t divisor = 3; divisor <= 130; ++divisor) {
    bool is_found = false;
    for (unsigned bits = 1; bits < 8; ++bits) {
      const std::int64_t m = ((std::int64_t{1} << (32 + bits)) + divisor - 1) / divisor;
      if (m > UINT32_MAX) continue;
      const std::int64_t multiple = INT32_MAX / divisor * divisor;
      for (const std::int64_t n : {divisor, multiple - 1, multiple, std::int64_t{INT32_MAX}}) {
        const auto quotient = shifted_product(algebra, n, m, bits);
        if (!quotient) continue;
        EXPECT_EQ(*quotient, Form::of(n / divisor)) << n << " / " << divisor << ", shift " << bits;
        is_found = true;
      }
    }
    EXPECT_TRUE(is_found) << divisor;
  }
}

}  // namespace
}  // namespace forewarp::count::detail
