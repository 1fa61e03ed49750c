// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/climber.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "forewarp/support/error.hpp"
#include "unit/message_of.hpp"

namespace forewarp::expression {
namespace {

constexpr Operator plus_operator{.spelling = "+", .op = Op::add, .precedence = 4},
    times{.spelling = "*", .op = Op::multiply, .precedence = 5},
    power{.spelling = "^", .op = Op::power, .form = Form::infix_right, .precedence = 7};

/// Words with blanks between them become fully bracketed text: "1 + 2 * 3" is "(1+(2*3))".
class Brackets : public Climber<Brackets, std::string> {
 public:
  Brackets(const std::string& text, Limits limits) : Climber(limits) {
    std::istringstream in(text);
    for (std::string word; in >> word;) words_.push_back(word);
    words_.emplace_back();
  }
  std::string whole() {
    const std::string value = expression();
    if (!words_[at_].empty()) fail("'" + words_[at_] + "' is left over");
    return value;
  }

  const Operator* infix() {
    if (words_[at_] == "+") return &plus_operator;
    if (words_[at_] == "*") return &times;
    return words_[at_] == "^" ? &power : nullptr;
  }
  const Operator* prefix() {
    static const Operator minus{.spelling = "-", .op = Op::negate, .precedence = 6};
    return words_[at_] == "-" ? &minus : nullptr;
  }
  bool at_conditional() { return words_[at_] == "?"; }
  std::size_t take() { return at_++; }
  void expect(const std::string& word) {
    if (words_[at_] != word) fail("'" + word + "' was expected");
    ++at_;
  }
  std::string primary() {
    if (words_[at_] != "(") return words_[at_++];
    ++at_;
    std::string value = expression();
    expect(")");
    return value;
  }
  std::string unary(Op, std::size_t, const std::string& value) { return "(-" + value + ")"; }
  std::string binary(Op, std::size_t place, const std::string& a, const std::string& b) {
    return "(" + a + words_[place] + b + ")";
  }
  std::string conditional(std::size_t, const std::string& condition, const std::string& yes, const std::string& no) {
    return "(" + condition + "?" + yes + ":" + no + ")";
  }
  [[noreturn]] void fail(const std::string& message) { throw InputError(message); }

 private:
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

std::string bracketed(const std::string& text, unsigned depth = 200, unsigned chain = 1000) {
  Brackets::Limits limits;
  limits.depth = depth;
  limits.chain = chain;
  return Brackets(text, limits).whole();
}

TEST(Climber, TighterOperatorsGoFirstAndEqualOnesFromTheLeft) {
  EXPECT_EQ(bracketed("1 + 2 * 3 + 4"), "((1+(2*3))+4)");
  EXPECT_EQ(bracketed("1 * 2 + 3 * 4"), "((1*2)+(3*4))");
  EXPECT_EQ(bracketed("( 1 + 2 ) * 3"), "((1+2)*3)");
}

TEST(Climber, ARightAssociativeOperatorGoesFromTheRight) {
  EXPECT_EQ(bracketed("2 ^ 3 ^ 2"), "(2^(3^2))");
  EXPECT_EQ(bracketed("2 * 3 ^ 2 * 4"), "((2*(3^2))*4)");
}

TEST(Climber, ASignTakesWhatBindsMoreTightly) {
  EXPECT_EQ(bracketed("- 2 ^ 2"), "(-(2^2))");
  EXPECT_EQ(bracketed("- 2 * 3"), "((-2)*3)");
  EXPECT_EQ(bracketed("2 ^ - 1"), "(2^(-1))");
}

TEST(Climber, AConditionalIsTheLoosestAndNestsToTheRight) {
  EXPECT_EQ(bracketed("1 + 2 ? 3 : 4 ? 5 : 6"), "((1+2)?3:(4?5:6))");
  EXPECT_EQ(testing::message_of([] { (void)bracketed("1 ? 2"); }), "':' was expected");
}

TEST(Climber, DepthAndChainsAreLimited) {
  std::string brackets, chain = "1";
  for (int i = 0; i < 9; ++i) brackets += "( ";
  for (int i = 0; i < 9; ++i) chain += " + 1";

  EXPECT_EQ(testing::message_of([&] { (void)bracketed(brackets + "1", 9); }), "nested more than 9 deep");
  EXPECT_EQ(testing::message_of([&] { (void)bracketed(chain, 200, 8); }), "a chain of more than 8 operators");
  EXPECT_NO_THROW((void)bracketed(chain, 200, 9));
}

}  // namespace
}  // namespace forewarp::expression
