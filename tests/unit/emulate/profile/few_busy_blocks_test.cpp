// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Grids of which few blocks have something to do.
#include <gtest/gtest.h>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Blocks below `busy` turn 1000 times, the others leave. With flags: those whose flag is not 0.
std::string busy_blocks(bool by_flags) {
  return std::string(R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry busy(.param .u64 flags) {
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  mov.u32 %r1, %ctaid.x;
  ld.param.u64 %d1, [flags];
)") +
         (by_flags
              ? "mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, %d2; ld.global.u32 %r2, [%d3]; setp.eq.s32 %p1, %r2, 0;"
              : "setp.ge.u32 %p1, %r1, 256; mov.u32 %r2, 0; mul.wide.u32 %d2, %r1, 4; add.s64 %d3, %d1, %d2;") +
         R"(
  @%p1 bra E;
  mov.u32 %r3, 0;
L:add.u32 %r3, %r3, 1;
  xor.b32 %r4, %r4, %r3;
  setp.lt.u32 %p2, %r3, 1000;
  @%p2 bra L;
E:ret;
}
)";
}

launch::Launch busy_launch(launch::Fill fill) {
  launch::Launch out;
  out.entry = "busy";
  out.grid = {1'000'000, 1, 1};
  out.block = {32, 1, 1};
  out.arguments = {{"flags", launch::Buffer{ptx::Type::u32, 1'000'000, fill, false}}};
  return out;
}

TEST(Profile, OfAGridWhoseFirstBlocksDoTheWorkIsExactFromAFewBlocks) {
  const auto module = ptx::parse(busy_blocks(false));

  const auto p = profile(module, busy_launch({}));

  // 7 instructions before the loop with its mov, 4 * 1000 in it and 1 after in 256 blocks; 6 and 1 in the others, of
  // which each has the branch: setp mov mul add ld mov bra = 7, ret = 1.
  const double truth = 32 * (256.0 * (7 + 1 + 4000 + 1) + (1e6 - 256) * (7 + 1));
  EXPECT_LT(p.sampling.blocks_run, 200U);
  EXPECT_DOUBLE_EQ(p.thread_instructions, truth);
  EXPECT_EQ(p.sampling.relative_error, 0);
}

TEST(Profile, OfEqualBlocksThatDataDecideOnIsNotCertain) {
  const auto module = ptx::parse(busy_blocks(true));
  launch::Fill ones;
  ones.kind = launch::FillKind::constant;
  ones.low = 1;

  const auto p = profile(module, busy_launch(ones));

  // n equal blocks: two errors are at least 3 / n.
  ASSERT_LT(p.sampling.blocks_run, 10'000U);
  EXPECT_GT(p.sampling.relative_error, 1.4 / static_cast<double>(p.sampling.blocks_run));
}

/// A store by each of the first 40000 threads: 313 blocks have something to do.
Profile of_few_that_work(std::uint32_t blocks, const ProfileOptions& options) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .b64 %rd<4>;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n]; setp.ge.u32 %p1, %r4, %r5; @%p1 bra END;
  ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r4, 4; add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
END:
  ret;
})",
                                 "few.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {blocks, 1, 1};
  launch.block = {128, 1, 1};
  launch.arguments.push_back({"out", launch::Buffer{.element = ptx::Type::u32, .count = 65536 * 128, .fill = {}}});
  launch.arguments.push_back({"n", launch::Scalar{.type = ptx::Type::u32, .bits = 40000}});

  return profile(module, launch, options);
}

TEST(Profile, OfAllBlocksKnowsWhatTheFewThatWorkTouch) {
  const Profile p = of_few_that_work(8192, {.exact = true});

  EXPECT_TRUE(p.sampling.exact);
  EXPECT_NEAR(p.buffers.at(0).sectors_total, 40000 * 4 / 32, 50);
  EXPECT_NEAR(p.buffers.at(0).written_sectors_per_block * 8192, 40000 * 4 / 32, 50);
}

TEST(Profile, OfASampleLooksAtNeighboursThatWork) {
  const Profile p = of_few_that_work(65536, {});

  EXPECT_FALSE(p.sampling.exact);
  EXPECT_NEAR(p.buffers.at(0).sectors_total, 40000 * 4 / 32, 50);
  EXPECT_DOUBLE_EQ(p.working_blocks(), 313);
}

TEST(Profile, IdleBlocksAtTheEndOfAGridLeaveNoDoubt) {
  const Profile p = of_few_that_work(330, {.exact_below = 0});

  EXPECT_LT(p.sampling.blocks_run, 200U);
  EXPECT_NEAR(p.buffers.at(0).sectors_total, 40000 * 4 / 32, 50);
  EXPECT_LT(p.sampling.dram_error, 0.1);
}

/// Each block stores a column of `rows` words, eight of which share their sectors. The grid has ten rows of blocks, of
/// which the first has something to do, and half of the second.
TEST(Profile, IdleRowsOfBlocksDoNotChangeWhatTheOthersShare) {
  const auto module = ptx::parse(R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out)
{
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
  mov.u32 %r1, %ctaid.y; mov.u32 %r2, %ntid.y; mov.u32 %r3, %tid.y; mad.lo.u32 %r4, %r1, %r2, %r3;
  setp.ge.u32 %p1, %r4, 384; @%p1 bra END;
  mov.u32 %r5, %ctaid.x; mad.lo.u32 %r6, %r4, 25600, %r5;
  ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r6, 4; add.u64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r4;
  st.global.u32 [%rd3], %r5;
  st.global.u32 [%rd3], %r6;
  st.global.u32 [%rd3], %r4;
END:
  ret;
})",
                                 "columns.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {25600, 10, 1};
  launch.block = {1, 256, 1};
  launch.arguments.push_back({"out", launch::Buffer{.element = ptx::Type::u32, .count = 25600 * 384, .fill = {}}});

  const Profile p = profile(module, launch, {});

  EXPECT_DOUBLE_EQ(p.working_blocks(), 2 * 25600);
  EXPECT_NEAR(p.buffers.at(0).sectors_total, 25600.0 * 384 / 8, 0.01 * 25600 * 384 / 8);
  EXPECT_NEAR(p.buffers.at(0).sectors_per_block, 384.0 / 10, 1);
}

}  // namespace
}  // namespace forewarp::profile
