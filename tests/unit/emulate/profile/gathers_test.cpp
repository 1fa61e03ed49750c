// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels whose addresses follow no rule: what a sample of their blocks tells of the sectors that all touch.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Blocks from `first` on: each thread reads one of 2^20 numbers, at the top bits of its own number times a constant.
constexpr const char* gather = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry gather(.param .u64 x, .param .u32 first) {
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %d<4>;
  mov.u32 %r1, %ctaid.x;
  ld.param.u32 %r2, [first];
  setp.lt.u32 %p1, %r1, %r2;
  @%p1 bra E;
  ld.param.u64 %d1, [x];
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, 128, %r3;
  xor.b32 %r5, %r4, 61;
  shr.u32 %r6, %r4, 7;
  xor.b32 %r5, %r5, %r6;
  mul.lo.u32 %r5, %r5, 2654435769;
  shr.u32 %r7, %r5, 12;
  mul.wide.u32 %d2, %r7, 4;
  add.s64 %d3, %d1, %d2;
  ld.global.u32 %r8, [%d3];
E:ret;
}
)";

launch::Launch gather_launch(unsigned blocks, unsigned first) {
  launch::Launch out;
  out.entry = "gather";
  out.grid = {blocks, 1, 1};
  out.block = {128, 1, 1};
  out.arguments = {{"x", launch::Buffer{ptx::Type::u32, std::uint64_t{1} << 20, {}, false}},
                   {"first", launch::Scalar{ptx::Type::u32, first}}};
  return out;
}

/// Distinct sectors of the gather, by doing it.
double gathered_sectors(unsigned blocks, unsigned first) {
  std::set<std::uint32_t> sectors;
  for (std::uint32_t i = first * 128; i < blocks * 128; ++i)
    sectors.insert(((i ^ 61U ^ i >> 7U) * 2654435769U >> 12U) / 8);
  return static_cast<double>(sectors.size());
}

TEST(Profile, OfAGatherThatIsRunWholeCountsAllItsSectors) {
  const auto module = ptx::parse(gather);
  ProfileOptions exact;
  exact.exact = true;

  for (const unsigned blocks : {20U, 300U, 5000U}) {
    const double truth = gathered_sectors(blocks, 0);
    EXPECT_DOUBLE_EQ(profile(module, gather_launch(blocks, 0), exact).buffers[0].sectors_total, truth) << blocks;
  }
  const Profile small = profile(module, gather_launch(300, 0));
  ASSERT_TRUE(small.sampling.exact);
  EXPECT_DOUBLE_EQ(small.buffers[0].sectors_total, gathered_sectors(300, 0));
}

TEST(Profile, OfAGatherHoldsTheTruthWithinTwoStatedErrors) {
  const auto module = ptx::parse(gather);

  for (const unsigned first : {0U, 15'000U}) {
    const double truth = gathered_sectors(20'000, first);
    const Profile p = profile(module, gather_launch(20'000, first));
    const double found = p.buffers[0].sectors_total;

    ASSERT_FALSE(p.sampling.exact);
    EXPECT_GT(p.sampling.dram_error, 0) << first;
    EXPECT_LE(std::abs(found - truth), 2 * p.sampling.dram_error * found) << first;
    EXPECT_NEAR(found, truth, 0.3 * truth) << first;
  }
}

TEST(Profile, OfOneBlockThatGathersDoesNotRunTheOthers) {
  const auto module = ptx::parse(gather);

  const Profile p = profile(module, gather_launch(1'000'000, 999'999));

  EXPECT_LT(p.sampling.blocks_run, 1000U);
}

}  // namespace
}  // namespace forewarp::profile
