// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/opcode.hpp"

#include <gtest/gtest.h>

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::Pipe;
using machine::Space;

Pipe pipe_of(std::string_view mnemonic) { return opcode_of(mnemonic).info->pipe; }

TEST(AmdOpcode, IsOfTheUnitThatItsMnemonicNames) {
  EXPECT_EQ(pipe_of("v_fmac_f32_e32"), Pipe::fp32);
  EXPECT_EQ(pipe_of("v_pk_fma_f32"), Pipe::fp32);
  EXPECT_EQ(pipe_of("v_pk_fma_f16"), Pipe::fp16);
  EXPECT_EQ(pipe_of("v_fma_f64"), Pipe::fp64);
  EXPECT_EQ(pipe_of("v_exp_f32_e32"), Pipe::special);
  EXPECT_EQ(pipe_of("v_cvt_f32_ubyte0_e32"), Pipe::convert);
  EXPECT_EQ(pipe_of("v_mul_lo_u32"), Pipe::int_mul);
  EXPECT_EQ(pipe_of("v_mad_u32_u24"), Pipe::int_add);
  EXPECT_EQ(pipe_of("v_lshlrev_b64"), Pipe::shift);
  EXPECT_EQ(pipe_of("s_add_u32"), Pipe::uniform);
  EXPECT_EQ(pipe_of("s_waitcnt"), Pipe::other);
  EXPECT_EQ(pipe_of("v_mfma_f32_32x32x8f16"), Pipe::tensor);
}

TEST(AmdOpcode, OfAnAccessHasSpaceEffectAndBytesOfALane) {
  const Opcode load = opcode_of("global_load_dwordx4"), scratch = opcode_of("buffer_store_dword"),
               newer = opcode_of("scratch_load_b64"), byte = opcode_of("global_load_ubyte");

  EXPECT_EQ(load.info->space, Space::global);
  EXPECT_EQ(load.info->effect, Effect::load);
  EXPECT_EQ(load.bytes, 16);
  EXPECT_EQ(scratch.info->space, Space::local);
  EXPECT_EQ(scratch.info->effect, Effect::store);
  EXPECT_EQ(scratch.bytes, 4);
  EXPECT_EQ(newer.bytes, 8);
  EXPECT_EQ(byte.bytes, 1);
}

TEST(AmdOpcode, OfLocalMemoryMayHaveTwoAddresses) {
  const Opcode one = opcode_of("ds_read_b128"), two = opcode_of("ds_read2_b64"), newer = opcode_of("ds_load_2addr_b32");

  EXPECT_EQ(one.parts, 1);
  EXPECT_EQ(one.bytes, 16);
  EXPECT_EQ(two.parts, 2);
  EXPECT_EQ(two.bytes, 16);
  EXPECT_EQ(newer.parts, 2);
  EXPECT_EQ(newer.bytes, 8);
}

TEST(AmdOpcode, DualInstructionsAreTwoOperations) {
  EXPECT_EQ(opcode_of("v_dual_fmac_f32").operations, 2);
  EXPECT_EQ(opcode_of("v_fmac_f32_e32").operations, 1);
}

TEST(AmdOpcode, WhatFitsNoRowIsUnknown) { EXPECT_EQ(opcode_of("image_sample").info, nullptr); }

TEST(AmdOpcode, CountersOfLoopsAreSumsWithAConstant) {
  const auto step = [](const char* text) { return std::pair(counting_of(text).sum, counting_of(text).step); };
  using Step = std::pair<std::int16_t, std::uint32_t>;

  EXPECT_EQ(step("s_add_i32 s7, s7, -1"), Step(7, 1));
  EXPECT_EQ(step("s_addk_i32 s7, 0x80"), Step(7, 128));
  EXPECT_EQ(step("v_add_u32_e32 v3, 4, v3"), Step(256 + 3, 4));
  EXPECT_EQ(step("v_add_co_u32_e32 v3, vcc, 2, v3"), Step(256 + 3, 2));
  EXPECT_EQ(step("v_add_u32_e32 v3, 4, v2").first, -1);
  EXPECT_EQ(step("v_add_u32_e32 v3, s2, v3"), Step(-1, 0));
  EXPECT_EQ(step("v_mul_lo_u32 v3, 4, v3"), Step(-1, 0));
}

TEST(AmdOpcode, ComparisonsNameTheirRegisters) {
  using Registers = std::array<std::int16_t, 2>;

  EXPECT_EQ(counting_of("s_cmp_lg_u32 s7, 0").compared, (Registers{7, -1}));
  EXPECT_EQ(counting_of("s_cmp_eq_u64 s[0:1], s[4:5]").compared, (Registers{0, 4}));
  EXPECT_EQ(counting_of("v_cmp_ge_i32_e32 vcc, v3, v4").compared, (Registers{259, 260}));
  EXPECT_EQ(counting_of("s_add_i32 s7, s7, -1").compared, (Registers{-1, -1}));
}

TEST(AmdOpcode, BranchesGoByWhatComparisonsSet) {
  using Flag = Counting::Flag;

  EXPECT_EQ(counting_of("s_cmp_lg_u32 s7, 0").flag, Flag::scalar);
  EXPECT_EQ(counting_of("s_cbranch_scc1 .LBB0_2").flag, Flag::scalar);
  EXPECT_EQ(counting_of("v_cmp_ge_i32_e32 vcc, v3, v4").flag, Flag::vector);
  EXPECT_EQ(counting_of("s_cbranch_execnz .LBB0_2").flag, Flag::vector);
  EXPECT_EQ(counting_of("s_branch .LBB0_2").flag, Flag::none);
}

}  // namespace
}  // namespace forewarp::amdgcn
