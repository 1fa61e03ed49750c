// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What else wmma's instructions can say, and what they must not.
#include <fmt/format.h>

#include <limits>

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

/// A kernel that fills the fragments of A, B and C with one word each, multiplies, and stores the first register of D.
std::uint32_t first_of(const std::string& product, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                       unsigned d_registers, unsigned c_registers, const std::string& d = "%d") {
  const auto all = [](const std::string& name, unsigned count) {
    std::string text = "{" + name;
    for (unsigned i = 1; i < count; ++i) text += ", " + name;
    return text + "}";
  };
  std::string destination = "{";
  for (unsigned i = 0; i < d_registers; ++i) destination += fmt::format("{}{}{}", i == 0 ? "" : ", ", d, i);
  return run_body(fmt::format(R"(
  .reg .b32 %d<8>, %a<8>, %b, %c;
  mov.u32 %a0, {}; mov.u32 %b, {}; mov.u32 %c, {};
  mov.u32 %a1, %a0; mov.u32 %a2, %a0; mov.u32 %a3, %a0; mov.u32 %a4, %a0; mov.u32 %a5, %a0; mov.u32 %a6, %a0;
  mov.u32 %a7, %a0;
  {} {}}}, {{%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}}, {}, {};
  st.global.u32 [%slot], {}0;)",
                              a, b, c, product, destination, all("%b", 8), all("%c", c_registers), d),
                  32)[0];
}

TEST(WmmaForms, SatfiniteClampsInfinitiesAndTurnsNotANumberIntoZero) {
  const std::string f16 = "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16";
  // 16 products of 256 x 256 = 2^16 each pass 65504, half precision's largest number (0x7bff); 0x5c00 is 256.
  EXPECT_EQ(first_of(f16, 0x5c005c00, 0x5c005c00, 0, 4, 4), 0x7c007c00U);
  EXPECT_EQ(first_of(f16 + ".satfinite", 0x5c005c00, 0x5c005c00, 0, 4, 4), 0x7bff7bffU);
  EXPECT_EQ(first_of(f16 + ".satfinite", 0x5c005c00, 0xdc00dc00, 0, 4, 4), 0xfbfffbffU);
  EXPECT_EQ(first_of(f16 + ".satfinite", 0x3c003c00, 0x3c003c00, 0x7e007e00, 4, 4), 0U);
  // In single precision infinity comes from C alone.
  const std::string f32 = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32.satfinite";
  EXPECT_EQ(first_of(f32, 0x3c003c00, 0x3c003c00, 0x7f800000, 8, 8),
            std::bit_cast<std::uint32_t>(std::numeric_limits<float>::max()));
}

TEST(WmmaForms, SatfiniteClampsIntegerSums) {
  // 16 products of 1 x 1 on top of 2^31 - 1.
  const auto sum = [](const char* satfinite) {
    return run_body(fmt::format(R"(
  .reg .b32 %d<8>, %one, %c;
  mov.u32 %one, 0x01010101; mov.u32 %c, 0x7fffffff;
  wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32{} {{%d0, %d1, %d2, %d3, %d4, %d5, %d6, %d7}}, {{%one, %one}},
    {{%one, %one}}, {{%c, %c, %c, %c, %c, %c, %c, %c}};
  st.global.u32 [%slot], %d7;)",
                                satfinite),
                    32)[31];
  };
  EXPECT_EQ(sum(""), 0x8000000fU);
  EXPECT_EQ(sum(".satfinite"), 0x7fffffffU);
}

TEST(WmmaForms, TheResultMayTakeTheRegistersOfAnOperand) {
  const std::string product = "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32";
  // 16 products of 1 x 2, plus 0.5: in eight registers of their own and in those of A.
  const auto expected = std::bit_cast<std::uint32_t>(32.5F), half = std::bit_cast<std::uint32_t>(0.5F);
  EXPECT_EQ(first_of(product, 0x3c003c00, 0x40004000, half, 8, 8), expected);
  EXPECT_EQ(first_of(product, 0x3c003c00, 0x40004000, half, 8, 8, "%a"), expected);
}

TEST(WmmaForms, TheOlderSpellingWithoutAlignedIsTheSame) {
  EXPECT_EQ(first_of("wmma.mma.sync.row.col.m16n16k16.f32.f32", 0x3c003c00, 0x3c003c00, 0, 8, 8),
            std::bit_cast<std::uint32_t>(16.0F));
}

TEST(WmmaForms, APartOfAWarpIsAFault) {
  const std::string message = fault_of("wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%fd0}, [%out], 4;", 16);
  EXPECT_NE(message.find("matrix instruction in a warp that is not whole"), std::string::npos) << message;
}

TEST(WmmaForms, AMatrixBeyondItsBufferIsAFault) {
  const std::string message =
      fault_of("wmma.load.a.sync.aligned.row.m16n16k16.global.bf16 {%r0, %r1, %r2, %r3}, [%out], 16;", 32);
  EXPECT_NE(message.find("load of 4 bytes"), std::string::npos) << message;
  EXPECT_NE(message.find("out of bounds"), std::string::npos) << message;
}

TEST(WmmaForms, FormsThatAreNotThereAreNamedWithWhatToDo) {
  const auto message = [](const std::string& instruction) { return fault_of(instruction, 32); };
  const auto says = [&](const std::string& instruction, const std::string& advice) {
    const std::string text = message(instruction);
    EXPECT_NE(text.find("is not emulated: " + advice), std::string::npos) << text;
    EXPECT_NE(text.find("docs/limits.md"), std::string::npos) << text;
  };
  says("wmma.load.a.sync.aligned.row.m8n8k32.s4 {%r0}, [%out], 32;", "rewrite it with elements of 8 bits");
  says("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r0, %r1}, {%r2}, {%r3}, {%r4, %r5};",
       "rewrite it with elements of 8 bits");
  says("wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64.f64 {%fd0, %fd1}, {%fd2}, {%fd3}, {%fd4, %fd5};",
       "rewrite it with mma.sync");
  says(
      "mma.sp.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%r0, %r1, %r2, %r3}, {%r4, %r5}, {%r6, %r7}, "
      "{%r8, %r9, %r10, %r11}, %r12, 0x0;",
      "rewrite it with elements of 8 bits");
  says("tcgen05.wait::ld.sync.aligned;", "rewrite it with mma.sync, or compile for sm_90");
}

}  // namespace
}  // namespace forewarp::emu::test
