// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/lexer.hpp"

#include <gtest/gtest.h>

namespace forewarp::expression {
namespace {

using enum Language;
using Kind = Token::Kind;
using Texts = std::vector<std::string>;

Texts texts(std::string_view text, Language language) {
  Texts all;
  for (const Token& token : tokens_of(text, language)) all.emplace_back(token.text);
  return all;
}

TEST(ExpressionLexer, TokensHaveKindsAndOffsets) {
  const auto tokens = tokens_of("ab1 <=\t2.5e-3\n*7 ", launch);

  ASSERT_EQ(tokens.size(), 6U);
  EXPECT_EQ(texts("ab1 <=\t2.5e-3\n*7 ", launch), (Texts{"ab1", "<=", "2.5e-3", "*", "7", ""}));
  const std::vector<Kind> kinds{Kind::word, Kind::sign, Kind::real, Kind::sign, Kind::integer, Kind::end};
  const std::vector<std::size_t> offsets{0, 4, 7, 14, 15, 17};
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    EXPECT_EQ(tokens[i].kind, kinds[i]) << i;
    EXPECT_EQ(tokens[i].offset, offsets[i]) << i;
  }
}

TEST(ExpressionLexer, ASignIsTheLongestOperatorOfItsLanguage) {
  EXPECT_EQ(texts("a**b<<c", launch), (Texts{"a", "**", "b", "<<", "c", ""}));
  EXPECT_EQ(texts("a**b<<c", row), (Texts{"a", "*", "*", "b", "<", "<", "c", ""}));
  EXPECT_EQ(texts("a//b += c", loop), (Texts{"a", "//", "b", "+=", "c", ""}));
  EXPECT_EQ(texts("a!=!b", row), (Texts{"a", "!=", "!", "b", ""}));
}

TEST(ExpressionLexer, NumbersEndWhereTheyStopBeingNumbers) {
  EXPECT_EQ(texts("1. .5 1e 1e+ 1.e2", launch), (Texts{"1.", ".5", "1", "e", "1", "e", "+", "1.e2", ""}));
  EXPECT_EQ(texts(". ..5", launch), (Texts{".", ".", ".5", ""}));
}

TEST(ExpressionLexer, NumbersAreWholeInLaunchesAndLoopsAlone) {
  const Token seven = tokens_of("7", launch)[0];
  EXPECT_EQ(number_of(seven, launch), Number(std::int64_t{7}));
  EXPECT_EQ(number_of(seven, loop), Number(std::int64_t{7}));
  EXPECT_EQ(number_of(seven, row), Number(7.0));
  EXPECT_EQ(number_of(tokens_of("1e999", row)[0], row), std::nullopt);
}

TEST(ExpressionLexer, RowsHaveQuotesAndDots) {
  const auto tokens = tokens_of("a.b == 'it\"s' `x y` \"z\"", row);
  EXPECT_EQ(texts("a.b == 'it\"s' `x y` \"z\"", row), (Texts{"a.b", "==", "it\"s", "x y", "z", ""}));
  EXPECT_EQ(tokens[2].kind, Kind::text);
  EXPECT_EQ(tokens[3].kind, Kind::quoted_name);
  EXPECT_EQ(tokens_of("'x", row)[0].kind, Kind::unclosed);
  EXPECT_EQ(texts("a.b", launch), (Texts{"a", ".", "b", ""}));
}

TEST(ExpressionLexer, FeaturesOfCostExpressionsHaveConstraints) {
  EXPECT_EQ(texts("p_a*f_mem_lstrides:{0: 1}_afr:>=1/2", cost),
            (Texts{"p_a", "*", "f_mem_lstrides:{0: 1}_afr:>=1", "/", "2", ""}));
  EXPECT_EQ(texts("f_x:{0:1", cost), (Texts{"f_x:{0:1", ""}));
  EXPECT_EQ(texts("p_a<1", cost), (Texts{"p_a", "<", "1", ""}));
}

TEST(ExpressionLexer, LoopProgramsHaveComments) {
  EXPECT_EQ(texts("a # b\nc#", loop), (Texts{"a", "c", ""}));
  EXPECT_EQ(texts("a # b", launch), (Texts{"a", "#", "b", ""}));
}

TEST(ExpressionLexer, ATokenIsShownSoThatItCanBePrinted) {
  EXPECT_EQ(shown(tokens_of("ab", launch)[0]), "'ab'");
  EXPECT_EQ(shown(tokens_of("\xc3", launch)[0]), "the byte 0xc3");
  EXPECT_EQ(shown(tokens_of("", launch)[0]), "the end");
}

}  // namespace
}  // namespace forewarp::expression
