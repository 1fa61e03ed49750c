// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/expansion.hpp"

#include <gtest/gtest.h>

#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

OpClass of(const char* mnemonic, Opcode opcode, Type type, StateSpace space = StateSpace::none) {
  return op_class({mnemonic, opcode, type, space, 1, 32});
}

TEST(OpClass, FollowsTheTypeAndTheModifiers) {
  EXPECT_EQ(of("fma.rn.f32", Opcode::fma, Type::f32), OpClass::fp32);
  EXPECT_EQ(of("add.f64", Opcode::add, Type::f64), OpClass::fp64);
  EXPECT_EQ(of("add.s64", Opcode::add, Type::s64), OpClass::int64);
  EXPECT_EQ(of("mul.wide.s32", Opcode::mul, Type::s32), OpClass::mul_wide);
  EXPECT_EQ(of("mul.lo.s64", Opcode::mul, Type::s64), OpClass::mul64);
  EXPECT_EQ(of("mad.lo.s32", Opcode::mad, Type::s32), OpClass::mul32);
  EXPECT_EQ(of("mad.rn.f32", Opcode::mad, Type::f32), OpClass::fp32);
  EXPECT_EQ(of("div.rn.f32", Opcode::div, Type::f32), OpClass::div_rn);
  EXPECT_EQ(of("div.full.f32", Opcode::div, Type::f32), OpClass::div_fast);
  EXPECT_EQ(of("rem.u32", Opcode::rem, Type::u32), OpClass::div32);
  EXPECT_EQ(of("sqrt.rn.f32", Opcode::sqrt, Type::f32), OpClass::sqrt_rn);
  EXPECT_EQ(of("rsqrt.approx.ftz.f32", Opcode::rsqrt, Type::f32), OpClass::special_ftz);
  EXPECT_EQ(of("shl.b64", Opcode::shl, Type::b64), OpClass::shift64);
  EXPECT_EQ(of("and.pred", Opcode::and_, Type::pred), OpClass::logic_pred);
  EXPECT_EQ(of("min.f32", Opcode::min, Type::f32), OpClass::int32);
  EXPECT_EQ(of("neg.f32", Opcode::neg, Type::f32), OpClass::free);
  EXPECT_EQ(of("bar.sync", Opcode::bar, Type::none), OpClass::barrier);
  EXPECT_EQ(of("shfl.sync.bfly.b32", Opcode::shfl, Type::b32), OpClass::shuffle);
}

TEST(OpClass, ConversionsCostByWhatTheyConvert) {
  EXPECT_EQ(of("cvt.rzi.s32.f32", Opcode::cvt, Type::s32), OpClass::convert);
  EXPECT_EQ(of("cvt.rn.f32.u8", Opcode::cvt, Type::f32), OpClass::convert);
  EXPECT_EQ(of("cvt.rn.f32.s32", Opcode::cvt, Type::f32), OpClass::convert_from_word);
  EXPECT_EQ(of("cvt.rn.f16x2.f32", Opcode::cvt, Type::f16x2), OpClass::convert_to_half);
  EXPECT_EQ(of("cvt.f32.f16", Opcode::cvt, Type::f32), OpClass::convert_from_half);
  EXPECT_EQ(of("cvt.f32.bf16", Opcode::cvt, Type::f32), OpClass::int32);
  EXPECT_EQ(of("cvt.f64.f32", Opcode::cvt, Type::f64), OpClass::convert64);
  EXPECT_EQ(of("cvt.s64.s32", Opcode::cvt, Type::s64), OpClass::widen);
  EXPECT_EQ(of("cvt.u32.u64", Opcode::cvt, Type::u32), OpClass::free);
}

TEST(OpClass, AMatrixThatLanesTransposeIsAShuffle) {
  EXPECT_EQ(of("movmatrix.sync.aligned.m8n8.trans.b16", Opcode::movmatrix, Type::b16), OpClass::shuffle);
}

TEST(OpClass, APackedPairOfSinglesRunsOnTheFp32Pipe) {
  EXPECT_EQ(of("fma.rn.f32x2", Opcode::fma, Type::f32x2), OpClass::fp32);
  EXPECT_EQ(of("mul.rn.f32x2", Opcode::mul, Type::f32x2), OpClass::fp32);
}

TEST(OpClass, AParameterIsAnOperandAndNotAMemoryRequest) {
  EXPECT_EQ(of("ld.param.u64", Opcode::ld, Type::u64, StateSpace::param), OpClass::param);
  EXPECT_EQ(of("ld.global.f32", Opcode::ld, Type::f32, StateSpace::global), OpClass::memory);
}

