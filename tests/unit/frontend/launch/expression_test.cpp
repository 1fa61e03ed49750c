// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/expression.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {
namespace {

const Parameters names{{"n", 1000}, {"BLOCK", 16}, {"zero", 0}};

std::int64_t value(std::string_view text) { return Expression::parse(text).integer(names); }

std::string error_of(std::string_view text) {
  try {
    return "no error, but the value " + std::to_string(value(text));
  } catch (const ParseError& error) {
    return error.what();
  }
}

TEST(Expression, OperatorsBindAsInPython) {
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("2 ** 3 ** 2"), 512);  // 2 ** 9
  EXPECT_EQ(value("-2 ** 2"), -4);
  EXPECT_EQ(value("7 / 2 * 2"), 6);
  EXPECT_EQ(value("7 % 4 + 1"), 4);
  EXPECT_EQ(value("1 < 2 == 1"), 1);
  EXPECT_EQ(value("1 || 0 && 0"), 1);
  EXPECT_EQ(value("!0 + !5"), 1);
  EXPECT_EQ(value("n >= 1000 && n <= 1000 && n != 999 && n > 999"), 1);
}

TEST(Expression, TheConditionalIsLazyAndRightAssociative) {
  EXPECT_EQ(value("zero == 0 ? 1 : n / zero"), 1);
  EXPECT_EQ(value("zero ? 1 : n ? 2 : 3"), 2);
  EXPECT_EQ(value("zero && n / zero"), 0);
}

TEST(Expression, FunctionsDoWhatTheirNamesSay) {
  EXPECT_EQ(value("ceil_div(n, BLOCK)"), 63);  // 1000 / 16 = 62.5
  EXPECT_EQ(value("round_up(n, BLOCK)"), 1008);
  EXPECT_EQ(value("round_up(1008, BLOCK)"), 1008);
  EXPECT_EQ(value("log2(n)"), 9);  // 512 <= 1000 < 1024
  EXPECT_EQ(value("pow2(10)"), 1024);
  EXPECT_EQ(value("min(3, 1, 2)"), 1);
  EXPECT_EQ(value("max(3, 1, n, 2)"), 1000);
}

TEST(Expression, ShiftsBindBetweenSumsAndComparisons) {
  EXPECT_EQ(value("1 << 20"), 1048576);
  EXPECT_EQ(value("1 << 2 + 3 < 33"), 1);  // 32 < 33
  EXPECT_EQ(value("n >> 3"), 125);
  EXPECT_EQ(error_of("1 << 63"), "'1 << 63' at position 3: shifts by 63, 0 to 62 bits are possible");
  EXPECT_EQ(error_of("4 << 62"), "'4 << 62' at position 3: overflows 64 bits");
}

TEST(Expression, CeilAndFloorRoundTheExactQuotient) {
  EXPECT_EQ(value("ceil(n / 256)"), 4);  // 1000 / 256 = 3.9; outside of ceil, n / 256 is 3
  EXPECT_EQ(value("floor(n / 256)"), 3);
  EXPECT_EQ(value("ceil(-7 / 2)"), -3);  // -3.5
  EXPECT_EQ(value("floor(-7 / 2)"), -4);
  EXPECT_EQ(value("ceil(n / 256 * 2)"), 8);  // 7.8
  EXPECT_EQ(value("ceil(n / 256.0)"), 4);
  EXPECT_EQ(value("ceil(1.5)"), 2);
  EXPECT_EQ(value("floor(7)"), 7);
  EXPECT_EQ(value("ceil((2 ** 60 + 1) / 2)"), 576460752303423489);  // 2^59 + 1: no double holds it
  EXPECT_EQ(error_of("ceil(1e300)"), "'ceil(1e300)' at position 1: cannot round 1e+300: it is too large");
  EXPECT_EQ(error_of("floor(n / zero)"), "'floor(n / zero)' at position 9: divides by zero");
}

