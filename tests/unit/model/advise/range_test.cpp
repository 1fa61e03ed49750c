// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/range.hpp"

#include <gtest/gtest.h>

namespace forewarp::advise {
namespace {

Decision decided(const char* condition, const Ranges& known) {
  return decide(table::RowExpression::parse(condition), known);
}
Truth truth(const char* condition, const Ranges& known) { return decided(condition, known).truth; }

TEST(Range, ComparisonsAreDecidedWhereTheWholeRangeLiesOnOneSide) {
  EXPECT_EQ(truth("a > 1", {{"a", {2, 3}}}), Truth::yes);
  EXPECT_EQ(truth("a > 1", {{"a", {0, 1}}}), Truth::no);
  EXPECT_EQ(truth("a > 1", {{"a", {0, 2}}}), Truth::undecided);
  EXPECT_EQ(truth("a >= 2", {{"a", {2, 3}}}), Truth::yes);
  EXPECT_EQ(truth("a <= 2", {{"a", {2, 3}}}), Truth::undecided);
  EXPECT_EQ(truth("a == 2", {{"a", {2, 2}}}), Truth::yes);
  EXPECT_EQ(truth("a != 2", {{"a", {3, 4}}}), Truth::yes);
  EXPECT_EQ(truth("a > 1", {}), Truth::undecided);
}

TEST(Range, OneTruePartDecidesAnOrAndOneFalsePartAnAnd) {
  EXPECT_EQ(truth("a > 1 or b > 1", {{"a", {2, 2}}}), Truth::yes);
  EXPECT_EQ(truth("a > 1 or b > 1", {{"a", {1, 1}}}), Truth::undecided);
  EXPECT_EQ(truth("a > 1 and b > 1", {{"a", {1, 1}}}), Truth::no);
  EXPECT_EQ(truth("a > 1 and b > 1", {{"a", {2, 2}}}), Truth::undecided);
  EXPECT_EQ(truth("not (a > 1)", {}), Truth::undecided);
  EXPECT_EQ(truth("not (a > 1)", {{"a", {1, 1}}}), Truth::yes);
}

TEST(Range, WhatIsMissingIsNamedOnceAndWhatDoesNotMatterIsNot) {
  // "a > 1" is false already: the "and" with c does not hang on c.
  const Decision d = decided("(a > 1 and c > 1) or b > 2 or b + d > 9", {{"a", {1, 1}}, {"d", {1, 1}}});

  EXPECT_EQ(d.missing, std::vector<std::string>{"b"});
  EXPECT_TRUE(decided("a > 1", {{"a", {2, 2}}}).missing.empty());
}

TEST(Range, ArithmeticKeepsWhatIsPossible) {
  EXPECT_EQ(truth("a - b > 0", {{"a", {5, 6}}, {"b", {1, 4}}}), Truth::yes);         // [1, 5]
  EXPECT_EQ(truth("a * b < 0", {{"a", {-2, -1}}, {"b", {3, 4}}}), Truth::yes);       // [-8, -3]
  EXPECT_EQ(truth("a / b > 1", {{"a", {4, 8}}, {"b", {1, 2}}}), Truth::yes);         // [2, 8]
  EXPECT_EQ(truth("a / b > 1", {{"a", {4, 8}}, {"b", {-1, 2}}}), Truth::undecided);  // b may be 0
  EXPECT_EQ(truth("max(a, 3) > 2", {}), Truth::yes);                                 // at least 3
  EXPECT_EQ(truth("min(a, 1) > 2", {}), Truth::no);                                  // at most 1
  EXPECT_EQ(truth("sqrt(a) >= 2 and log2(a) <= 4", {{"a", {4, 16}}}), Truth::yes);   // [2, 4] and [2, 4]
  EXPECT_EQ(truth("abs(a) >= 2", {{"a", {-4, -2}}}), Truth::yes);
  EXPECT_EQ(truth("-a < -1", {{"a", {2, 3}}}), Truth::yes);
  EXPECT_EQ(truth("a % 4 == 1", {{"a", {5, 5}}}), Truth::yes);
}

}  // namespace
}  // namespace forewarp::advise
