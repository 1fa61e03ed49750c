// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/count.hpp"

#include <gtest/gtest.h>

#include "forewarp/symbolic/sets/errors.hpp"
#include "forewarp/symbolic/sets/evaluator.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::symbolic;

Count counted(const std::string& text, const CountOptions& options = {}) {
  return count(Set::parse(text, Context()), options);
}

// (n^2 + p^2 - 2np + n - p)/2 of stevens2020, section 5
TEST(Count, GivesThePapersPolynomialOnItsPiece) {
  EXPECT_EQ(counted("[n,p] -> { [i,j] : p <= i < n and p <= j < i+1 }").value.str(),
            "[n, p] -> { 1/2*n^2 - n*p + 1/2*p^2 + 1/2*n - 1/2*p : n - p - 1 >= 0 }");
}

TEST(Count, AFullGridIsTheProductOfItsSides) {
  const PwQPolynomial points = counted("[n] -> { [i,j,k] : 0 <= i,j,k < n }").value;

  EXPECT_EQ(points.str(), "[n] -> { n^3 : n - 1 >= 0 }");
  EXPECT_EQ(points.evaluate({{"n", 1000000}}).str(), "1000000000000000000");
  EXPECT_EQ(points.evaluate({{"n", -3}}), Rational(0));
}

// i = 0, 3, 6, ... below n: ceil(n/3) = floor((n+2)/3)
TEST(Count, MultiplesAreCountedWithAFloor) {
  const PwQPolynomial points = counted("[n] -> { [i] : 0 <= i < n and i mod 3 = 0 }").value;

  EXPECT_EQ(points.pieces().size(), 1U);
  for (int n = 0; n < 20; ++n) EXPECT_EQ(points.evaluate({{"n", n}}), Rational((n + 2) / 3));
}

TEST(Count, AnUnboundedSetIsRefusedByTheNameOfItsDimension) {
  try {
    counted("[n] -> { [i,j] : 0 <= i < n and j >= i }");
    FAIL();
  } catch (const Unbounded& error) {
    EXPECT_STREQ(error.what(), "the set is unbounded: dimension 2 (j) can grow without end for some parameters");
  }
}

TEST(Count, BeyondABoundThereIsANamedErrorOrABoundFromAboveThatSaysSo) {
  const std::string text = "[n] -> { [i,j] : 0 <= i < n and 0 <= j <= i }";

  EXPECT_THROW(counted(text, {.max_steps = 1}), LimitExceeded);
  const Count above = counted(text, {.max_steps = 1, .upper_bound_beyond = true});
  EXPECT_FALSE(above.exact);
  EXPECT_EQ(above.value.evaluate({{"n", 10}}), Rational(100));  // the box; the triangle has 55
}

TEST(Count, HugeCoefficientsAreRefusedByName) {
  EXPECT_THROW(counted("[n] -> { [i] : 0 <= 100000000000000000 * i * 100 <= n }"), LimitExceeded);
}

TEST(Parse, AnErrorNamesTheToken) {
  try {
    Set::parse("[n] -> { [i] : 0 <= i <\n  and i }", Context());
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_EQ(error.where().line, 2U) << error.what();
    EXPECT_EQ(error.where().column, 3U) << error.what();
  }
}

TEST(Parse, ReadsAPowerOfANumber) {
  EXPECT_EQ(counted("{ [i] : 0 <= i < 2^10 }").value.str(), "[] -> { 1024 }");
  EXPECT_EQ(counted("{ [i] : 0 <= i < 2 ^ 10 }").value.str(), "[] -> { 1024 }");
}

TEST(Parse, RefusesAPowerBeyondEveryMemory) {
  for (const char* text : {"{ [i] : i < 8^88888888888 }", "{ [i] : i < 2^62^62 }", "{ [i] : i < (2^62)^62 }",
                           "{ [i] : i < 2^ }", "{ [i] : i < 2^-1 }", "^2", "[88888888^88888888888$888888"})
    EXPECT_THROW(Set::parse(text, Context()), ParseError) << text;
}

