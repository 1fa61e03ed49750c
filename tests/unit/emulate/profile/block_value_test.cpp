// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Registers as functions of the block index, against the numbers that blocks and threads really have.
#include <gtest/gtest.h>

#include "forewarp/emulate/profile/influence/block_transfer.hpp"
#include "forewarp/emulate/profile/influence/block_value.hpp"
#include "forewarp/emulate/profile/influence/special_value.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// 3 b.x + [0, 4]: of five threads.
BlockValue index_like() {
  BlockValue v = between(0, 4);
  v.form.per_block[0] = 3;
  return v;
}

TEST(BlockValue, KindsAreToldApart) {
  EXPECT_TRUE(number(5).is_number());
  EXPECT_TRUE(number(5).is_same());
  EXPECT_FALSE(between(0, 4).is_number());
  EXPECT_TRUE(between(0, 4).is_same());
  EXPECT_TRUE(same_unknown().is_same());
  EXPECT_FALSE(same_unknown().is_number());
  EXPECT_FALSE(index_like().is_same());
  EXPECT_TRUE(varied(8).is_varied());
  EXPECT_TRUE(from_data().by_data);
}

TEST(BlockValue, SumsAndMultiplesStayAffine) {
  const BlockValue twice = scaled(sum(index_like(), number(10)), 2);

  ASSERT_TRUE(twice.is_affine());
  EXPECT_EQ(twice.form.per_block[0], 6);
  EXPECT_EQ(twice.form.low, 20);
  EXPECT_EQ(twice.form.high, 28);
  const BlockValue nothing = difference(index_like(), index_like());
  EXPECT_EQ(nothing.form.per_block[0], 0);
  EXPECT_EQ(nothing.form.low, -4);  // two threads, not one
  EXPECT_EQ(nothing.form.high, 4);
  EXPECT_EQ(scaled(index_like(), -1).form.low, -4);
}

TEST(BlockValue, ProductsAreAffineWithANumberAlone) {
  EXPECT_EQ(product(number(7), index_like()), scaled(index_like(), 7));
  EXPECT_FALSE(product(index_like(), index_like()).is_affine());
}

TEST(BlockValue, GranulesAreWhatBlocksOfAClassDifferBy) {
  EXPECT_EQ(granule_of(number(7)), 0);
  EXPECT_EQ(granule_of(varied(8)), 8);
  EXPECT_EQ(granule_of(scaled(varied(8), 4)), 32);
  EXPECT_EQ(granule_of(sum(varied(8), varied(12))), 4);
  EXPECT_EQ(granule_of(sum(varied(8), between(0, 5))), 8);
}

TEST(BlockValue, WhatComesFromMemoryStaysSo) {
  EXPECT_TRUE(sum(from_data(), number(1)).by_data);
  EXPECT_TRUE(scaled(from_data(), 16).by_data);
  EXPECT_TRUE(mixed(number(1), from_data()).by_data);
}

TEST(BlockValue, EitherOfTwoHasTheRangeOfBoth) {
  const BlockValue both = either(number(3), number(9));

  EXPECT_TRUE(both.is_same());
  EXPECT_LE(both.form.low, 3);
  EXPECT_GE(both.form.high, 9);
  EXPECT_EQ(joined(number(3), number(3)), number(3));
}

TEST(BlockValue, BoundsHoldInEveryBlockOfTheGrid) {
  EXPECT_TRUE(lies_within(index_like(), {10, 1, 1}, 0, 31));  // 3 * 9 + 4
  EXPECT_FALSE(lies_within(index_like(), {10, 1, 1}, 0, 30));
  EXPECT_FALSE(lies_within(index_like(), {10, 1, 1}, 1, 31));
}

launch::Launch a_launch() {
  launch::Launch launch;
  launch.grid = {50, 1, 1};
  launch.block = {64, 2, 1};
  return launch;
}

ptx::Operand special(ptx::Special which, std::uint8_t component) {
  ptx::Operand operand;
  operand.kind = ptx::OperandKind::special;
  operand.special = which;
  operand.component = component;
  return operand;
}

TEST(SpecialValue, OnlyTheBlockIndexIsOfTheBlock) {
  const auto value = [](ptx::Special which, std::uint8_t component) {
    return special_value(special(which, component), a_launch(), 32);
  };

  EXPECT_EQ(value(ptx::Special::tid, 0), between(0, 63));
  EXPECT_EQ(value(ptx::Special::ntid, 1), number(2));
  EXPECT_EQ(value(ptx::Special::nctaid, 0), number(50));
  EXPECT_EQ(value(ptx::Special::ctaid, 0).form.per_block[0], 1);
  EXPECT_EQ(value(ptx::Special::ctaid, 1), number(0));  // one block along y
  EXPECT_EQ(value(ptx::Special::laneid, 0), between(0, 31));
  EXPECT_TRUE(value(ptx::Special::clock, 0).by_data);
  EXPECT_TRUE(value(ptx::Special::smid, 0).by_data);
}

TEST(BlockTransfer, AnIndexIsTheBlockTimesItsSizePlusTheThread) {
  const ptx::Module module = ptx::parse(
      ".version 7.0\n.target sm_70\n.address_size 64\n.entry k() {\n.reg .b32 %r<9>;\n"
      "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mad.lo.s32 %r3, %r1, 64, %r2; shl.b32 %r4, %r3, 2;\n"
      "and.b32 %r5, %r2, 31; ret;\n}\n");
  const ptx::Function& entry = *module.find("k");
  const launch::Launch launch = a_launch();
  std::vector<BlockValue> values(entry.registers.size());
  const TransferContext context{.entry = &entry, .launch = &launch, .values = &values};
  const auto run = [&](std::size_t i) {
    const auto to = static_cast<std::size_t>(entry.operands_of(entry.body[i])[0].index);
    values[to] = transferred(context, entry.body[i]);
    return values[to];
  };

  EXPECT_EQ(run(0).form.per_block[0], 1);
  EXPECT_EQ(run(1), between(0, 63));
  const BlockValue index = run(2), bytes = run(3), lane = run(4);
  EXPECT_EQ(index.form.per_block[0], 64);
  EXPECT_EQ(index.form.high, 63);
  EXPECT_EQ(bytes.form.per_block[0], 256);
  EXPECT_EQ(bytes.form.high, 252);
  EXPECT_TRUE(lane.is_same());
  EXPECT_EQ(operand_value(context, entry.operands_of(entry.body[2])[2]), number(64));
}

}  // namespace
}  // namespace forewarp::profile
