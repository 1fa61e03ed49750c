// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/number_format.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::counters {
namespace {

using Texts = std::vector<std::string>;

TEST(NumberFormat, OneNumberWithBothMarksTellsForAll) {
  EXPECT_EQ(decimal_mark(Texts{"1,234", "1,234.5"}), Decimal::point);
  EXPECT_EQ(decimal_mark(Texts{"1.234", "1.234,5"}), Decimal::comma);
}

TEST(NumberFormat, AGroupOfOtherThanThreeDigitsIsAFraction) {
  EXPECT_EQ(decimal_mark(Texts{"93,45"}), Decimal::comma);
  EXPECT_EQ(decimal_mark(Texts{"0,123"}), Decimal::comma);
  EXPECT_EQ(decimal_mark(Texts{"1,234,567"}), Decimal::point);
}

TEST(NumberFormat, WhatCanBeReadBothWaysIsRefusedAndSoAreContradictions) {
  EXPECT_THROW((void)decimal_mark(Texts{"1,234"}), InputError);
  EXPECT_THROW((void)decimal_mark(Texts{"1,5", "2.5"}), InputError);
}

TEST(NumberFormat, NumbersAreReadInTheWayOfTheFile) {
  EXPECT_DOUBLE_EQ(parse_number("1,234.5", Decimal::point).value(), 1234.5);
  EXPECT_DOUBLE_EQ(parse_number("1.234,5", Decimal::comma).value(), 1234.5);
  EXPECT_DOUBLE_EQ(parse_number("98.5%", Decimal::point).value(), 98.5);
  EXPECT_FALSE(parse_number("n/a", Decimal::point));
  EXPECT_FALSE(parse_number("", Decimal::point));
}

}  // namespace
}  // namespace forewarp::counters
