// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/text.hpp"

#include <gtest/gtest.h>

#include <cctype>

namespace forewarp {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Characters, AreClassifiedAsInTheCLocale) {
  for (int i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    EXPECT_EQ(is_digit(c), std::isdigit(i) != 0) << i;
    EXPECT_EQ(is_letter(c), std::isalpha(i) != 0) << i;
    EXPECT_EQ(is_word(c), std::isalnum(i) != 0 || c == '_') << i;
    EXPECT_EQ(is_space(c), std::isspace(i) != 0) << i;
  }
}

TEST(Characters, BytesOfOtherAlphabetsAreNoLetters) {
  for (int i = 128; i < 256; ++i) {
    const char c = static_cast<char>(i);
    EXPECT_FALSE(is_digit(c) || is_letter(c) || is_word(c) || is_space(c)) << i;
  }
}

TEST(Identifier, StartsWithALetterOrAnUnderscore) {
  EXPECT_TRUE(is_identifier("a"));
  EXPECT_TRUE(is_identifier("_2b"));
  EXPECT_FALSE(is_identifier(""));
  EXPECT_FALSE(is_identifier("2b"));
  EXPECT_FALSE(is_identifier("a-b"));
  EXPECT_FALSE(is_identifier("\xc3\xa4"));
}

TEST(Trimmed, TakesBlanksOffBothEnds) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed("ab"), "ab");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed("\ta ", " "), "\ta");
}

TEST(SplitAt, GivesOnePartMoreThanSeparators) {
  EXPECT_EQ(split_at("a,,b", ','), (Parts{"a", "", "b"}));
  EXPECT_EQ(split_at("", ','), Parts{""});
  EXPECT_EQ(split_at(",", ','), (Parts{"", ""}));
  EXPECT_EQ(split_at("a::b:c", "::"), (Parts{"a", "b:c"}));
}

TEST(SplitOutsideBrackets, LeavesWhatIsInBracketsWhole) {
  EXPECT_EQ(split_outside_brackets("a, f(b, c) ,{d, [e]}", ','), (Parts{"a", "f(b, c)", "{d, [e]}"}));
  EXPECT_EQ(split_outside_brackets("", ','), Parts{""});
  EXPECT_EQ(split_outside_brackets("a), b", ','), (Parts{"a)", "b"}));  // a bracket too many is not our error
}

TEST(WordsOf, AreNeverEmpty) {
  EXPECT_EQ(words_of("  a\tbc\n d "), (Parts{"a", "bc", "d"}));
  EXPECT_TRUE(words_of(" \n").empty());
  EXPECT_TRUE(words_of("").empty());
}

TEST(LowerCase, ChangesCapitalLettersOnly) { EXPECT_EQ(lower_case("GTX 1080 Ti_\xc3\x84"), "gtx 1080 ti_\xc3\x84"); }

}  // namespace
}  // namespace forewarp
