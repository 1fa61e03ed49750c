// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/opcode.hpp"

#include <gtest/gtest.h>

namespace forewarp::machine {
namespace {

constexpr std::uint16_t lower_nine_bits = 0x1ff, ffma = 0x223, ldg = 0x381, bar = 0xb1d;

TEST(Opcode, TellsThePipeAndWhatAnInstructionDoes) {
  const OpcodeInfo* multiply_add = find_opcode(ffma & lower_nine_bits, 80);
  ASSERT_NE(multiply_add, nullptr);
  EXPECT_EQ(multiply_add->mnemonic, "FFMA");
  EXPECT_EQ(multiply_add->pipe, Pipe::fp32);
  EXPECT_EQ(multiply_add->effect, Effect::none);

  const OpcodeInfo* load = find_opcode(ldg & lower_nine_bits, 80);
  ASSERT_NE(load, nullptr);
  EXPECT_EQ(load->mnemonic, "LDG");
  EXPECT_EQ(load->effect, Effect::load);
  EXPECT_EQ(load->space, Space::global);

  const OpcodeInfo* barrier = find_opcode(bar & lower_nine_bits, 80);
  ASSERT_NE(barrier, nullptr);
  EXPECT_EQ(barrier->effect, Effect::barrier);
}

TEST(Opcode, IsUnknownWhereItWasNotChecked) {
  EXPECT_EQ(find_opcode(ffma & lower_nine_bits, 61), nullptr);
  EXPECT_EQ(find_opcode(ffma & lower_nine_bits, 999), nullptr);
}

// 0x5b30 is XMAD with flags, 0x4b6d ISETP with a constant and flags, 0xeed4 LDG of 32 bits.
TEST(Opcode, OfPascalHasFlagsInIt) {
  EXPECT_EQ(find_maxwell_opcode(0x5b30, 61)->mnemonic, "XMAD");
  EXPECT_EQ(find_maxwell_opcode(0x5b30, 61)->pipe, Pipe::int_add);
  EXPECT_EQ(find_maxwell_opcode(0x4b6d, 52)->mnemonic, "ISETP");
  EXPECT_EQ(find_maxwell_opcode(0x4b6d, 52)->pipe, Pipe::shift);
  EXPECT_EQ(find_maxwell_opcode(0xeed4, 50)->effect, Effect::load);
  EXPECT_EQ(find_maxwell_opcode(0xf0f8, 62)->effect, Effect::branch_table);
}

TEST(Opcode, OfPascalIsUnknownWhereItWasNotChecked) {
  EXPECT_EQ(find_maxwell_opcode(0xffff, 61), nullptr);
  EXPECT_EQ(find_maxwell_opcode(0x5b30, 70), nullptr);
  EXPECT_EQ(find_maxwell_opcode(0x5b30, 37), nullptr);
  EXPECT_EQ(find_maxwell_opcode(0x53f8, 60), nullptr) << "IDP began with sm_61";
  EXPECT_EQ(find_maxwell_opcode(0x53f8, 61)->mnemonic, "IDP");
}

TEST(Opcode, EveryPipeAndSpaceHasANameOfItsOwn) {
  for (unsigned a = 0; a < pipe_count; ++a)
    for (unsigned b = 0; b < a; ++b) EXPECT_STRNE(name_of(static_cast<Pipe>(a)), name_of(static_cast<Pipe>(b)));
  EXPECT_STREQ(name_of(Space::shared), "shared");
}

}  // namespace
}  // namespace forewarp::machine
