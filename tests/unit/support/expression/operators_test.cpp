// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/operators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace forewarp::expression {
namespace {

using enum Language;
constexpr std::array languages{launch, row, cost, campaign, loop, ptx, budget};

TEST(Operators, ASpellingHasOneMeaningInALanguage) {
  const auto table = all_operators();
  const auto kind = [](const Operator& o) { return o.form == Form::prefix ? 0 : o.form == Form::function ? 1 : 2; };
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = i + 1; j < table.size(); ++j)
      for (const Language language : languages)
        EXPECT_FALSE(table[i].spelling == table[j].spelling && kind(table[i]) == kind(table[j]) &&
                     table[i].languages.contains(language) && table[j].languages.contains(language))
            << table[i].spelling;
}

TEST(Operators, AreFoundByLanguageAndForm) {
  EXPECT_EQ(infix_operator(launch, "**")->op, Op::power);
  EXPECT_EQ(infix_operator(cost, "^")->op, Op::power);
  EXPECT_EQ(infix_operator(ptx, "^")->op, Op::bit_xor);
  EXPECT_EQ(infix_operator(row, "^"), nullptr);
  EXPECT_EQ(infix_operator(launch, "!"), nullptr);
  EXPECT_EQ(prefix_operator(launch, "!")->op, Op::logical_not);
  EXPECT_EQ(prefix_operator(row, "*"), nullptr);
  EXPECT_EQ(function_named(row, "sqrt")->op, Op::sqrt);
  EXPECT_EQ(function_named(launch, "sqrt"), nullptr);
  EXPECT_EQ(infix_operator(launch, ""), nullptr);
}

TEST(Operators, FunctionsAreListedByName) {
  for (const Language language : languages) {
    const auto names = function_names(language);
    EXPECT_TRUE(std::ranges::is_sorted(names));
  }
  EXPECT_EQ(function_names(cost), (std::vector<std::string>{"abs", "exp", "log", "max", "min", "overlap", "partial",
                                                            "sqrt", "step", "tanh"}));
}

TEST(Operators, AreSpelledAsTheirLanguageDoes) {
  EXPECT_EQ(operator_of(Op::power, launch)->spelling, "**");
  EXPECT_EQ(operator_of(Op::power, cost)->spelling, "^");
  EXPECT_EQ(operator_of(Op::overlap, cost)->spelling, "overlap");
  EXPECT_EQ(operator_of(Op::logical_not, loop)->spelling, "not");
  EXPECT_EQ(operator_of(Op::overlap, row), nullptr);
}

TEST(Operators, TruthsAreWhatComparesOrCombinesComparisons) {
  EXPECT_TRUE(is_comparison(Op::equal) && is_comparison(Op::greater_equal) && is_comparison(Op::less));
  EXPECT_FALSE(is_comparison(Op::logical_and) || is_comparison(Op::member) || is_comparison(Op::bit_and));
  EXPECT_TRUE(is_truth(Op::logical_not) && is_truth(Op::missing) && is_truth(Op::not_equal));
  EXPECT_FALSE(is_truth(Op::add) || is_truth(Op::name));
}

}  // namespace
}  // namespace forewarp::expression
