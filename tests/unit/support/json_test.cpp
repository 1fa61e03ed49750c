// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

std::string error_of(std::string_view text) {
  try {
    (void)parse_flat_object(text, {"jobs", 3, 0});
  } catch (const ParseError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FlatObject, ReadsPlainValuesAndLists) {
  const auto object =
      parse_flat_object(R"( {"a": "x\ny \"q\"", "b":-1.5e3 ,"c": [1, "two", true], "d": null, "e": [], "f": false} )");

  EXPECT_EQ(object.at("a"), "x\ny \"q\"");
  EXPECT_EQ(object.at("b"), -1500.0);
  EXPECT_EQ(object.at("c").size(), 3u);
  EXPECT_EQ(text_of(object.at("c")[0]), "1");
  EXPECT_EQ(text_of(object.at("c")[1]), "two");
  EXPECT_EQ(text_of(object.at("c")[2]), "true");
  EXPECT_TRUE(object.at("d").is_null());
  EXPECT_TRUE(object.at("e").is_array());
  EXPECT_EQ(object.at("f"), false);
  EXPECT_TRUE(parse_flat_object("{}").empty());
}

TEST(FlatObject, ReadsEscapesAsUtf8) {
  // U+00B5 is C2 B5, U+2192 is E2 86 92, U+1F600 is F0 9F 98 80
  EXPECT_EQ(parse_flat_object(R"({"a": "\u00b5\u2192\uD83D\ude00\/\t"})").at("a"),
            "\xC2\xB5\xE2\x86\x92\xF0\x9F\x98\x80/\t");
}

TEST(FlatObject, IsNeitherNestedNorAmbiguous) {
  const std::string shape = "jobs:3: a value must be a text, a number, true, false, null or a list of these";

  EXPECT_EQ(error_of("{\"a\": {}}"), shape);
  EXPECT_EQ(error_of("{\"a\": [[1]]}"), shape);
  EXPECT_EQ(error_of("{\"a\": [{}]}"), shape);
  EXPECT_EQ(error_of("{\"a\": 1, \"a\": 2}"), "jobs:3: the key 'a' appears twice");
  EXPECT_EQ(error_of("[1]"), "jobs:3: expected an object: {\"key\": value, ...}");
  EXPECT_EQ(error_of("{\"a\": " + std::string(100000, '[')), shape);
}

TEST(FlatObject, SaysWhereTextIsNotJson) {
  for (const auto& [text, place] : {std::pair("", "jobs:3:1: "),
                                    {"{\"a\" 1}", "jobs:3:6: "},
                                    {"{\"a\": \"x}", "jobs:3:10: "},
                                    {"{\"a\": \"\\q\"}", "jobs:3:9: "},
                                    {"{\"a\": 1} 2", "jobs:3:10: "},
                                    {"{\"a\": 1,", "jobs:3:9: "}})
    EXPECT_TRUE(error_of(text).starts_with(place)) << error_of(text);
  EXPECT_NE(error_of("{\"a\": 1e999}"), "no error");
  EXPECT_NE(error_of("{\"a\": \"\\ud800x\"}"), "no error");
  EXPECT_NE(error_of("{\"a\": \"\xff\"}"), "no error");
}

TEST(JsonString, IsOneLineThatReadsBack) {
  const std::string text = std::string("line\nline\t\"quoted\" \\ \x01 ") + "\xC2\xB5";

  EXPECT_EQ(json_string(text), "\"line\\nline\\t\\\"quoted\\\" \\\\ \\u0001 \xC2\xB5\"");
  EXPECT_EQ(parse_flat_object("{\"a\":" + json_string(text) + "}").at("a"), text);
  EXPECT_EQ(json_string("\xff"), "\"\xEF\xBF\xBD\"");  // U+FFFD
}

TEST(JsonReason, DropsTheNumberAndThePlace) {
  EXPECT_EQ(json_reason("[json.exception.parse_error.101] parse error at line 1, column 9: unexpected end: x"),
            "unexpected end: x");
  EXPECT_EQ(json_reason("[json.exception.out_of_range.406] number overflow"), "number overflow");
  EXPECT_EQ(json_reason("anything"), "anything");
}

}  // namespace
}  // namespace forewarp
