// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/substitute.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "forewarp/symbolic/sets/count.hpp"

namespace forewarp::symbolic {
namespace {

/// The points of a set in isl's notation, as a formula.
PwQPolynomial counted(const std::string& set) {
  const Context context;
  return count(Set::parse(set, context)).value;
}

TEST(Substitute, AValueTakesTheParameterOut) {
  const PwQPolynomial points = counted("[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }");

  const PwQPolynomial rows = substituted(points, "m", 3);

  EXPECT_EQ(rows.parameters(), (std::vector<std::string>{"n"}));
  EXPECT_EQ(rows.evaluate({{"n", 5}}).str(), "15");
}

TEST(Substitute, PiecesThatCannotHoldGo) {
  const PwQPolynomial points = counted("[n, m] -> { [i] : 0 <= i < n and i < m }");  // the smaller of n and m

  const PwQPolynomial few = substituted(points, "m", 4);

  EXPECT_EQ(few.evaluate({{"n", 3}}).str(), "3");
  EXPECT_EQ(few.evaluate({{"n", 9}}).str(), "4");
  EXPECT_EQ(substituted(points, "m", 0).evaluate({{"n", 9}}).str(), "0");
}

TEST(Substitute, AnUnknownParameterChangesNothing) {
  const PwQPolynomial points = counted("[n] -> { [i] : 0 <= i < n }");

  EXPECT_EQ(substituted(points, "m", 4).str(), points.str());
  EXPECT_EQ(expected(points, "m", {{1, 1}}).str(), points.str());
}

TEST(Substitute, TheMeanIsThatOfTheFormulaNotTheFormulaOfTheMean) {
  const PwQPolynomial triangle = counted("[n] -> { [i, j] : 0 <= i <= j < n }");  // n (n + 1) / 2

  // 1 three times and 5 once: (3 * 1 + 15) / 4 = 9/2, where the mean of n, 2, gives 3
  EXPECT_EQ(expected(triangle, "n", {{1, 3}, {5, 1}}).evaluate({}).str(), "9/2");
}

}  // namespace
}  // namespace forewarp::symbolic
