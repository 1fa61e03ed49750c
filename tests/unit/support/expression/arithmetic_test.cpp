// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/arithmetic.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace forewarp::expression {
namespace {

const double nan = std::nan("");

TEST(RealArithmetic, OperatorsComputeWhatTheirNamesSay) {
  EXPECT_EQ(real(Op::negate, 2), -2);
  EXPECT_EQ(real(Op::add, 7, 2), 9);
  EXPECT_EQ(real(Op::subtract, 7, 2), 5);
  EXPECT_EQ(real(Op::multiply, 7, 2), 14);
  EXPECT_EQ(real(Op::divide, 7, 2), 3.5);
  EXPECT_EQ(real(Op::remainder, -7, 2), -1);  // the sign of the dividend, as C's fmod
  EXPECT_EQ(real(Op::power, 7, 2), 49);
  EXPECT_EQ(real(Op::power, 2, 10), 1024);
}

TEST(RealArithmetic, FunctionsComputeWhatTheirNamesSay) {
  EXPECT_EQ(real(Op::abs, -2.5), 2.5);
  EXPECT_EQ(real(Op::ceil, 1.25), 2);
  EXPECT_EQ(real(Op::floor, -1.25), -2);
  EXPECT_EQ(real(Op::exp, 0), 1);
  EXPECT_EQ(real(Op::log, 1), 0);
  EXPECT_EQ(real(Op::log2, 8), 3);
  EXPECT_EQ(real(Op::pow2, 0.5), std::sqrt(2));
  EXPECT_EQ(real(Op::sqrt, 9), 3);
  EXPECT_EQ(real(Op::tanh, 0), 0);
  EXPECT_EQ(real(Op::min, 2, 3), 2);
  EXPECT_EQ(real(Op::max, 2, 3), 3);
  EXPECT_EQ(real(Op::sign, -3) + 10 * real(Op::sign, 3) + 100 * real(Op::sign, 0), 9);
}

TEST(RealArithmetic, TruthsAreZeroAndOne) {
  EXPECT_EQ(real(Op::less, 1, 2), 1);
  EXPECT_EQ(real(Op::less_equal, 2, 2), 1);
  EXPECT_EQ(real(Op::greater, 1, 2), 0);
  EXPECT_EQ(real(Op::greater_equal, 1, 2), 0);
  EXPECT_EQ(real(Op::equal, 2, 2), 1);
  EXPECT_EQ(real(Op::not_equal, 2, 2), 0);
  EXPECT_EQ(real(Op::logical_and, 3, 0), 0);
  EXPECT_EQ(real(Op::logical_or, 3, 0), 1);
  EXPECT_EQ(real(Op::logical_not, 3), 0);
}

TEST(RealArithmetic, ANotANumberIsMissingAndComparesAsFalse) {
  EXPECT_EQ(real(Op::missing, nan), 1);
  EXPECT_EQ(real(Op::missing, 0), 0);
  for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    EXPECT_EQ(real(op, nan, 1), 0);
    EXPECT_EQ(real(op, 1, nan), 0);
  }
  for (const Op op : {Op::min, Op::max}) {
    EXPECT_TRUE(std::isnan(real(op, nan, 1)));
    EXPECT_TRUE(std::isnan(real(op, 1, nan)));
  }
}

TEST(RealArithmetic, WhatNeedsIntegersIsNotReal) {
  for (const Op op : {Op::ceil_div, Op::round_up, Op::shift_left, Op::shift_right, Op::bit_and, Op::name})
    EXPECT_FALSE(with_real(op, [](auto) {}));
  EXPECT_TRUE(std::isnan(real(Op::ceil_div, 7, 2)));
}

}  // namespace
}  // namespace forewarp::expression
