// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/cubin.hpp"

#include <gtest/gtest.h>

#include "unit/frontend/machine/samples.hpp"
#include "unit/message_of.hpp"

namespace forewarp::machine {
namespace {

const BytePlace place{"k.cubin", 0};
const std::string nothing = "nothing is thrown";
const std::string two = samples::cubin({samples::add_one(), samples::add_one("other")});
const std::string two_of_pascal = samples::all().at("two_sm_61.cubin");

std::string refusal(const std::string& bytes) {
  return forewarp::testing::message_of([&] { (void)read_cubin(bytes, place); });
}

TEST(Cubin, KernelsHaveInstructionsLinesAndResources) {
  const Code code = read_cubin(two, place);

  EXPECT_EQ(code.arch.str(), "sm_80");
  ASSERT_EQ(code.kernels.size(), 2U);
  const Kernel* other = code.find("other");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->registers, 12U);
  EXPECT_EQ(other->frame_bytes, 16U);
  EXPECT_EQ(other->shared_bytes, 1024U);
  ASSERT_EQ(other->instructions.size(), 8U);
  EXPECT_EQ(text_of(other->instructions[2]), "LDG.64");
  EXPECT_EQ(other->instructions[2].line, 7U);
  EXPECT_EQ(other->instructions[4].line, 9U);
  EXPECT_EQ(code.find("third"), nullptr);
}

TEST(Cubin, Gv100HasDoublesAfterItsStallCounts) {
  const auto fast = [](unsigned sm) {
    return read_cubin(samples::cubin({samples::add_one()}, sm), place).kernels.at(0).doubles_are_fast;
  };

  EXPECT_TRUE(fast(70));
  for (const unsigned sm : {75U, 80U, 86U, 90U}) EXPECT_FALSE(fast(sm)) << sm;
}

// Groups of 32 bytes: ten instructions take four, with two NOPs at the end.
TEST(Cubin, KernelsOfPascalHaveThreeInstructionsToAControlWord) {
  const Code code = read_cubin(two_of_pascal, place);

  EXPECT_EQ(code.arch.str(), "sm_61");
  const Kernel* other = code.find("other");
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->registers, 12U);
  EXPECT_EQ(other->shared_bytes, 1024U);
  ASSERT_EQ(other->instructions.size(), 12U);
  EXPECT_EQ(text_of(other->instructions[2]), "LDG.64");
  EXPECT_EQ(other->instructions[2].line, 7U);
  EXPECT_EQ(other->instructions[3].address, 0x28U);
  EXPECT_EQ(text_of(other->instructions[4]), "STG.64");
  EXPECT_EQ(other->instructions[4].line, 9U);
  EXPECT_EQ(other->index_of(0x30), 4U);
  EXPECT_EQ(other->index_of(0x20), std::nullopt);
}

TEST(Cubin, ABranchOutOfTheCodeOfPascalIsRefused) {
  samples::KernelSpec spec = samples::pascal_add_one("k");
  spec.code[8] = samples::pascal(samples::leading(samples::pascal_bra, 8, 900));

  EXPECT_NE(refusal(samples::cubin({spec}, 61)).find("BRA leads to 0x2588, where no instruction of k begins"),
            std::string::npos);
}

TEST(Cubin, EveryPrefixIsRefused) {
  for (const std::string& whole : {two, two_of_pascal})
    for (std::size_t size = 0; size < whole.size(); ++size)
      EXPECT_NE(refusal(whole.substr(0, size)), nothing) << size << " bytes";
}

// Sections of arbitrary numbers: whatever is said is an error or an answer.
TEST(Cubin, AnyByteMayBeWrong) {
  for (const std::string& whole : {two, two_of_pascal}) {
    std::size_t read = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
      for (const char wrong : {'\xff', '\x00', '\x7f'}) {
        std::string bytes = whole;
        bytes[at] = wrong;
        if (refusal(bytes) == nothing) ++read;
      }
    }
    EXPECT_GT(read, 0U);
  }
}

TEST(Cubin, AnotherProcessorIsRefused) {
  EXPECT_EQ(refusal(samples::all().at("wrong_machine.cubin")),
            "k.cubin, byte 0x0: machine code of another processor (ELF machine 62) where a GPU's was expected");
}

TEST(Cubin, AnOlderArchitectureIsRefused) {
  EXPECT_EQ(refusal(samples::all().at("old.cubin")),
            "k.cubin, byte 0x0: machine code of sm_37; that of sm_50 to sm_121 is read");
}

TEST(Cubin, ABranchOutOfTheCodeIsRefused) {
  samples::KernelSpec spec = samples::add_one("k");
  spec.code[6] = samples::branch(6, 900);

  EXPECT_NE(refusal(samples::cubin({spec})).find("BRA leads to 0x3840, where no instruction of k begins"),
            std::string::npos);
}

}  // namespace
}  // namespace forewarp::machine
