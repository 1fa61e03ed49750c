// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The quick reader of device files against toml++: the same of what it takes, and it takes nothing else.
#include "forewarp/model/device/detail/toml_node.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace {

using namespace forewarp;
using device::detail::parse_plain_toml;
using device::detail::parse_toml;
using device::detail::TomlNode;

/// Values, their places and those of their keys; a table's own place is the whole reader's business.
void expect_same(TomlNode plain, TomlNode whole, const std::string& where) {
  ASSERT_EQ(plain.kind, whole.kind) << where;
  EXPECT_EQ(plain.number, whole.number) << where;
  EXPECT_EQ(plain.text, whole.text) << where;
  if (plain.kind != TomlNode::Kind::table && plain.kind != TomlNode::Kind::list) {
    EXPECT_EQ(plain.where.line, whole.where.line) << where;
    EXPECT_EQ(plain.where.column, whole.where.column) << where;
  }
  ASSERT_EQ(plain.items.size(), whole.items.size()) << where;
  for (std::size_t i = 0; i < plain.items.size(); ++i)
    expect_same(plain.items[i], whole.items[i], where + "[" + std::to_string(i) + "]");
  ASSERT_EQ(plain.members.size(), whole.members.size()) << where;
  for (TomlNode* table : {&plain, &whole})
    std::ranges::sort(table->members, {}, &std::pair<std::string_view, TomlNode>::first);
  for (std::size_t i = 0; i < plain.members.size(); ++i) {
    const auto& [name, value] = plain.members[i];
    ASSERT_EQ(name, whole.members[i].first) << where;
    if (value.key_where.line != 0) {  // headers have none
      EXPECT_EQ(value.key_where.line, whole.members[i].second.key_where.line) << where << "." << name;
      EXPECT_EQ(value.key_where.column, whole.members[i].second.key_where.column) << where << "." << name;
    }
    expect_same(value, whole.members[i].second, where + "." + std::string(name));
  }
}

TEST(PlainToml, ReadsEveryShippedFileAsTheWholeReaderDoes) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shipped_file("devices"))) {
    if (entry.path().extension() != ".toml") continue;
    const std::string text = read_file(entry.path(), 1U << 20U);
    const auto plain = parse_plain_toml(text);
    ASSERT_TRUE(plain) << entry.path();
    const auto whole = parse_toml(text, "x");
    expect_same(plain->root, whole.root, entry.path().filename().string());
    ++files;
  }
  EXPECT_GT(files, 100U);
}

TEST(PlainToml, KnowsNumbersFlagsTextsListsAndTables) {
  constexpr std::string_view text =
      "a = 1 # one\nb = -0.25\nc=1.5e-3\nd = [\"x\",\n  2, # two\n]\ne = true\n[t]\nf = 0\n[[s]]\ng = \"h#i\"\n[[s]]\n";
  const auto plain = parse_plain_toml(text);
  ASSERT_TRUE(plain);
  const auto whole = parse_toml(text, "x");
  expect_same(plain->root, whole.root, "text");
}

TEST(PlainToml, LeavesAllElseToTheWholeReader) {
  for (const char* text : {"a = 'x'",
                           "a = 1_000",
                           "a = \"\\n\"",
                           "a.b = 1",
                           "\"a\" = 1",
                           "a = {b = 1}",
                           "a = [[1]]",
                           "[a.b]",
                           "a = 1979-05-27",
                           "a = 0x10",
                           "a = +1",
                           "a = inf",
                           "a = nan",
                           "a = 01",
                           "a = \"\xc3\xa4\"",
                           "a = 1\r\n",
                           "a = \"\"\"x\"\"\"",
                           "a = 1e",
                           "a = 1.",
                           "a = .5",
                           "a = 1e400",
                           "a = 1\na = 2",
                           "[a]\n[a]",
                           "a = 1\n[a]",
                           "[a]\n[[a]]",
                           "a = [1]\n[[a]]",
                           "a = []\n[[a]]",
                           "a = 1 b = 2",
                           "a = [1 2]",
                           "a = [1,,2]",
                           "a = [1",
                           "a",
                           "a =",
                           "= 1",
                           "[a",
                           "[[a]",
                           "[a] b = 1",
                           "a = \"x",
                           "a = \x01",
                           "a = 12345678901234567890",
                           "a = truer",
                           "a = \"x\ny\""})
    EXPECT_FALSE(parse_plain_toml(text)) << text;
}

TEST(PlainToml, TablesTooLargeToSearchAreLeftToTheWholeReader) {
  std::string keys, headers;
  for (int i = 0; i < 257; ++i) {
    keys += "k" + std::to_string(i) + " = 1\n";
    headers += "[k" + std::to_string(i) + "]\n";
  }
  EXPECT_FALSE(parse_plain_toml(keys));
  EXPECT_FALSE(parse_plain_toml(headers));
  EXPECT_EQ(parse_toml(keys, "x").root.members.size(), 257U);
}

TEST(PlainToml, WhatIsNoTomlIsAnErrorOfTheWholeReader) {
  EXPECT_THROW((void)parse_toml("a =", "x.toml"), ParseError);
  EXPECT_TRUE(parse_plain_toml(""));
}

}  // namespace
