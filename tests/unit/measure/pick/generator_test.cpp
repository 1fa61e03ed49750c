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
      "g.pick:1:1: no header line 'generatr' (did you mean 'generator'?): generator about tags argument size require");
  EXPECT_EQ(message_of("generator g\nargument a\n===\n"), "g.pick:2:1: an argument is NAME: VALUE, VALUE, ...");
  EXPECT_EQ(message_of("generator g\n===\n@if a:b\n@end\n"), "g.pick:3:1: no argument 'a'");
  EXPECT_EQ(message_of("generator g\nargument a: b\n===\n@if a:b\n"), "g.pick:4:1: an '@if' without its '@end'");
  EXPECT_EQ(message_of("===\nx\n"), "g.pick:1:1: no line 'generator NAME'");
  const Generator g = Generator::parse("generator g\nargument a: 1\n===\nx @a + q@\n", "g.pick");
  EXPECT_THROW((void)g.loop_program({{"a", "1"}}), ParseError);
}

}  // namespace
