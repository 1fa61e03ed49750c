// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/json_lines.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::table {
namespace {

std::string refusal(const std::string& text) {
  try {
    (void)parse_json_lines(text, "t.jsonl");
  } catch (const ParseError& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(JsonLines, ReadsObjectsWithUnitsInTheirKeys) {
  const Table t =
      parse_json_lines("{\"kernel\": \"add\", \"time [us]\": 2.5}\n\n{\"kernel\": \"mul\", \"time [us]\": 3}\n");

  EXPECT_EQ(t.texts("kernel"), (Table::Texts{"add", "mul"}));
  EXPECT_EQ(t.numbers("time"), (Table::Numbers{2.5, 3}));
  EXPECT_EQ(t.column("time").unit, "us");
}

TEST(JsonLines, AKeyThatIsNotThereAndNullAreMissing) {
  const Table t = parse_json_lines("{\"a\": 1}\n{\"b\": 2, \"a\": null}\n{\"b\": 3}\n");

  EXPECT_EQ(t.numbers("a")[0], 1);
  EXPECT_TRUE(std::isnan(t.numbers("a")[1]) && std::isnan(t.numbers("a")[2]));
  EXPECT_TRUE(std::isnan(t.numbers("b")[0]));
}

TEST(JsonLines, ATextAmongNumbersMakesTheColumnText) {
  const Table t = parse_json_lines("{\"a\": 1.5}\n{\"a\": \"x\"}\n{\"a\": true}\n");

  EXPECT_EQ(t.texts("a"), (Table::Texts{"1.5", "x", "1"}));
}

TEST(JsonLines, NamesFileAndLineOfWhatIsNoRow) {
  EXPECT_EQ(refusal("{\"a\": 1}\n[1]\n"), "t.jsonl:2: one object of plain values is wanted, here is an array");
  EXPECT_EQ(refusal("{\"a\": {\"b\": 1}}\n"),
            "t.jsonl:1: one object of plain values is wanted, here is an object in an object");
  EXPECT_EQ(refusal("3\n"), "t.jsonl:1: one object of plain values is wanted, here is no object");
  EXPECT_EQ(refusal("{\"a\": 1, \"a\": 2}\n"),
            "t.jsonl:1: one object of plain values is wanted, here is the key 'a' twice");
  EXPECT_NE(refusal("{\"a\": \n").find("t.jsonl:1: one object of plain values is wanted, here is no JSON"),
            std::string::npos);
}

TEST(JsonLines, EverNewKeysDoNotFillTheMemory) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "{\"" + std::to_string(i) + "\":1}\n";  // 9 million cells from 30 kB

  EXPECT_NE(refusal(text).find("too many different keys"), std::string::npos);
}

TEST(JsonLines, WhatIsWrittenReadsBack) {
  Table t;
  t.add("kernel", Table::Texts{"a \"b\"", "", "c"});
  t.add("time", Table::Numbers{0.1, std::nan(""), 1e20}, "ms");
  t.add("n", Table::Numbers{1, 2, 3});

  const std::string text = json_lines_text(t);
  const Table back = parse_json_lines(text);

  EXPECT_EQ(text.substr(0, text.find('\n')), "{\"kernel\":\"a \\\"b\\\"\",\"time [ms]\":0.1,\"n\":1}");
  EXPECT_EQ(back.texts("kernel"), t.texts("kernel"));
  EXPECT_EQ(back.numbers("time")[2], 1e20);
  EXPECT_TRUE(std::isnan(back.numbers("time")[1]));
  EXPECT_EQ(json_lines_text(back), text);
}

}  // namespace
}  // namespace forewarp::table
