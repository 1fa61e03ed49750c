// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/kind.hpp"

#include <gtest/gtest.h>

namespace forewarp::count {
namespace {

using ptx::Opcode;

TEST(KindOf, InstructionsThatComputeTheSameHaveTheSameWord) {
  for (const Opcode opcode : {Opcode::add, Opcode::sub, Opcode::addc, Opcode::subc}) EXPECT_EQ(kind_of(opcode), "add");
  for (const Opcode opcode : {Opcode::fma, Opcode::mad, Opcode::madc, Opcode::mad24})
    EXPECT_EQ(kind_of(opcode), "madd");
  for (const Opcode opcode : {Opcode::setp, Opcode::set, Opcode::testp}) EXPECT_EQ(kind_of(opcode), "compare");
  for (const Opcode opcode : {Opcode::lop3, Opcode::cnot, Opcode::shf}) EXPECT_EQ(kind_of(opcode), "logic");
  EXPECT_EQ(kind_of(Opcode::mul24), "mul");
  EXPECT_EQ(kind_of(Opcode::ex2), "exp2");
  EXPECT_EQ(kind_of(Opcode::lg2), "log2");
}

TEST(KindOf, OtherInstructionsHaveTheirOwn) {
  EXPECT_EQ(kind_of(Opcode::rem), "rem");
  EXPECT_EQ(kind_of(Opcode::max), "max");
  EXPECT_EQ(kind_of(Opcode::tanh), "tanh");
  EXPECT_EQ(kind_of(Opcode::popc), "popc");
  EXPECT_EQ(kind_of(Opcode::mma), "mma");
  EXPECT_EQ(kind_of(Opcode::wgmma), "wgmma");
}

TEST(KindOf, IsEmptyForWhatComputesNothingOrHasNoWord) {
  for (const Opcode opcode : {Opcode::ld, Opcode::bra, Opcode::bar, Opcode::vote, Opcode::bfe, Opcode::unknown})
    EXPECT_EQ(kind_of(opcode), "");
}

}  // namespace
}  // namespace forewarp::count
