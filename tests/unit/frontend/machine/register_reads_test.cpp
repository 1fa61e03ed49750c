// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/register_reads.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/machine/instruction.hpp"

namespace forewarp::machine {
namespace {

constexpr int sm = 90;

/// FFMA with three registers as ptxas encodes it; `reuse`: bit 0 keeps the first operand.
Instruction ffma(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t reuse = 0) {
  return decode(0x7223 | a << 24 | b << 32, c | reuse << (122 - 64), 0, sm);
}

TEST(RegisterReads, ThreeOperandsOfOneBankTakeThreeCyclesOfIt) {
  RegisterReads registers;
  EXPECT_EQ(registers.read(ffma(2, 4, 6)), (BankReads{3, 0}));
  EXPECT_EQ(registers.read(ffma(2, 5, 7)), (BankReads{1, 2}));
}

TEST(RegisterReads, AnOperandIsKeptUntilTheNextReadOfItsBankAndPlace) {
  constexpr std::uint64_t first = 1;
  RegisterReads registers;
  EXPECT_EQ(registers.read(ffma(2, 5, 7, first)), (BankReads{1, 2}));
  EXPECT_EQ(registers.read(ffma(3, 5, 7)), (BankReads{0, 3})) << "an odd register in the first place";
  EXPECT_EQ(registers.read(ffma(2, 5, 7)), (BankReads{0, 2})) << "kept";
  EXPECT_EQ(registers.read(ffma(2, 5, 7)), (BankReads{1, 2})) << "and used up, as it was not marked again";
}

TEST(RegisterReads, TheZeroRegisterAndARegisterInTwoPlacesTakeNoFurtherRead) {
  RegisterReads registers;
  EXPECT_EQ(registers.read(ffma(4, 4, 255)), (BankReads{1, 0}));
}

// Words that ptxas 13.0 wrote: FADD R9, R8, R9; FFMA R0, R2, c[0x0][0x160], R3; MOV R1, c[0x0][0x28].
TEST(RegisterReads, OperandsAreWhereTheFormOfTheInstructionHasThem) {
  constexpr std::uint8_t none = RegisterSources::no_register;
  EXPECT_EQ(register_sources(0x0000000908097221, 0, 0x221).registers, (std::array<std::uint8_t, 3>{8, 9, none}));
  EXPECT_EQ(register_sources(0x0000580002007a23, 0x3, 0xa23).registers, (std::array<std::uint8_t, 3>{2, none, 3}));
  EXPECT_EQ(register_sources(0x00000a0000017a02, 0xf00, 0xa02), RegisterSources{});
  // FFMA R10, R10, R11.reuse, 0.5: the second has the flag of the second place.
  EXPECT_EQ(register_sources(0x3f0000000a0a7423, 0xb, 0x423).registers, (std::array<std::uint8_t, 3>{10, 11, none}));
}

}  // namespace
}  // namespace forewarp::machine
