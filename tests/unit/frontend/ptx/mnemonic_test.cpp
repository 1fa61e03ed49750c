// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/mnemonic_text.hpp"

#include <gtest/gtest.h>

namespace forewarp::ptx {
namespace {

TEST(Mnemonic, OfALoadHasItsSpaceVectorAndType) {
  const Mnemonic m = decode_mnemonic("ld.global.nc.L2::128B.v4.f32");

  EXPECT_EQ(m.opcode, Opcode::ld);
  EXPECT_EQ(m.space, StateSpace::global);
  EXPECT_EQ(m.vector, 4);
  EXPECT_EQ(m.type(), Type::f32);
  EXPECT_TRUE(m.has(Modifier::non_coherent));
  EXPECT_FALSE(m.has(Modifier::ftz));
}

TEST(Mnemonic, HasModifiersAsWholeWordsOnly) {
  EXPECT_TRUE(decode_mnemonic("mul.wide.s32").has(Modifier::wide));
  EXPECT_TRUE(decode_mnemonic("mad.hi.sat.s32").has(Modifier::sat));
  EXPECT_TRUE(decode_mnemonic("rsqrt.approx.ftz.f32").has(Modifier::approx));
  EXPECT_FALSE(decode_mnemonic("cvt.rn.satfinite.e4m3x2.f32").has(Modifier::sat));
  EXPECT_FALSE(decode_mnemonic("add").has(Modifier::add));  // the opcode is no modifier
}

TEST(Mnemonic, TypesAreCountedFromBothEnds) {
  const Mnemonic m = decode_mnemonic("cvt.rn.f16x2.f32");

  EXPECT_EQ(m.type(0), Type::f16x2);
  EXPECT_EQ(m.type_from_end(0), Type::f32);
  EXPECT_EQ(m.type_from_end(1), Type::f16x2);
  EXPECT_EQ(m.type_from_end(2), Type::none);
  EXPECT_TRUE(m.has(Type::f32));
  EXPECT_FALSE(m.has(Type::f16));
}

TEST(Mnemonic, ShapesAreOfProductsAndOfMatrices) {
  EXPECT_EQ(decode_mnemonic("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32").shape, (MatrixShape{16, 8, 8}));
  EXPECT_EQ(decode_mnemonic("ldmatrix.sync.aligned.m8n8.x4.shared.b16").shape, (MatrixShape{8, 8, 0}));
  EXPECT_EQ(decode_mnemonic("ld.mmio.relaxed.sys.global.u32").shape, MatrixShape());
}

TEST(Mnemonic, OfTextThatIsNoInstructionIsUnknown) {
  EXPECT_EQ(decode_mnemonic("").opcode, Opcode::unknown);
  EXPECT_EQ(decode_mnemonic("frob.m.m16n.m99999999999n8k8..f32").opcode, Opcode::unknown);
  EXPECT_EQ(decode_mnemonic("frob.m.m16n.m99999999999n8k8..f32").shape, MatrixShape());
  EXPECT_EQ(decode_mnemonic("frob..f32").type(), Type::f32);
}

TEST(MnemonicText, IsDecodedAgainWhenItIsReplaced) {
  MnemonicText mnemonic = "wmma.load.a.sync.aligned.row.m16n16k16.f16";
  EXPECT_EQ(mnemonic.decoded().opcode, Opcode::wmma_load);
  ASSERT_TRUE(mnemonic.wmma_transfer());
  EXPECT_EQ(mnemonic.wmma_transfer()->shape.k, 16U);

  mnemonic = "wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32";
  EXPECT_FALSE(mnemonic.wmma_transfer());
  ASSERT_TRUE(mnemonic.wmma_product());
  EXPECT_EQ(mnemonic.wmma_product()->c, Type::f32);

  mnemonic = "div.rn.f64";
  EXPECT_EQ(mnemonic.text(), "div.rn.f64");
  EXPECT_TRUE(mnemonic.decoded().has(Type::f64));
  EXPECT_FALSE(mnemonic.wmma_product());
}

}  // namespace
}  // namespace forewarp::ptx
