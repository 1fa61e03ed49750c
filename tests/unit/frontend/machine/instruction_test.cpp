// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/instruction.hpp"

#include <gtest/gtest.h>

namespace forewarp::machine {
namespace {

// The words are what ptxas 12.9 emits, and the texts what nvdisasm prints for them.

// /*00b0*/ HFMA2.MMA R5, -RZ, RZ, 0, 9.5367431640625e-07 on sm_80; the same number is IADD on sm_120.
TEST(MachineInstruction, ANumberMayHaveAnotherMeaningOnAnotherArchitecture) {
  EXPECT_EQ(decode(0x00000010ff057435, 0x001fd400000001ff, 0xb0, 80).mnemonic(), "HFMA2");
  EXPECT_EQ(decode(0x00000010ff057435, 0x001fd400000001ff, 0xb0, 120).mnemonic(), "IADD");
}

// The same HFMA2 puts a number into a register; IMAD.MOV.U32 R4, RZ, RZ, R2 moves, IMAD R0, R0, c[0x0][0x0], R3
// computes.
TEST(MachineInstruction, AProductWithZeroIsAMove) {
  EXPECT_TRUE(decode(0x00000010ff057435, 0x001fd400000001ff, 0xb0, 80).moves);
  EXPECT_TRUE(decode(0x000000ffff047224, 0x000fe200078e0002, 0, 80).moves);
  EXPECT_FALSE(decode(0x0000000000007a24, 0x001fca00078e0203, 0, 80).moves);
}

// LDSM.16.M88, .2 and .4 on sm_80, STSM.16.M88.4 on sm_90: 4 bytes of each lane for a matrix.
TEST(MachineInstruction, MatricesOfSharedMemoryHaveFourBytesOfALane) {
  EXPECT_EQ(decode(0x00000000ff04783b, 0x000ee20000000000, 0, 80).bytes_per_lane, 4);
  EXPECT_EQ(decode(0x00020000ff08783b, 0x000e680000000100, 0, 80).bytes_per_lane, 8);
  EXPECT_EQ(decode(0x00080000ff0c783b, 0x000e220000004200, 0, 80).bytes_per_lane, 16);
  EXPECT_EQ(decode(0x0008000403007844, 0x001fe80000000200, 0, 90).bytes_per_lane, 16);
}

// HFMA2 R5, R5, R2, R4, and HFMA2.BF16_V2 on sm_80.
TEST(MachineInstruction, BfloatsAreToldFromHalves) {
  EXPECT_FALSE(decode(0x0000000504047235, 0x004fd40000000006, 0, 80).of_bfloats);
  EXPECT_TRUE(decode(0x0000000504057231, 0x000fc80000200007, 0, 80).of_bfloats);
}

// MEMBAR.SC.CTA, MEMBAR.ALL.GPU and MEMBAR.SC.SYS on sm_80.
TEST(MachineInstruction, FencesHaveAScope) {
  EXPECT_FALSE(decode(0x0000000000007992, 0x000fec0000000000, 0, 80).fences_device);
  EXPECT_TRUE(decode(0x0000000000007992, 0x000fec000000a000, 0, 80).fences_device);
  EXPECT_TRUE(decode(0x0000000000007992, 0x000fec0000003000, 0, 80).fences_device);
}

// MOV R1, c[0x0][0x28]; IMAD R0, R0, c[0x0][0x0], R3; ISETP.GE.AND P0, PT, R0, UR4, PT; S2R R0, SR_CTAID.X
TEST(MachineInstruction, OperandsFromConstantBanksAreSeen) {
  EXPECT_TRUE(decode(0x00000a0000017a02, 0x000fe40000000f00, 0, 80).constant_operand);
  EXPECT_TRUE(decode(0x0000000000007a24, 0x001fca00078e0203, 0, 80).constant_operand);
  EXPECT_FALSE(decode(0x0000000400007c0c, 0x000fda000bf06270, 0, 80).constant_operand);
  EXPECT_FALSE(decode(0x0000000000007919, 0x000e220000002500, 0, 80).constant_operand);
}

// ULDC.64 UR6, c[0x0][0x118]: a load, not an operand.
TEST(MachineInstruction, ALoadOfAConstantHasAWidth) {
  const Instruction uldc = decode(0x0000460000067ab9, 0x000fe40000000a00, 0xa0, 80);

  EXPECT_EQ(text_of(uldc), "ULDC.64");
  EXPECT_EQ(uldc.space(), Space::constant);
  EXPECT_FALSE(uldc.constant_operand);
}

// LDG.E.U.128.CONSTANT.SYS on sm_75 has a size code of its own; a barrier's number is no constant (BAR.SYNC 0x0).
TEST(MachineInstruction, SizesAndOperandsOfWhatLooksAlikeAreToldApart) {
  EXPECT_EQ(decode(0x7381, std::uint64_t{7} << 9, 0, 75).bytes_per_lane, 16);
  EXPECT_EQ(decode(0x73a8, std::uint64_t{6} << 9, 0, 80).bytes_per_lane, 0);
  EXPECT_FALSE(decode(0x7b1d, 0, 0, 90).constant_operand);
}

// /*0090*/ @P0 EXIT
TEST(MachineInstruction, TheGuardIsRead) {
  const Instruction exit = decode(0x000000000000094d, 0x000fea0003800000, 0x90, 80);

  EXPECT_EQ(text_of(exit), "@P0 EXIT");
  EXPECT_TRUE(exit.conditional);
  EXPECT_EQ(exit.effect(), Effect::leave);
}

// /*0190*/ BRA.U !UP0 on sm_90; 0x01c0 BRA !P2 with the guard !P1
TEST(MachineInstruction, UniformAndSecondPredicatesMakeABranchConditional) {
  EXPECT_TRUE(decode(0x0000000108f07547, 0x000fea000b800000, 0x190, 90).conditional);
  EXPECT_TRUE(decode(0x000004c000009947, 0x000fea0005000000, 0x1440, 80).conditional);
}

// Distances in units of 4 bytes: 0x4c0 of bits 34 and up, 0x130 * 4; since sm_90 the lowest byte is in bits 16 to 23.
TEST(MachineInstruction, BranchesKnowWhereTheyLead) {
  EXPECT_EQ(decode(0x000004c000009947, 0x000fea0005000000, 0x1440, 80).target, 0x1450 + 0x4c0);
  EXPECT_EQ(decode(0x0000000400309947, 0x000fea0005000000, 0x1440, 90).target, 0x1450 + 4 * 0x130);
  EXPECT_EQ(decode(0xfffffff5004c7547, 0x000fec000b83ffff, 0x10c0, 90).target, 0x10d0 + 4 * (0x4c - 0x300));
}

TEST(MachineInstruction, ABranchBeforeTheCodeLeadsNowhere) {
  EXPECT_EQ(decode(0xfffffff000007947, 0x000fec000383ffff, 0, 80).target, 0U);
  EXPECT_EQ(decode(0xffffff0000007947, 0x000fec000383ffff, 0, 80).target, Instruction::no_target);
}

// S2R R0, SR_CTAID.X of the first line: 0x000e22: stall 1, yield, writes scoreboard 0, waits for none.
// IMAD: 0x001fca: stall 5, no yield flag, waits for scoreboard 0.
TEST(MachineInstruction, TheControlWordIsRead) {
  const ControlWord s2r = decode(0x0000000000007919, 0x000e220000002500, 0, 80).control;
  const ControlWord imad = decode(0x0000000000007a24, 0x001fca00078e0203, 0, 80).control;

  EXPECT_EQ(s2r, (ControlWord{.stall = 1, .yield = true, .write_barrier = 0, .read_barrier = 7, .wait_mask = 0}));
  EXPECT_EQ(imad, (ControlWord{.stall = 5, .yield = false, .write_barrier = 7, .read_barrier = 7, .wait_mask = 1}));
}

TEST(MachineInstruction, AnUnknownOpcodeKeepsItsNumber) {
  const Instruction unknown = decode(0x71ff, 0, 0, 80);

  EXPECT_EQ(unknown.info, nullptr);
  EXPECT_EQ(text_of(unknown), "unknown opcode 0x1ff");
  EXPECT_EQ(unknown.effect(), Effect::none);
}

TEST(MachineInstruction, OpcodesAreKnownWhereTheyWereChecked) {
  EXPECT_EQ(find_opcode(0x1ac, 80), nullptr);  // LDCU is new on sm_100
  EXPECT_EQ(find_opcode(0x1ac, 100)->mnemonic, "LDCU");
  EXPECT_EQ(find_opcode(0x023, 122), nullptr);
  EXPECT_EQ(find_opcode(0x023, 70)->pipe, Pipe::fp32);
}

// DEPBAR.LE SB0, 0x0 and 0x2 of __pipeline_wait_prior(0) and (2), nvcc 13.0 for sm_80.
TEST(MachineInstruction, DepbarNamesAScoreboardAndWhatItLeavesOpen) {
  EXPECT_EQ(decode(0x000080000000791a, 0x000fc80000000000, 0, 80).waits_for,
            (OpenAccesses{.scoreboard = 0, .open = 0}));
  EXPECT_EQ(decode(0x000080800000791a, 0x000fc80000000000, 0, 80).waits_for,
            (OpenAccesses{.scoreboard = 0, .open = 2}));
  EXPECT_EQ(decode(0x00000000000079af, 0x000e220000000000, 0, 80).control.write_barrier, 0);  // LDGDEPBAR
}

}  // namespace
}  // namespace forewarp::machine