TEST(Parse, WhatFollowsASetIsRefused) { EXPECT_THROW(Set::parse("{ [i] : i = 0 } }", Context()), ParseError); }

TEST(Arithmetic, SumsProductsAndDifferencesAgreeWithTheValues) {
  const PwQPolynomial a = counted("[n] -> { [i] : 0 <= 2i < n }").value,
                      b = counted("[m] -> { [i] : 3 <= i < m }").value;

  for (int n = -2; n < 9; ++n)
    for (int m = 0; m < 9; ++m) {
      const Rational x = a.evaluate({{"n", n}}), y = b.evaluate({{"m", m}});
      EXPECT_EQ((a + b).evaluate({{"n", n}, {"m", m}}), x + y);
      EXPECT_EQ((a * b).evaluate({{"n", n}, {"m", m}}), x * y);
      EXPECT_EQ((a - b).evaluate({{"n", n}, {"m", m}}), x - y);
    }
  EXPECT_TRUE((a - a).pieces().empty());
}

TEST(Given, ConditionsThatFollowFromWhatIsAssumedAreDropped) {
  const Context context;
  const auto points = count(Set::parse("[n,m] -> { [i,j] : 0 <= i < n and 0 <= j < m }", context)).value;
  const auto assumed = Set::parse("[n] -> { : n >= 16 and n mod 16 = 0 }", context);
  EXPECT_EQ(points.given(assumed).str(), "[n, m] -> { n*m : m - 1 >= 0 }");
  EXPECT_EQ(points.given(Set::parse("[n,m] -> { : n >= 1 and m >= n }", context)).str(), "[n, m] -> { n*m }");
}

TEST(Given, WhatIsCountedByTilesIsAPolynomialWhereTheyDivide) {
  const Context context;
  const auto tiles = count(Set::parse("[n] -> { [t] : 0 <= 16t < n and n mod 16 = 0 }", context)).value;
  EXPECT_EQ(tiles.given(Set::parse("[n] -> { : n >= 1 and n mod 16 = 0 }", context)).str(), "[n] -> { 1/16*n }");
}

TEST(Merged, PiecesThatContradictThemselvesAreDropped) {
  const Context context;
  const auto below = count(Set::parse("[n] -> { [i] : 0 <= i < n <= 11 }", context)).value;
  const auto above = count(Set::parse("[n] -> { [i] : 0 <= i < n and n >= 13 }", context)).value;
  EXPECT_TRUE((below * above).pieces().empty());
  const auto twelve = count(Set::parse("[n] -> { [i] : 0 <= i < n and n = 12 }", context)).value;
  EXPECT_TRUE((below * twelve).pieces().empty());
  EXPECT_EQ((twelve * twelve).evaluate({{"n", 12}}), Rational(144));
}

TEST(Evaluator, IsExactWhere64BitsAreNotEnoughAndRefusesBeyond128) {
  const auto points = count(Set::parse("[n] -> { [a,b,c,d,e] : 0 <= a,b,c,d,e < n }", Context())).value;
  const Evaluator evaluator(points);
  const std::vector<std::int64_t> thousand{1000}, large{100'000}, huge{3'000'000'000'000};
  EXPECT_EQ(evaluator(thousand).str(), "1000000000000000");         // 10^15
  EXPECT_EQ(evaluator(large).str(), "10000000000000000000000000");  // 10^25
  EXPECT_THROW(static_cast<void>(evaluator(huge)), LimitExceeded);
}

TEST(Text, TheSameFormulaInCppAndLatex) {
  const PwQPolynomial points = counted("[n] -> { [i,j] : 0 <= i < n and 0 <= j <= i }").value;

  EXPECT_NE(to_cpp(points, "points").find("if (n - 1 >= 0) sum += (n*n + n) / 2;"), std::string::npos)
      << to_cpp(points, "points");
  EXPECT_NE(to_latex(points).find("\\frac{1}{2} n^{2} + \\frac{1}{2} n & \\text{if } n - 1 \\ge 0"), std::string::npos)
      << to_latex(points);
}

}  // namespace
