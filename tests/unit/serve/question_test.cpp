// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/question.hpp"

#include <gtest/gtest.h>

#include "unit/message_of.hpp"

namespace forewarp::serve {
namespace {

using forewarp::testing::message_of;

std::string refusal(const std::string& members) {
  return message_of([&] { (void)parse_question("{" + members + "}"); });
}

TEST(Question, AllThatThePageCanSetIsRead) {
  const Question question = parse_question(
      R"({"name": "k.cu", "source": "text", "devices": ["A100", "H100"], "set": {"n": 64}, "registers": 32,
          "clock_mhz": 1000, "block": "128", "arguments": ["x=1"], "compiler": "clang"})");

  const query::KernelOptions options = options_of(question, "/folder/k.cu");
  EXPECT_EQ(options.request.path, "/folder/k.cu");
  EXPECT_EQ(options.request.set, std::vector<std::string>{"n=64"});
  EXPECT_EQ(options.registers, "32");
  EXPECT_EQ(options.request.block, "128");
  EXPECT_EQ(predict_options_of(question).conditions.clock_hz, 1e9);
}

TEST(Question, WhatIsNoQuestionIsRefusedWithTheReason) {
  const std::string rest = R"("source": "", "devices": ["A100"])";

  EXPECT_EQ(message_of([] { (void)parse_question("{"); }), "the question is not JSON");
  EXPECT_EQ(message_of([] { (void)parse_question("[]"); }), "the question is no object");
  EXPECT_EQ(message_of([] { (void)parse_question(std::string(5000, '[')); }), "the question is nested too deeply");
  EXPECT_NE(refusal(R"("name": "../k.cu", )" + rest).find("not the plain name of a file"), std::string::npos);
  EXPECT_NE(refusal(R"("name": "-k.cu", )" + rest).find("not the plain name of a file"), std::string::npos);
  EXPECT_EQ(refusal(R"("name": "k.cu", "path": "/etc", )" + rest), "a question has no member 'path'");
  EXPECT_EQ(refusal(R"("name": "k.cu", "source": "", "devices": ["/etc/passwd"])"),
            "'/etc/passwd' is not the name of a device");
  EXPECT_EQ(refusal(R"("name": "k.cu", "source": "", "devices": ["mine.toml"])"),
            "'mine.toml' is not the name of a device");
  EXPECT_EQ(refusal(R"("name": "k.cu", "devices": ["A100"])"), "a question has either 'source' or 'base64'");
  EXPECT_EQ(refusal(R"("name": "k.cu", "registers": 1000, )" + rest),
            "the question's 'registers' is no number from 0 to 255");
  EXPECT_EQ(refusal(R"("name": "k.cu", "set": {"n": "x"}, )" + rest), "n is no whole number");
}

TEST(Question, ADeviceListMustNotBeEmptyOrLong) {
  std::string many = "\"A100\"";
  for (int i = 0; i < 30; ++i) many += ", \"A100\"";

  EXPECT_EQ(refusal(R"("name": "k.cu", "source": "", "devices": [])"), "the question names no device");
  EXPECT_NE(refusal(R"("name": "k.cu", "source": "", "devices": [)" + many + "]"), "");
}

}  // namespace
}  // namespace forewarp::serve
