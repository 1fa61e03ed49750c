// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/support/python/expression.hpp"
#include "forewarp/support/python/script.hpp"
#include "unit/message_of.hpp"

namespace forewarp::python {
namespace {

using testing::message_of;

std::string value(const std::string& text, const Names& names = {}) {
  return str(Expression::parse(text).evaluate(names));
}

std::string refusal(const std::string& text, const Names& names = {}) {
  return message_of([&] { (void)Expression::parse(text, {"f.py", 3, 5}).evaluate(names); });
}

TEST(Python, DividesAndRoundsAsPythonDoes) {
  EXPECT_EQ(value("7 / 2"), "3.5");
  EXPECT_EQ(value("8 / 2"), "4.0");
  EXPECT_EQ(value("-7 // 2"), "-4");
  EXPECT_EQ(value("-7 % 3"), "2");
  EXPECT_EQ(value("7.5 // 2"), "3.0");
  EXPECT_EQ(value("-2 ** 2"), "-4");
  EXPECT_EQ(value("2 ** -1"), "0.5");
  EXPECT_EQ(value("1 << 10"), "1024");
  EXPECT_EQ(value("0.1 + 0.2"), "0.30000000000000004");
  EXPECT_EQ(value("1e20"), "1e+20");
  EXPECT_EQ(value("1e3"), "1000.0");
}

TEST(Python, ChainsComparisonsUnlessTheyAreBetweenParentheses) {
  EXPECT_EQ(value("32 <= x <= 1024", {{"x", {std::int64_t{2048}}}}), "False");
  EXPECT_EQ(value("1 < 3 > 2"), "True");
  EXPECT_EQ(value("3 > 2 > 1"), "True");  // in C it is (3 > 2) > 1, which is false
  EXPECT_EQ(value("(3 > 2) > 1"), "False");
  EXPECT_EQ(value("1 < 2 < 3 < 3"), "False");
  EXPECT_EQ(value("not 1 == 2"), "True");
  EXPECT_EQ(value("1 == 1 and not 2 in [1, 3]"), "True");
  EXPECT_EQ(value("2 not in (1, 2)"), "False");
  EXPECT_EQ(value("'a' in 'cat'"), "True");
  EXPECT_EQ(value("0 or 5"), "5");
  EXPECT_EQ(value("True + 1 == 2"), "True");
}

TEST(Python, MakesListsOfRangesAndLoops) {
  EXPECT_EQ(value("[16 * i for i in range(1, 4)]"), "[16, 32, 48]");
  EXPECT_EQ(value("[2 ** i for i in range(6) if i % 2 == 1]"), "[2, 8, 32]");
  EXPECT_EQ(value("list(range(10, 0, -4))"), "[10, 6, 2]");
  EXPECT_EQ(value("[1, 2] + [3,]"), "[1, 2, 3]");
  EXPECT_EQ(value("max(1, min([4, 2.5]))"), "2.5");
  EXPECT_EQ(value("[len((1, 2)), abs(-3), int(2.9), float(1)]"), "[2, 3, 2, 1.0]");
  EXPECT_EQ(value("[1,  # one\n 2]"), "[1, 2]");
}

TEST(Python, ReadsDictionaries) {
  EXPECT_EQ(value("{'a': [1], \"b\": [2, 3]}"), "{a: [1], b: [2, 3]}");
  EXPECT_EQ(value("dict(a=[1], b=['x' 'y'])"), "{a: [1], b: [xy]}");
  EXPECT_EQ(value("dict()"), "{}");
  EXPECT_NE(refusal("{'a': 1, 'a': 2}").find("the key 'a' appears twice"), std::string::npos);
}

TEST(Python, RefusesByNameAndPlaceWhatItCannotEvaluate) {
  EXPECT_EQ(refusal("np.arange(4)"), "f.py:3:5: 'np.arange' needs Python to run");
  EXPECT_EQ(refusal("[1, open('x')]"), "f.py:3:9: 'open' needs Python to run");
  EXPECT_EQ(refusal("1 + n"), "f.py:3:9: 'n' is not known here");
  EXPECT_EQ(refusal("1 // 0"), "f.py:3:7: a division by zero");
  EXPECT_EQ(refusal("'a' < 1"), "f.py:3:9: a text and a number have no order");
  EXPECT_EQ(refusal("9223372036854775807 + 1"), "f.py:3:25: the result is beyond 64 bits");
  EXPECT_EQ(refusal("-(-9223372036854775807 - 1)"), "f.py:3:5: the result is beyond 64 bits");
  EXPECT_EQ(refusal("range(10 ** 9)"), "f.py:3:5: takes more than 1000000 steps");
  EXPECT_EQ(refusal("1 if x else 2"), "f.py:3:7: 'if' is not among what can be read of Python");
  EXPECT_EQ(refusal("(1,\n  2 ~ 3)"), "f.py:4:5: expected ',', here is '~'");
  EXPECT_EQ(refusal("'abc"), "f.py:3:5: a quote opens here that nothing closes");
  EXPECT_EQ(refusal(std::string(40, '(')), "f.py:3:37: nested more than 32 deep");
}

TEST(Python, ReadsALambdaAsARestriction) {
  const Names names{{"x", {std::int64_t{4}}}, {"y", {std::int64_t{8}}}};
  EXPECT_EQ(str(Expression::parse_restriction("lambda p: p['x'] * p[\"y\"] <= 32").evaluate(names)), "True");
  EXPECT_EQ(str(Expression::parse_restriction("lambda x, y: x > y").evaluate(names)), "False");
  EXPECT_EQ(Expression::parse_restriction("lambda p: p['x'] > 1").names(), std::set<std::string>{"x"});
  EXPECT_NE(refusal("q['x']").find("'q[...]' needs Python to run"), std::string::npos);
}

TEST(Python, TellsNumbersTruthsAndTextsApart) {
  EXPECT_EQ(value_of("16").is.index(), 2U);
  EXPECT_EQ(value_of("1.5").is.index(), 3U);
  EXPECT_EQ(value_of("True").is.index(), 1U);
  EXPECT_EQ(value_of("16x16").is.index(), 4U);
  EXPECT_EQ(value_of("nan").is.index(), 4U);
  EXPECT_EQ(value_of("-").is.index(), 4U);
}

TEST(PythonScript, HasItsStatementsWithTheBlocksAroundThem) {
  const std::string text =
      "import numpy as np  # (\n\ndef tune():\n  x = [1,\n       2]\n  if x:\n    y = 'a # b'\n\"\"\"a text\n(\"\"\"\n"
      "if __name__ == '__main__':\n  z = 3\n";

  const auto all = statements_of(text, "f.py");

  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all[2].text, "x = [1,\n       2]");
  EXPECT_EQ(all[2].where.line, 4U);
  EXPECT_EQ(all[2].function, 3U);
  EXPECT_EQ(all[2].within, "");
  EXPECT_EQ(all[4].within, "if");
  EXPECT_EQ(all[5].function, 0U);
  EXPECT_EQ(all[7].text, "z = 3");
  EXPECT_EQ(all[7].within, "");
  EXPECT_EQ(message_of([] { (void)statements_of("x = 1\ny = 'a\n", "f.py"); }),
            "f.py:2: a quote opens here that nothing closes");
}

TEST(PythonScript, SplitsAssignmentsAndArguments) {
  EXPECT_EQ(assignment_of("a[\"=\"] = b == c").target, "a[\"=\"]");
  EXPECT_EQ(assignment_of("a[\"=\"] = b == c").value, "b == c");
  EXPECT_EQ(assignment_of("f(x=1)").target, "");
  EXPECT_EQ(assignment_of("a <= b").target, "");
  EXPECT_EQ(assignment_of("a += 1").target, "a +");
  const auto arguments = arguments_of("a, f(b, c), d=\",)\", ) + 1");
  ASSERT_EQ(arguments.size(), 3U);
  EXPECT_EQ(arguments[1], "f(b, c)");
  EXPECT_EQ(arguments[2], "d=\",)\"");
}

}  // namespace
}  // namespace forewarp::python
