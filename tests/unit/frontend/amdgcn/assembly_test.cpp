// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/assembly.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/frontend/amdgcn/samples.hpp"

namespace forewarp::amdgcn {
namespace {

using machine::Effect;

TEST(AmdAssembly, NamesWhatAThreadAndABlockOccupy) {
  const std::vector<Kernel> kernels = read_assembly(samples::assembly, "k.s");

  ASSERT_EQ(kernels.size(), 1U);
  const Kernel& k = kernels[0];
  EXPECT_EQ(k.code.name, "k");
  EXPECT_EQ(k.code.registers, 5U);
  EXPECT_EQ(k.scalar_registers, 9U);
  EXPECT_EQ(k.code.frame_bytes, 4U);
  EXPECT_EQ(k.code.shared_bytes, 512U);
  EXPECT_EQ(k.spilled_registers, 1U);
  EXPECT_EQ(k.wave_size, 64U);
  EXPECT_EQ(k.llvm_version, 14U);
}

TEST(AmdAssembly, HasInstructionsWithTheirPlaceInTheSource) {
  const Kernel k = read_assembly(samples::assembly, "k.s")[0];

  ASSERT_EQ(k.code.instructions.size(), 12U);
  ASSERT_EQ(k.accesses.size(), 12U);
  EXPECT_EQ(k.code.instructions[3].effect(), Effect::load);
  EXPECT_EQ(k.places[k.accesses[3].place], (Place{"k.cu", 7}));
  EXPECT_EQ(k.places[k.accesses[11].place], (Place{"k.cu", 9}));
}

// The fourth instruction begins the loop, the ninth goes back to it.
TEST(AmdAssembly, ResolvesLabels) {
  const Kernel k = read_assembly(samples::assembly, "k.s")[0];

  const machine::Instruction& branch = k.code.instructions[8];
  EXPECT_EQ(branch.effect(), Effect::branch);
  EXPECT_TRUE(branch.conditional);
  EXPECT_EQ(branch.target, k.code.instructions[3].address);
}

std::string without(std::string text, const std::string& part) { return text.erase(text.find(part), part.size()); }

TEST(AmdAssembly, ThatIsNoneOrIncompleteIsRefused) {
  EXPECT_THROW((void)read_assembly("", "k.s"), InputError);
  EXPECT_THROW((void)read_assembly(".version 8.0\n.target sm_80\n", "k.s"), InputError);
  EXPECT_THROW((void)read_assembly(without(samples::assembly, ".LBB0_1:  "), "k.s"), InputError);
  EXPECT_THROW((void)read_assembly(without(samples::assembly, "k:       "), "k.s"), InputError);
}

TEST(AmdAssembly, AFigureThatIsNoNumberIsAnErrorWithItsLine) {
  std::string text = samples::assembly;
  text.replace(text.find(".vgpr_count:     5"), 18, ".vgpr_count:     x");

  try {
    (void)read_assembly(text, "k.s");
    FAIL() << "no error";
  } catch (const ParseError& error) {
    EXPECT_EQ(std::string(error.what()).find("k.s:42"), 0U) << error.what();
    EXPECT_NE(std::string(error.what()).find("vgpr_count"), std::string::npos) << error.what();
  }
}

TEST(AmdAssembly, InstructionsKnowTheLoopsAroundThem) {
  const Kernel kernel = read_assembly(samples::assembly, "k.s")[0];

  EXPECT_EQ(kernel.accesses.front().depth, 0U);
  EXPECT_EQ(kernel.accesses[3].depth, 1U);  // ds_read_b64
  EXPECT_EQ(kernel.accesses.back().depth, 0U);
}

}  // namespace
}  // namespace forewarp::amdgcn