TEST(Expression, RealLiteralsMakeRealArithmetic) {
  EXPECT_DOUBLE_EQ(Expression::parse("1.5 * n").real(names), 1500);
  EXPECT_DOUBLE_EQ(Expression::parse("1e-3").real(names), 0.001);
  EXPECT_DOUBLE_EQ(Expression::parse("1 / 4.0").real(names), 0.25);
  EXPECT_EQ(error_of("1.5 * n"), "'1.5 * n' at position 1: is 1500, an integer was expected");
}

TEST(Expression, ErrorsSayWhere) {
  EXPECT_EQ(error_of("n *"), "'n *' at position 4: ends where a value was expected");
  EXPECT_EQ(error_of("(n"), "'(n' at position 3: expected ')'");
  EXPECT_EQ(error_of("n n"), "'n n' at position 3: unexpected 'n'");
  EXPECT_EQ(error_of("n / zero"), "'n / zero' at position 3: divides by zero");
  EXPECT_EQ(error_of("n + m"),
            "'n + m' at position 5: there is no parameter 'm' (known: BLOCK, n, zero); --set m=VALUE "
            "gives it a value");
  EXPECT_EQ(error_of("1 + cos(n)"),
            "'1 + cos(n)' at position 5: there is no function 'cos' (there are: ceil, ceil_div, "
            "floor, log2, max, min, pow2, round_up)");
  EXPECT_EQ(error_of("log2(0)"), "'log2(0)' at position 1: log2 of 0 is not defined");
  EXPECT_EQ(error_of("min(1)"), "'min(1)' at position 1: min takes 2 to 16 arguments, not 1");
  EXPECT_EQ(error_of("2n"), "'2n' at position 2: a name cannot begin with a digit");
}

TEST(Expression, OverflowIsAnError) {
  EXPECT_EQ(value("2 ** 62 - 1 + 2 ** 62"), INT64_MAX);
  EXPECT_EQ(error_of("2 ** 63"), "'2 ** 63' at position 3: overflows 64 bits");
  EXPECT_EQ(error_of("9223372036854775807 + 1"), "'9223372036854775807 + 1' at position 21: overflows 64 bits");
  EXPECT_EQ(error_of("9223372036854775808"), "'9223372036854775808' at position 1: is out of range");
  EXPECT_EQ(error_of("(-9223372036854775807 - 1) / -1"),
            "'(-9223372036854775807 - 1) / -1' at position 28: overflows 64 bits");
  EXPECT_EQ(error_of("(-9223372036854775807 - 1) % -1"),
            "'(-9223372036854775807 - 1) % -1' at position 28: overflows 64 bits");
  EXPECT_EQ(error_of("round_up(9223372036854775807, 2)"),
            "'round_up(9223372036854775807, 2)' at position 1: overflows 64 bits");
}

TEST(Expression, HostileTextIsRefusedQuickly) {
  const std::string deep(2000, '('), minus(2000, '-');
  std::string chain = "1";
  for (int i = 0; i < 1000; ++i) chain += "+1";

  EXPECT_THROW((void)value(deep), ParseError);
  EXPECT_THROW((void)value(minus + "1"), ParseError);
  EXPECT_THROW((void)value(chain), ParseError);
  EXPECT_THROW((void)value(std::string(100000, '1')), ParseError);
  EXPECT_THROW((void)value(""), ParseError);
  EXPECT_EQ(value("(-1) ** 1000000000000"), 1);
}

TEST(Expression, KnowsWhatItDependsOn) {
  EXPECT_EQ(Expression::parse("n * n + BLOCK").names(), (std::set<std::string>{"BLOCK", "n"}));
  EXPECT_EQ(Expression::parse(" BLOCK ").bare_name(), "BLOCK");
  EXPECT_EQ(Expression::parse("BLOCK * 1").bare_name(), "");
}

TEST(Expression, AnErrorInAFileHasItsPlace) {
  try {
    (void)Expression::parse("n +", {.file = "launch.toml", .line = 7, .column = 9});
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_STREQ(error.what(), "launch.toml:7:9: 'n +' at position 4: ends where a value was expected");
  }
}

}  // namespace
}  // namespace forewarp::launch
