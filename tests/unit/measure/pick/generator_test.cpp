// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/pick/generator.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace {

using namespace forewarp;
using namespace forewarp::pick;

constexpr const char* text =
    "generator g\nabout One\nabout line.\ntags a b\nargument mode: x, y\nargument l: 16, ...\nsize n: 64, ...\nrequire "
    "n % l == 0\n"
    "===\nfirst @mode@ @l - 2@\n@if mode:x\nonly x\n@else\nnot x\n@end\nlast\n";

std::string message_of(const std::string& generator) {
  try {
    (void)Generator::parse(generator, "g.pick");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(PickGenerator, FillsArgumentsNumbersAndConditions) {
  const Generator g = Generator::parse(text, "g.pick");
  EXPECT_EQ(g.about(), "One line.");
  EXPECT_EQ(g.tags(), (std::set<std::string>{"a", "b", "g"}));
  EXPECT_EQ(g.loop_program({{"mode", "x"}, {"l", "16"}, {"n", "64"}}), "first x 14\nonly x\nlast\n");
  EXPECT_EQ(g.loop_program({{"mode", "y"}, {"l", "32"}, {"n", "64"}}), "first y 30\nnot x\nlast\n");
  EXPECT_TRUE(g.possible({{"mode", "x"}, {"l", "16"}, {"n", "64"}}));
  EXPECT_FALSE(g.possible({{"mode", "x"}, {"l", "24"}, {"n", "64"}}));
}

TEST(PickGenerator, DotsAllowOtherNumbers) {
  const Generator g = Generator::parse(text, "g.pick");
  EXPECT_TRUE(g.argument("l")->allows("17"));
  EXPECT_FALSE(g.argument("l")->allows("0"));
  EXPECT_FALSE(g.argument("l")->allows("wide"));
  EXPECT_FALSE(g.argument("mode")->allows("z"));
  EXPECT_TRUE(g.argument("n")->is_size);
}

TEST(PickGenerator, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(message_of("generator g\n").find("ends with a line '==='"), std::string::npos);
  EXPECT_EQ(
      message_of("generatr g\n===\n"),
      "g.pick:1:1: no header line 'generatr' (did you mean 'generator'?): generator about tags argument option size "
      "require");
  EXPECT_EQ(message_of("generator g\nargument a\n===\n"), "g.pick:2:1: an argument is NAME: VALUE, VALUE, ...");
  EXPECT_EQ(message_of("generator g\n===\n@if a:b\n@end\n"), "g.pick:3:1: no argument 'a'");
  EXPECT_EQ(message_of("generator g\nargument a: b\n===\n@if a:b\n"), "g.pick:4:1: an '@if' without its '@end'");
  EXPECT_EQ(message_of("===\nx\n"), "g.pick:1:1: no line 'generator NAME'");
  const Generator g = Generator::parse("generator g\nargument a: 1\n===\nx @a + q@\n", "g.pick");
  EXPECT_THROW((void)g.loop_program({{"a", "1"}}), ParseError);
}

TEST(PickGenerator, OptionsBarsAndSizesInPlaceOfOthers) {
  const Generator g = Generator::parse(
      "generator g\nargument a: 1, 2 | 7, ...\noption fit: True, False\nsize groups: 8, 16, ...\n"
      "size elements instead groups: 64, ...\nrequire elements % 4 == 0 if fit:True\n===\n"
      "@if elements\nby elements\n@else\nby groups\n@end\n@for k:1,a\nline @k@\n@end\nlast\n",
      "g.pick");

  EXPECT_TRUE(g.argument("a")->allows("7"));
  EXPECT_TRUE(g.argument("fit")->is_option);
  EXPECT_EQ(g.argument("elements")->instead, "groups");
  EXPECT_EQ(g.loop_program({{"a", "1"}, {"fit", "True"}, {"groups", "8"}}), "by groups\nlast\n");
  EXPECT_EQ(g.loop_program({{"a", "3"}, {"fit", "True"}, {"elements", "64"}}), "by elements\nline 1\nline 2\nlast\n");
  EXPECT_FALSE(g.possible({{"a", "1"}, {"fit", "True"}, {"elements", "66"}}));
  EXPECT_TRUE(g.possible({{"a", "1"}, {"fit", "False"}, {"elements", "66"}}));
  EXPECT_TRUE(g.possible({{"a", "1"}, {"fit", "True"}, {"groups", "9"}}));  // elements is absent: nothing is required
}

TEST(PickGenerator, RefusesLoopsAndPlacesThatAreNone) {
  EXPECT_EQ(message_of("generator g\nsize n instead m: 4\n===\n"), "g.pick:2:1: no argument 'm'");
  EXPECT_EQ(message_of("generator g\n===\n@for k\n@end\n"), "g.pick:3:1: @for takes NAME:FROM,BELOW");
  EXPECT_EQ(message_of("generator g\nargument a: 1\n===\n@for k:0,a\n"), "g.pick:4:1: an '@for' without its '@end'");
  EXPECT_EQ(message_of("generator g\nargument a: 1\n===\n@for a:0,2\n@end\n"), "g.pick:4:1: 'a' is no new name");
}

}  // namespace
