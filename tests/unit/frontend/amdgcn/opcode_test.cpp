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

}  // namespace
}  // namespace forewarp::amdgcn
