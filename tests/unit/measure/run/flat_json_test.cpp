// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/flat_json.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

std::string error_of(std::string_view text) {
  try {
    (void)parse_flat_json(text, {"jobs", 3, 0});
  } catch (const ParseError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FlatJson, ReadsPlainValuesAndLists) {
  const FlatObject object =
      parse_flat_json(R"( {"a": "x\ny \"q\"", "b":-1.5e3 ,"c": [1, "two", true], "d": null, "e": [], "f": false} )");

  EXPECT_EQ(object.at("a").text, "x\ny \"q\"");
  EXPECT_EQ(object.at("b").text, "-1.5e3");
  EXPECT_EQ(object.at("b").kind, FlatValue::Kind::number);
  EXPECT_EQ(object.at("c").items, (std::vector<std::string>{"1", "two", "true"}));
  EXPECT_EQ(object.at("d").kind, FlatValue::Kind::null);
  EXPECT_EQ(object.at("e").kind, FlatValue::Kind::list);
  EXPECT_EQ(object.at("f").text, "false");
  EXPECT_TRUE(parse_flat_json("{}").empty());
}

TEST(FlatJson, ReadsEscapesAsUtf8) {
  // U+00B5 is C2 B5, U+2192 is E2 86 92, U+1F600 is F0 9F 98 80
  EXPECT_EQ(parse_flat_json(R"({"a": "\u00b5\u2192\uD83D\ude00\/\t"})").at("a").text,
            "\xC2\xB5\xE2\x86\x92\xF0\x9F\x98\x80/\t");
}

TEST(FlatJson, WritesWhatItReads) {
  const std::string text = std::string("line\nline\t\"quoted\" \\ \x01 ") + "\xC2\xB5";

  EXPECT_EQ(parse_flat_json("{\"a\":" + json_string(text) + "}").at("a").text, text);
  EXPECT_EQ(json_string(text).find('\n'), std::string::npos);
}

TEST(FlatJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(""), "jobs:3:1: expected {");
  EXPECT_EQ(error_of("{\"a\" 1}"), "jobs:3:6: expected :");
  EXPECT_EQ(error_of("{\"a\": {}}"),
            "jobs:3:7: expected a text in quotes, a number, true, false, null or a list of these");
  EXPECT_EQ(error_of("{\"a\": [[1]]}"),
            "jobs:3:8: expected a text in quotes, a number, true, false, null or a list of these");
  EXPECT_EQ(error_of("{\"a\": 1, \"a\": 2}"), "jobs:3:10: 'a' comes twice");
  EXPECT_EQ(error_of("{\"a\": \"x}"), "jobs:3:10: the text has no closing quote");
  EXPECT_EQ(error_of("{\"a\": \"\\q\"}"), "jobs:3:8: an escape that JSON does not have");
  EXPECT_EQ(error_of("{\"a\": \"\\u12"), "jobs:3:8: four hexadecimal digits must follow \\u");
  EXPECT_EQ(error_of("{\"a\": \"\\ud800x\"}"), "jobs:3:8: half of a surrogate pair");
  EXPECT_EQ(error_of("{\"a\": 1} 2"), "jobs:3:10: something comes after the object");
  EXPECT_EQ(error_of("{\"a\": 1,"), "jobs:3:9: expected a text in quotes");
  EXPECT_EQ(error_of("{\"a\": \"\\"), "jobs:3:8: an escape that JSON does not have");
}

}  // namespace
}  // namespace forewarp::run
