// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/ptx_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::report {
namespace {

constexpr const char* head =
    ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n.entry k()\n{\n.reg .f32 %f<2>;\n";

nlohmann::json json_of(const std::string& body) {
  const std::string text = head + body;
  return ptx_json(text, ptx::parse(text, "k.ptx"));
}

/// Lines 9 and 10 have one stack of frames, line 12 another. "f" is 102.
TEST(PtxJson, HasEachStackOfFramesOnce) {
  const nlohmann::json json = json_of(
      ".loc 1 2 1, function_name $s, inlined_at 1 7 3\nmov.f32 %f1, 0f00000000;\nmov.f32 %f1, %f1;\n"
      ".loc 1 3 1, function_name $s, inlined_at 1 8 3\nmov.f32 %f1, %f1;\n.loc 1 9 1\nret;\n}\n"
      ".section .debug_str\n{\n$s:\n.b8 102,0\n}\n");

  EXPECT_EQ(json.at("frames"), nlohmann::json::parse(R"([[["f", "k.cu", 7]], [["f", "k.cu", 8]]])"));
  EXPECT_EQ(json.at("inlined"), nlohmann::json::parse("[[9, 0], [10, 0], [12, 1]]"));
}

TEST(PtxJson, OfCodeWithoutInlinedFunctionsIsTheTextAlone) {
  const nlohmann::json json = json_of(".loc 1 2 1\nret;\n}\n");

  EXPECT_EQ(json.size(), 1u);
  EXPECT_TRUE(json.at("text").get<std::string>().starts_with(".version"));
}

}  // namespace
}  // namespace forewarp::report