TEST(Expansion, OfA32BitProductIsThreeXmadOnMaxwellAndOneImadElsewhere) {
  const auto issue = [](Generation g) { return expansion(g)[static_cast<std::size_t>(OpClass::mul32)].issue; };

  EXPECT_EQ(issue(Generation::kepler), 1);
  EXPECT_EQ(issue(Generation::maxwell), 3);
  EXPECT_EQ(issue(Generation::volta), 1);
}

TEST(Expansion, OfADotProductOfBytesIsOneInstructionEverywhere) {
  const OpClass dot = of("dp4a.s32.s32", Opcode::dp4a, Type::s32);
  for (const Generation g : {Generation::kepler, Generation::maxwell, Generation::volta})
    EXPECT_EQ(expansion(g)[static_cast<std::size_t>(dot)].issue, 1);
  EXPECT_EQ(expansion(Generation::maxwell)[static_cast<std::size_t>(dot)].int_add, 1);
}

TEST(Expansion, VideoInstructionsAreWrittenOutSinceMaxwellButForVabsdiff4) {
  EXPECT_EQ(of("vadd.s32.u32.s32.sat", Opcode::vadd, Type::s32), OpClass::video);
  EXPECT_EQ(of("vset4.u32.u32.ge", Opcode::vset4, Type::u32), OpClass::video_packed);
  EXPECT_EQ(of("vabsdiff4.u32.u32.u32.add", Opcode::vabsdiff4, Type::u32), OpClass::int32);
  EXPECT_EQ(of("cvt.pack.sat.u8.s32.b32", Opcode::cvt, Type::u8), OpClass::int32);
  const auto issue = [](Generation g) { return expansion(g)[static_cast<std::size_t>(OpClass::video)].issue; };
  EXPECT_EQ(issue(Generation::kepler), 1);
  EXPECT_EQ(issue(Generation::volta), 9);
}

TEST(Expansion, NeverPutsMoreOnPipesThanItIssues) {
  for (const Generation g : {Generation::kepler, Generation::maxwell, Generation::volta})
    for (Slots s : expansion(g)) {
      // a conversion of doubles runs on either of its pipes, at the rate of the slower one
      if (s.convert == 1) s.fp64 = 0;
      // a high-half multiply occupies its pipe twice as long
      EXPECT_LE(s.fp16 + s.fp32 + s.fp64 + s.int_add + s.shift + s.special + s.convert + s.shuffle, s.issue + 0.5);
      EXPECT_GE(s.issue, 0);
    }
}

TEST(Expansion, ConvertsDoublesAtTheRateOfDoublesWhereTheseAreSlow) {
  const Slots s = expansion(Generation::volta)[static_cast<std::size_t>(of("cvt.rn.f64.s32", Opcode::cvt, Type::f64))];

  EXPECT_EQ(s.fp64, 1);
  EXPECT_EQ(s.convert, 1);
}

// I2FP from 8.6, F2FP from 8.0 on.
TEST(Expansion, ConversionsByTheAddersOfIntegersGoByComputeCapability) {
  device::DeviceSpec d = a_device();
  d.compute_capability = 75;
  EXPECT_EQ(slots_on(OpClass::convert_to_half, d).convert, 1);
  d.compute_capability = 80;
  EXPECT_EQ(slots_on(OpClass::convert_to_half, d).convert, 0);
  EXPECT_EQ(slots_on(OpClass::convert_to_half, d).int_add, 1);
  EXPECT_EQ(slots_on(OpClass::convert_from_word, d).convert, 1);
  EXPECT_EQ(slots_on(OpClass::bfloat, d).fp16, 2);
  d.compute_capability = 86;
  EXPECT_EQ(slots_on(OpClass::convert_from_word, d).int_add, 1);
  EXPECT_EQ(slots_on(OpClass::convert, d).convert, 1);
}

TEST(Generation, GoesByComputeCapabilityAndAmdCountsAsNew) {
  device::DeviceSpec d = a_device();
  EXPECT_EQ(generation_of(d), Generation::volta);
  d.compute_capability = 61;
  EXPECT_EQ(generation_of(d), Generation::maxwell);
  d.compute_capability = 35;
  EXPECT_EQ(generation_of(d), Generation::kepler);
  d.vendor = device::Vendor::amd;
  EXPECT_EQ(generation_of(d), Generation::volta);
}

TEST(TensorMultiplyAdds, AreTheProductOfTheShapeOver32Lanes) {
  EXPECT_EQ(tensor_multiply_adds(ptx::decode_mnemonic("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32")), 64);
  EXPECT_EQ(tensor_multiply_adds(ptx::decode_mnemonic("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32")), 128);
  EXPECT_EQ(tensor_multiply_adds(ptx::decode_mnemonic("mma.sync")), 0);
  // 64 x 128 x 16 of four warps: 32768 a warp, 1024 a lane.
  EXPECT_EQ(tensor_multiply_adds(ptx::decode_mnemonic("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16")), 1024);
}

}  // namespace
}  // namespace forewarp::model
