// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "written.hpp"

namespace forewarp::expression {
namespace {

using enum Language;

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(ParseExpression, OperatorsBindAsInC) {
  EXPECT_EQ(written("1 + 2 * 3", launch), "(add 1 (multiply 2 3))");
  EXPECT_EQ(written("(1 + 2) * 3", launch), "(multiply (add 1 2) 3)");
  EXPECT_EQ(written("a || b && c == d < e << f + g * h", launch),
            "(logical_or a (logical_and b (equal c (less d (shift_left e (add f (multiply g h)))))))");
  EXPECT_EQ(written("a * b + c << d < e == f && g || h", launch),
            "(logical_or (logical_and (equal (less (shift_left (add (multiply a b) c) d) e) f) g) h)");
}

TEST(ParseExpression, OperatorsOfOnePrecedenceAssociateFromTheLeft) {
  EXPECT_EQ(written("a - b - c", launch), "(subtract (subtract a b) c)");
  EXPECT_EQ(written("a / b * c % d", launch), "(remainder (multiply (divide a b) c) d)");
  EXPECT_EQ(written("a < b > c", launch), "(greater (less a b) c)");
  EXPECT_EQ(written("a and b && c", row), "(logical_and (logical_and a b) c)");
}

TEST(ParseExpression, PowersAssociateFromTheRightAndBindMoreTightlyThanSigns) {
  EXPECT_EQ(written("a ** b ** c", launch), "(power a (power b c))");
  EXPECT_EQ(written("-a ** b", launch), "(negate (power a b))");
  EXPECT_EQ(written("a ** -b * c", launch), "(multiply (power a (negate b)) c)");
  EXPECT_EQ(written("a^b^2", cost), "(power a (power b 2))");
  EXPECT_EQ(written("-a^2*b", cost), "(multiply (negate (power a 2)) b)");
}

TEST(ParseExpression, SignsRepeatAndPlusIsNothing) {
  EXPECT_EQ(written("- -a", launch), "(negate (negate a))");
  EXPECT_EQ(written("--a", launch), "(negate (negate a))");
  EXPECT_EQ(written("a - -b", launch), "(subtract a (negate b))");
  EXPECT_EQ(written("+a * + b", launch), "(multiply a b)");
}

TEST(ParseExpression, NotIsTightInLaunchesAndLooseInRows) {
  EXPECT_EQ(written("!a == b", launch), "(equal (logical_not a) b)");
  EXPECT_EQ(written("!a == b && c", row), "(logical_and (logical_not (equal a b)) c)");
  EXPECT_EQ(written("not a < b or c", row), "(logical_or (logical_not (less a b)) c)");
  EXPECT_EQ(written("not not a", row), "(logical_not (logical_not a))");
}

TEST(ParseExpression, TheConditionalAssociatesFromTheRight) {
  EXPECT_EQ(written("a ? b : c ? d : e", launch), "(conditional a b (conditional c d e))");
  EXPECT_EQ(written("a ? b ? c : d : e", launch), "(conditional a (conditional b c d) e)");
  EXPECT_EQ(written("a < b ? c + 1 : d", launch), "(conditional (less a b) (add c 1) d)");
  EXPECT_EQ(refusal("a ? b", launch), "'a ? b' at position 6: expected ':'");
  EXPECT_EQ(refusal("a ? b : c", row), "'a ? b : c' at position 3: unexpected '?'");
}

TEST(ParseExpression, InIsADisjunctionOfComparisons) {
  EXPECT_EQ(written("a in (1)", row), "(equal a 1)");
  EXPECT_EQ(written("a + 1 in (1, b, 'c') and d", row),
            "(logical_and (logical_or (logical_or (equal (add a 1) 1) (equal (add a 1) b)) (equal (add a 1) 'c')) d)");
  EXPECT_EQ(refusal("a in 3", row), "'a in 3' at position 6: expected '('");
  EXPECT_EQ(written("in > 1", row), "(greater in 1)");  // a column of that name
}

TEST(ParseExpression, EveryFunctionTakesItsOperandsAndNoOthers) {
  for (const Operator& o : all_operators()) {
    if (o.form != Form::function) continue;
    for (const Language language : {launch, row, cost}) {
      const auto call = [&](std::size_t operands) {
        return fmt::format("{}({}x)", o.spelling, repeated("x, ", operands - 1));
      };
      if (!o.languages.contains(language)) {
        EXPECT_NE(refusal(call(1), language).find("there is no function"), std::string::npos) << o.spelling;
        continue;
      }
      const Tree tree = parse(call(o.min_operands), language);
      EXPECT_EQ(tree.nodes[tree.root].op, o.op) << o.spelling;
      EXPECT_EQ(tree.nodes[tree.root].operands, o.min_operands) << o.spelling;
      EXPECT_NO_THROW((void)parse(call(o.max_operands), language)) << o.spelling;
      EXPECT_NE(refusal(call(o.max_operands + 1), language).find(" takes "), std::string::npos) << o.spelling;
      const std::string too_few = o.min_operands > 1 ? call(o.min_operands - 1) : call(o.max_operands + 1);
      EXPECT_NE(refusal(too_few, language).find(" takes "), std::string::npos) << o.spelling;
    }
  }
}

TEST(ParseExpression, MinAndMaxOfSeveralAreNested) {
  EXPECT_EQ(written("min(a, b, c)", launch), "(min (min a b) c)");
  EXPECT_EQ(written("max(a + 1, b)", row), "(max (add a 1) b)");
}

TEST(ParseExpression, NodesAndErrorsHavePositions) {
  const Tree tree = parse("ab + log2(c) * 2", launch);
  std::vector<std::uint32_t> positions;
  for (const Node& node : tree.nodes) positions.push_back(node.position);
  EXPECT_EQ(positions, (std::vector<std::uint32_t>{0, 10, 5, 15, 13, 3}));  // ab, c, log2, 2, *, +

  EXPECT_EQ(refusal("", launch), "'' at position 1: ends where a value was expected");
  EXPECT_EQ(refusal("a *  ", launch), "'a *  ' at position 6: ends where a value was expected");
  EXPECT_EQ(refusal("a foo", launch), "'a foo' at position 3: unexpected 'foo'");
  EXPECT_EQ(refusal("a + * b", launch), "'a + * b' at position 5: unexpected '*'");
  EXPECT_EQ(refusal("(a + b", cost), "'(a + b' at position 7: expected ')'");
  EXPECT_EQ(refusal("a # b", launch), "'a # b' at position 3: unexpected '#'");
  EXPECT_EQ(refusal("a\x01", launch), "'a\x01' at position 2: unexpected byte 0x01");
  EXPECT_EQ(refusal("a == \"b", row), "'a == \"b' at position 6: a quote opens here that nothing closes");
  EXPECT_EQ(refusal("min(a)", launch), "'min(a)' at position 1: min takes 2 to 16 arguments, not 1");
  EXPECT_EQ(refusal("1 + log2(a, b)", row), "'1 + log2(a, b)' at position 5: log2 takes 1 argument, not 2");
  EXPECT_EQ(refusal("2n", launch), "'2n' at position 2: a name cannot begin with a digit");
}

TEST(ParseExpression, AnUnknownFunctionIsRefusedWithThoseThereAre) {
  EXPECT_EQ(refusal("sin(x)", row),
            "'sin(x)' at position 1: there is no function 'sin' (there are: abs, exp, log, log2, max, min, missing, "
            "sqrt)");
  EXPECT_EQ(refusal("f(x)", campaign), "'f(x)' at position 1: there is no function 'f' (there are none)");
}

TEST(ParseExpression, ALongTextIsShownAroundThePosition) {
  const std::string text = repeated("abcde + ", 20) + "? " + repeated("+ fghij ", 20);

  const std::string message = refusal(text, launch);

  EXPECT_EQ(message,
            "'...de + abcde + abcde + abcde + abcde + ? + fghij + fghij + fghij + fghij + f...' at position 161: "
            "unexpected '?'");
}

TEST(ParseExpression, NumbersOutOfRangeAreRefused) {
  EXPECT_EQ(written("9223372036854775807", launch), "9223372036854775807");
  EXPECT_EQ(refusal("1 + 9223372036854775808", launch), "'1 + 9223372036854775808' at position 5: is out of range");
  EXPECT_EQ(written("9223372036854775808", row), "9.223372036854776e+18");
  EXPECT_EQ(refusal("1e999", cost), "'1e999' at position 1: is out of range");
}

TEST(ParseExpression, DepthIsLimitedByBracketsSignsAndConditionals) {
  struct Limit {
    Language language;
    std::size_t depth;
  };
  for (const auto& [language, depth] : {Limit{launch, 96}, Limit{row, 64}, Limit{cost, 200}, Limit{campaign, 64}}) {
    const std::string message = fmt::format("nested more than {} deep", depth);
    EXPECT_NO_THROW((void)parse(repeated("(", depth - 1) + "a" + repeated(")", depth - 1), language));
    EXPECT_NE(refusal(repeated("(", depth), language).find(message), std::string::npos);
    EXPECT_NO_THROW((void)parse(repeated("-", depth - 1) + "a", language));
    EXPECT_NE(refusal(repeated("-", depth) + "a", language).find(message), std::string::npos);
  }
  EXPECT_NE(refusal(repeated("a ? b : ", 96) + "c", launch).find("nested more than 96 deep"), std::string::npos);
  EXPECT_NE(refusal(repeated("a ** ", 96) + "b", launch).find("nested more than 96 deep"), std::string::npos);
}

TEST(ParseExpression, ChainsAndLengthAreLimited) {
  EXPECT_NO_THROW((void)parse("1" + repeated("+1", 96), launch));
  EXPECT_NE(refusal("1" + repeated("+1", 97), launch).find("a chain of more than 96 operators"), std::string::npos);
  EXPECT_NO_THROW((void)parse("1" + repeated("+1", 2000), row));
  EXPECT_NE(refusal(std::string(4097, ' '), row).find("4097 characters is too long: 4096 is the limit"),
            std::string::npos);
  EXPECT_NE(refusal(std::string(100'001, ' '), cost).find("100000 is the limit"), std::string::npos);
}

TEST(ParseExpression, APlaceInAFileComesFirst) {
  try {
    (void)parse("n +", launch, {.file = "launch.toml", .line = 7, .column = 9});
    FAIL();
  } catch (const ParseError& error) {
    EXPECT_STREQ(error.what(), "launch.toml:7:9: 'n +' at position 4: ends where a value was expected");
  }
}

TEST(ParseExpression, BudgetsHaveUnitsAndPatternsAndMembers) {
  EXPECT_EQ(written("reduce < 120us", budget), "(less reduce 120us)");
  EXPECT_EQ(written("copies <= 10 % and ns::scan.total < 1.5 ms", budget),
            "(logical_and (less_equal copies 10%) (less ns::scan.total 1.5ms))");
  EXPECT_EQ(written("'reduce*'.launches == 3", budget), "(equal 'reduce*.launches' 3)");
  EXPECT_EQ(written("`a<b>` + x > 2 * y", budget), "(greater (add 'a<b>' x) (multiply 2 y))");
  EXPECT_NE(refusal("'a'.3 < 1s", budget).find("unexpected"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::expression
