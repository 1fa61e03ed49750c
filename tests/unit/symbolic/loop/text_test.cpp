// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// From the text of a loop program to its lines, tokens and types.
#include <gtest/gtest.h>

#include "forewarp/symbolic/loop/lines.hpp"
#include "forewarp/symbolic/loop/tokens.hpp"
#include "forewarp/symbolic/loop/type.hpp"
#include "forewarp/symbolic/sets/errors.hpp"
#include "unit/message_of.hpp"

namespace forewarp::loop {
namespace {

TEST(Lines, IndentedOnesContinueTheLineBefore) {
  const std::vector<Line> lines = lines_of("a = b\n# comment\n\n  + c\nd = e", "x.loop");

  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0].text, "a = b\n\n\n  + c");  // as many line breaks as in the file, so that places stay true
  EXPECT_EQ(lines[0].where.line, 1);
  EXPECT_EQ(lines[1].text, "d = e");
  EXPECT_EQ(lines[1].where.line, 5);
}

TEST(Lines, TheFirstMayBeIndented) {
  const std::vector<Line> lines = lines_of("\n   a = b", "x.loop");

  ASSERT_EQ(lines.size(), 1);
  EXPECT_EQ(lines[0].text, "a = b");
  EXPECT_EQ(lines[0].where, (SourceLocation{"x.loop", 2, 4}));
}

TEST(Lines, OfNothingAreNoneAndOfTooMuchAreRefused) {
  EXPECT_TRUE(lines_of("", "x").empty());
  EXPECT_TRUE(lines_of("  # a\r\n\n", "x").empty());
  EXPECT_EQ(testing::message_of<symbolic::LimitExceeded>([] { (void)lines_of(std::string(1 << 21, 'a'), "x.loop"); }),
            "x.loop: a loop program of more than 1 MiB of text");
}

TEST(Tokens, KnowTheirPlaces) {
  const auto tokens = tokens_of("c[i] =\n  12 # rest", {"x.loop", 7, 3});

  std::vector<std::string> texts;
  for (const Token& token : tokens) texts.push_back(token.text);
  EXPECT_EQ(texts, (std::vector<std::string>{"c", "[", "i", "]", "=", "12", ""}));
  EXPECT_EQ(tokens[0].where, (SourceLocation{"x.loop", 7, 3}));
  EXPECT_EQ(tokens[4].where, (SourceLocation{"x.loop", 7, 8}));
  EXPECT_EQ(tokens[5].where, (SourceLocation{"x.loop", 8, 3}));
  EXPECT_EQ(tokens[5].kind, Token::Kind::integer);
  EXPECT_EQ(tokens.back().kind, Token::Kind::end);
}

TEST(Tokens, ACharacterThatMeansNothingIsRefusedAtItsPlace) {
  EXPECT_EQ(testing::message_of<ParseError>([] {
              (void)tokens_of("a = b ; c", {"x.loop", 2, 1});
            }).substr(0, 11),
            "x.loop:2:7:");
}

TEST(LoopType, HasTwoNamesAndASize) {
  for (const Type type : {Type::boolean, Type::i32, Type::i64, Type::f16, Type::f32, Type::f64}) {
    EXPECT_EQ(type_named(name_of(type)), type);
    EXPECT_EQ(type_named(feature_name_of(type)), type);
  }
  EXPECT_EQ(feature_name_of(Type::f32), "float32");
  EXPECT_EQ(bytes_of(Type::f16), 2);
  EXPECT_EQ(bytes_of(Type::unknown), 0);
  EXPECT_TRUE(is_float(Type::f16));
  EXPECT_FALSE(is_float(Type::i64));
  EXPECT_FALSE(type_named("unknown"));
  EXPECT_FALSE(type_named("float"));
}

}  // namespace
}  // namespace forewarp::loop
