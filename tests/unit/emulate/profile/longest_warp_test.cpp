// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Block 37 of 64 takes 10,000 rounds of two dependent additions in the second of its two warps, the others none.
constexpr const char* straggler = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry straggler(.param .u64 out)
{
.reg .u64 %rd<5>; .reg .u32 %r<9>; .reg .f32 %f<3>; .reg .pred %p<5>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %tid.x;
mov.f32 %f1, 0f3F800000;
setp.ne.u32 %p1, %r1, 37;
setp.lt.u32 %p2, %r2, 32;
or.pred %p3, %p1, %p2;
@%p3 bra done;
mov.u32 %r3, 0;
next: add.f32 %f1, %f1, 0f3F800000;
add.f32 %f1, %f1, 0f40000000;
add.u32 %r3, %r3, 1;
setp.lt.u32 %p4, %r3, 10000;
@%p4 bra next;
done: mad.lo.u32 %r4, %r1, 64, %r2;
mul.wide.u32 %rd2, %r4, 4;
add.u64 %rd3, %rd1, %rd2;
st.global.f32 [%rd3], %f1;
ret;
}
)";

launch::Launch straggling_launch() {
  launch::Launch launch;
  launch.entry = "straggler";
  launch.grid = {64, 1, 1};
  launch.block = {64, 1, 1};
  launch.arguments = {{"out", launch::Buffer{ptx::Type::f32, 64 * 64, {}, true}}};
  return launch;
}

TEST(Profile, KnowsTheWarpThatAllOthersWaitFor) {
  const Profile p = profile(ptx::parse(straggler, "straggler.ptx"), straggling_launch());

  ASSERT_TRUE(p.sampling.exact);
  EXPECT_DOUBLE_EQ(p.longest_warp.begins, 37.0 / 64);
  EXPECT_GE(p.longest_warp.path.alu, 20'000);
  EXPECT_NEAR(p.longest_warp.path.instructions, 50'000, 100);
  EXPECT_LT(p.path.alu, 1000);
  EXPECT_EQ(p.longest_warp.blocks_alike, 1);
  EXPECT_LT(p.longest_warp.share_of_others, 0.05);
}

TEST(Profile, AMeanPathIsThatOfAllBlocksNotOfTheDetailedOnes) {
  launch::Launch launch = straggling_launch();
  launch.grid = {16384, 1, 1};
  launch.arguments = {{"out", launch::Buffer{ptx::Type::f32, std::uint64_t{16384} * 64, {}, true}}};
  ProfileOptions all;
  all.exact = true;

  const Profile p = profile(ptx::parse(straggler, "straggler.ptx"), launch, all);

  ASSERT_TRUE(p.sampling.exact);
  EXPECT_NEAR(p.path.instructions, p.warp_instructions / p.warps, 0.3 * p.path.instructions);
}

TEST(Profile, OfShortWarpsHasNoLongestOne) {
  launch::Launch launch = straggling_launch();
  launch.grid = {37, 1, 1};  // without the long one

  EXPECT_EQ(profile(ptx::parse(straggler, "straggler.ptx"), launch).longest_warp.path.instructions, 0);
}

}  // namespace
}  // namespace forewarp::profile
