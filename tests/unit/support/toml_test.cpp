// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/toml.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

const std::string file = "f.toml";

std::string error_of(std::string_view text, const std::function<void(TomlTable&)>& read) {
  try {
    const toml::table parsed = parse_toml(text, file);
    TomlTable table(parsed, file);
    read(table);
    table.finish();
  } catch (const ParseError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Toml, GivesValuesOfTheTypeThatIsAskedForOrTheFallback) {
  const toml::table parsed = parse_toml("a = 'x'\nb = true\nc = 1.5\nd = 2\ne = ['p', 'q']\n", file);
  TomlTable table(parsed, file);

  EXPECT_EQ(table.text("a"), "x");
  EXPECT_EQ(table.text("z", "none"), "none");
  EXPECT_EQ(table.required_text("a"), "x");
  EXPECT_TRUE(table.boolean("b", false));
  EXPECT_TRUE(table.boolean("z", true));
  EXPECT_EQ(table.real("c", 0), 1.5);
  EXPECT_EQ(table.real("d", 0), 2);  // an integer is a number
  EXPECT_EQ(table.real("z", 7), 7);
  EXPECT_EQ(table.texts("e"), (std::vector<std::string>{"p", "q"}));
  EXPECT_TRUE(table.texts("z").empty());
  EXPECT_EQ(table.to_integer(*table.find("d")), 2);
  table.finish();
}

TEST(Toml, RefusesAnotherTypeWithItsPlace) {
  EXPECT_EQ(error_of("\na = 1", [](TomlTable& t) { (void)t.text("a"); }), "f.toml:2:5: 'a' must be text");
  EXPECT_EQ(error_of("a = 1", [](TomlTable& t) { (void)t.boolean("a", false); }),
            "f.toml:1:5: 'a' must be true or false");
  EXPECT_EQ(error_of("a = 'x'", [](TomlTable& t) { (void)t.real("a", 0); }), "f.toml:1:5: 'a' must be a number");
  EXPECT_EQ(error_of("a = inf", [](TomlTable& t) { (void)t.real("a", 0); }), "f.toml:1:5: 'a' must be a number");
  EXPECT_EQ(error_of("a = ['x', 1]", [](TomlTable& t) { (void)t.texts("a"); }),
            "f.toml:1:11: 'a' must be a list of texts");
  EXPECT_EQ(error_of("a = 'x'", [](TomlTable& t) { (void)t.texts("a"); }), "f.toml:1:5: 'a' must be a list of texts");
  EXPECT_EQ(error_of("a = 1.5", [](TomlTable& t) { (void)t.to_integer(*t.find("a")); }),
            "f.toml:1:5: an integer was expected");
}

TEST(Toml, RefusesMissingAndUnknownKeys) {
  EXPECT_NE(error_of("b = 1", [](TomlTable& t) { (void)t.required_text("a"); }).find("'a' is missing"),
            std::string::npos);
  EXPECT_NE(error_of("a = ''", [](TomlTable& t) { (void)t.required_text("a"); }).find("'a' is missing"),
            std::string::npos);
  EXPECT_EQ(error_of("a = 'x'\nbb = 2", [](TomlTable& t) { (void)t.text("a"), (void)t.has("b"); }),
            "f.toml:2:1: unknown key 'bb' (known here: a, b)");
}

TEST(Toml, TextThatIsNotTomlIsAnErrorWithItsPlace) {
  EXPECT_NE(error_of("a = \n", [](TomlTable&) {}).find("f.toml:1:"), std::string::npos);
}

}  // namespace
}  // namespace forewarp
