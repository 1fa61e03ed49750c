// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/json_place.hpp"

#include <gtest/gtest.h>

#include "unit/message_of.hpp"

namespace forewarp {
namespace {

using testing::message_of;

std::string refusal(const std::string& text) {
  return message_of([&] { (void)parse_json_document(text, "a.json"); });
}

TEST(JsonPlace, NamesTheMemberThatIsWrong) {
  const nlohmann::json json = parse_json_document(R"({"a": [{"b": 1}]})", "a.json");
  const JsonPlace root("a.json", json);

  EXPECT_EQ(root.member("a").elements().at(0).member("b").name(), "a.json: /a/0/b");
  EXPECT_EQ(message_of([&] { (void)root.member("c"); }), "a.json: has no member 'c'");
  EXPECT_EQ(message_of([&] { (void)root.member("a").elements()[0].member("b").text(); }),
            "a.json: /a/0/b: expected a text, here is number");
  EXPECT_EQ(message_of([&] { (void)root.elements(); }), "a.json: expected a list, here is object");
  EXPECT_FALSE(root.find("c").has_value());
}

TEST(JsonPlace, SaysInWhichLineATextIsNoJson) {
  EXPECT_TRUE(refusal("{\n \"a\": ]}").starts_with("a.json:2:7: ")) << refusal("{\n \"a\": ]}");
  EXPECT_EQ(refusal(R"({"a": {"b": 1, "b": 2}})"), "a.json: the key 'b' appears twice in an object");
  EXPECT_EQ(refusal(std::string(100, '[') + std::string(100, ']')), "a.json: values nested more than 64 deep");
  EXPECT_NE(refusal("[1e999]").find("a.json: "), std::string::npos);
  EXPECT_NO_THROW((void)parse_json_document(R"([{"b": 1}, {"b": 2}])", "a.json"));
}

}  // namespace
}  // namespace forewarp
