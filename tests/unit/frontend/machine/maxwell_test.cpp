// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/maxwell.hpp"

#include <gtest/gtest.h>

namespace forewarp::machine {
namespace {

// The words are what ptxas 12.9 emits for sm_61, and the texts what nvdisasm 11.2 prints for them.

Instruction of(std::uint64_t word, std::uint32_t address = 8, std::uint32_t control = 0x7e1) {
  return decode_maxwell(word, control, address, 61);
}

// MOV R1, c[0x0][0x20]; ISETP.GE.AND P0, PT, R0, c[0x0][0x174], PT; FFMA R3, R5, -R2, c[0x2][0x4]; LOP3.LUT R4, R5,
// c[0x2][0xc], R4; and without: FFMA R11, R8, R11, R10; S2R R0, SR_CTAID.X; CAL 0x2c0
TEST(Maxwell, OperandsFromConstantBanksAreSeen) {
  for (const std::uint64_t word :
       {0x4c98078000870001ULL, 0x4b6d038005d70007ULL, 0x5181010800170503ULL, 0x0248020800370504ULL})
    EXPECT_TRUE(of(word).constant_operand) << std::hex << word;
  for (const std::uint64_t word : {0x5980050000b7080bULL, 0xf0c8000002570000ULL, 0xe260000010800040ULL})
    EXPECT_FALSE(of(word).constant_operand) << std::hex << word;
}

// LDG.E.CI.128 R8, [R2]; LDS.U.128 R48, [RZ]; STG.E [R4], R10; LDL R0, [R18]; ATOM.E.CAS R8, [R8], R10, R11
TEST(Maxwell, AccessesHaveTheirSpaceAndSize) {
  EXPECT_EQ(text_of(of(0xeed6a00000070208)), "LDG.128");
  EXPECT_EQ(of(0xeed6a00000070208).space(), Space::global);
  EXPECT_EQ(text_of(of(0xef4e10000007ff30)), "LDS.128");
  EXPECT_EQ(of(0xef4e10000007ff30).space(), Space::shared);
  EXPECT_EQ(of(0xeedc20000007040a).bytes_per_lane, 4);
  EXPECT_EQ(of(0xeedc20000007040a).effect(), Effect::store);
  EXPECT_EQ(of(0xef44000000071200).space(), Space::local);
  EXPECT_EQ(of(0xeef1000000a70808).effect(), Effect::atomic);
  EXPECT_EQ(of(0xeef1000000a70808).bytes_per_lane, 0);
}

// The size of a generic access is in bits 53 to 55: LD.E.64 and ST.E.128.
TEST(Maxwell, GenericAccessesHaveTheirSizeElsewhere) {
  EXPECT_EQ(text_of(of(0x80a0000000070000)), "LD.64");
  EXPECT_EQ(text_of(of(0xa0c0000000070000)), "ST.128");
}

// @P0 EXIT; @!P0 EXIT CC.NEU; BRA CC.EQ; EXIT
TEST(Maxwell, GuardsAndConditionCodesAreRead) {
  EXPECT_EQ(text_of(of(0xe30000000000000f)), "@P0 EXIT");
  EXPECT_TRUE(of(0xe30000000000000f).conditional);
  EXPECT_EQ(text_of(of(0xe30000000008000d)), "@!P0 EXIT");
  EXPECT_TRUE(of(0xe240000000070002).conditional);
  EXPECT_FALSE(of(0xe30000000007000f).conditional);
}

// By ptxas for cvt.f64.f32, cvt.rn.f32.f64, cvt.rzi.s64.f64 and cvt.rn.f32.s64; cvt.rzi.s32.f32 and cvt.rni.f32.f32.
TEST(Maxwell, ConversionsOf64BitsAreApart) {
  for (const std::uint64_t word :
       {0x5ca8000000e70b0eULL, 0x5ca8000000a70e09ULL, 0x5cb0018000c71f0cULL, 0x5cb8000001072e10ULL})
    EXPECT_EQ(of(word).info->pipe, Pipe::convert64) << std::hex << word;
  for (const std::uint64_t word : {0x5cb0018001171a11ULL, 0x5ca8040001470a14ULL})
    EXPECT_EQ(of(word).info->pipe, Pipe::convert) << std::hex << word;
}

// SSY and CAL have zeros where others have their guard.
TEST(Maxwell, WhatHasNoGuardIsUnconditional) {
  EXPECT_FALSE(of(0xe290000018000000).conditional);
  EXPECT_FALSE(of(0xe260000010800040).conditional);
}

// At 0x1a8: @!P0 BRA 0x1c0, the control word before 0x1c8. At 0x70: SSY 0x1f8. At 0x1b0: CAL 0x2c0.
TEST(Maxwell, BranchesKnowWhereTheyLead) {
  EXPECT_EQ(of(0xe24000000108000f, 0x1a8).target, 0x1c8U);
  EXPECT_EQ(of(0xe290000018000000, 0x70).target, 0x1f8U);
  EXPECT_EQ(of(0xe260000010800040, 0x1b0).target, 0x2c8U);
  EXPECT_EQ(of(0xe2400fffff87000f, 0x28).target, 0x28U) << "the endless loop behind a kernel";
  EXPECT_EQ(of(0xe2400fffc007000f, 0x28).target, Instruction::no_target) << "before the code";
  EXPECT_EQ(of(0xf0f800000007000f).target, Instruction::no_target);
}

// LDS of the word 0x1f11: stall 1, yield, sets scoreboard 0, waits for 0 and 1. MOV 0x7e0 issues with what follows.
TEST(Maxwell, TheControlWordIsRead) {
  EXPECT_EQ(of(0xef4e10000007ff30, 8, 0x1f11).control,
            (ControlWord{.stall = 1, .yield = true, .write_barrier = 0, .read_barrier = 7, .wait_mask = 3}));
  EXPECT_FALSE(of(0x4c98078000870001, 8, 0x7e1).paired);
  EXPECT_TRUE(of(0x4c98078000870001, 8, 0x7e0).paired);
  EXPECT_EQ(of(0x4c98078000870001, 8, 0x7e0).issue_cycles(), 0);
}

// DEPBAR.LE SB5, 0x2c; DEPBAR {0}
TEST(Maxwell, DepbarWaitsForScoreboards) {
  EXPECT_EQ(of(0xf0f0000036c70000).waits_for, (OpenAccesses{.scoreboard = 5, .open = 0x2c}));
  EXPECT_EQ(of(0xf0f0000036c70000).control.wait_mask, 0);
  EXPECT_EQ(of(0xf0f0000000070001).waits_for.scoreboard, ControlWord::no_barrier);
  EXPECT_EQ(of(0xf0f0000000070001).control.wait_mask, 1);
}

// MEMBAR.CTA and MEMBAR.GL
TEST(Maxwell, FencesHaveAScope) {
  EXPECT_FALSE(of(0xef98000000070000).fences_device);
  EXPECT_TRUE(of(0xef98000000070101).fences_device);
}

TEST(Maxwell, AnUnknownOpcodeKeepsItsNumber) {
  EXPECT_EQ(of(0xffff000000070000).info, nullptr);
  EXPECT_EQ(text_of(of(0xffff000000070000)), "unknown opcode 0xffff");
}

}  // namespace
}  // namespace forewarp::machine
