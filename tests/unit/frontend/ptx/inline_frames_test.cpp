// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/inline_frames.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::ptx {
namespace {

/// The square of weight (line 3), called by term (line 7), called by the kernel (line 15); "weight" is 119 101 105 103
/// 104 116.
std::string kernel(const std::string& locs, const std::string& strings) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"/home/me/k.cu\"\n.visible .entry k()\n{\n"
         "  .reg .f32 %f<4>;\n" +
         locs + "  ret;\n}\n.section .debug_str\n{\n" + strings + "}\n";
}
constexpr const char* names =
    "$L__info_string0:\n.b8 116,101,114,109,0\n$L__info_string1:\n.b8 119\n.b8 101\n.b8 105,103,104,116,0\n";

TEST(InlineFrames, BeginWithTheInnermostFunctionAndEndInTheKernel) {
  const Module module = parse(kernel("  .loc 1 14 1\n  mov.f32 %f1, 0f00000000;\n"
                                     "  .loc 1 7 3, function_name $L__info_string0, inlined_at 1 15 5\n"
                                     "  mov.f32 %f2, %f1;\n"
                                     "  .loc 1 3 3, function_name $L__info_string1, inlined_at 1 7 3\n"
                                     "  mul.f32 %f3, %f2, %f2;\n",
                                     names),
                              "k.ptx");
  const Function& k = *module.find("k");
  const InlineFrames frames(module);

  EXPECT_TRUE(frames.of(k, k.body[0]).empty());
  const auto outer = frames.of(k, k.body[1]), inner = frames.of(k, k.body[2]);
  ASSERT_EQ(outer.size(), 1u);
  EXPECT_EQ(outer[0].function, "term");
  EXPECT_EQ(outer[0].file, "/home/me/k.cu");
  EXPECT_EQ(outer[0].line, 15u);
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_EQ(inner[0].function, "weight");
  EXPECT_EQ(inner[0].line, 7u);
  EXPECT_EQ(inner[1].function, "term");
  EXPECT_EQ(inner[1].line, 15u);
}

/// "term" and its end have 5 bytes: "weight" begins at 5.
TEST(InlineFrames, NamesMayBeOffsets) {
  const Module module =
      parse(kernel("  .loc 1 3 3, function_name .debug_str+5, inlined_at 1 7 3\n  mov.f32 %f1, %f1;\n"
                   "  .loc 1 3 3, function_name .debug_str, inlined_at 1 8 3\n  mov.f32 %f1, %f1;\n"
                   "  .loc 1 3 3, function_name .debug_str+99, inlined_at 1 9 3\n  mov.f32 %f1, %f1;\n",
                   names),
            "k.ptx");
  const Function& k = *module.find("k");
  const InlineFrames frames(module);

  EXPECT_EQ(frames.of(k, k.body[0]).at(0).function, "weight");
  EXPECT_EQ(frames.of(k, k.body[1]).at(0).function, "term");
  EXPECT_EQ(frames.of(k, k.body[2]).at(0).function, "");  // beyond the end
}

TEST(InlineFrames, BytesThatCannotBeReadLeaveTheNameOut) {
  const Module module =
      parse(kernel("  .loc 1 3 3, function_name $L__info_string1, inlined_at 1 7 3\n  mov.f32 %f1, %f1;\n",
                   "$L__info_string1:\n.b64 300\n"),
            "k.ptx");
  const Function& k = *module.find("k");

  const auto frames = InlineFrames(module).of(k, k.body[0]);

  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].function, "");
  EXPECT_EQ(frames[0].line, 7u);
}

/// Line 3 was inlined at line 3, it says.
TEST(InlineFrames, ARingEnds) {
  const Module module = parse(
      kernel("  .loc 1 3 3, function_name $L__info_string0, inlined_at 1 3 3\n  mov.f32 %f1, %f1;\n", names), "k.ptx");
  const Function& k = *module.find("k");

  EXPECT_EQ(InlineFrames(module).of(k, k.body[0]).size(), 16u);
}

}  // namespace
}  // namespace forewarp::ptx
