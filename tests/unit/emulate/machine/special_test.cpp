// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/special.hpp"

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

TEST(Special, CountersOfTheHardwareHaveNoValueAndAnInstructionThatReadsOneStops) {
  EXPECT_TRUE(has_value(ptx::Special::tid, 2));
  EXPECT_FALSE(has_value(ptx::Special::pm0, 0));
  Kernel k(".visible .entry k() { .reg .b32 %r1; mov.u32 %r1, %pm0; ret; }");

  EXPECT_ANY_THROW(k.run());
}

TEST(Special, OnlyTwoEnvironmentRegistersAreTheWorkspaceOfACooperativeLaunch) {
  EXPECT_FALSE(has_value(ptx::Special::envreg, 0));
  EXPECT_TRUE(has_value(ptx::Special::envreg, 1));
  EXPECT_TRUE(has_value(ptx::Special::envreg, 2));
  EXPECT_FALSE(has_value(ptx::Special::envreg, 3));
  EXPECT_FALSE(is_grid_workspace(ptx::Special::tid, 1));
}

/// 300 bytes of the kernel's own: 1024 are reserved from the next multiple of 1024 on, zero in each block, and what a
/// thread writes there another one reads.
const char* const reserved_text = R"(
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<4>;
  .shared .align 4 .b8 own[300];
  mov.u32 %r1, %reserved_smem_offset_begin; mov.u32 %r2, %reserved_smem_offset_end;
  mov.u32 %r3, %reserved_smem_offset_cap; mov.u32 %r4, %reserved_smem_offset_0; mov.u32 %r5, %reserved_smem_offset_1;
  mov.u32 %r6, %total_smem_size;
  mov.u32 %r7, %tid.x; shl.b32 %r8, %r7, 2; add.u32 %r9, %r5, %r8; xor.b32 %r10, %r8, 4; add.u32 %r10, %r5, %r10;
  ld.shared.u32 %r11, [%r9];
  bar.sync 0;
  st.shared.u32 [%r9], %r7;
  bar.sync 0;
  ld.shared.u32 %r12, [%r10]; mad.lo.u32 %r12, %r11, 1000, %r12;
  ld.param.u64 %rd1, [out]; mul.wide.u32 %rd2, %r7, 4; add.u64 %rd1, %rd1, %rd2;
  st.global.u32 [%rd1], %r12;
  st.global.u32 [%rd1+256], %r1; st.global.u32 [%rd1+512], %r2; st.global.u32 [%rd1+768], %r3;
  st.global.u32 [%rd1+1024], %r4; st.global.u32 [%rd1+1280], %r5; st.global.u32 [%rd1+1536], %r6;
  ret;
})";

TEST(Special, TheSystemReservesSharedMemoryBehindTheKernelsOwn) {
  for (const bool checked : {false, true}) {
    Kernel k(reserved_text, {.check_uninitialised = checked, .check_races = checked});
    const std::uint64_t out = k.buffer(Values(64 * 7));

    k.grid({2, 1, 1}).block({64, 1, 1}).run();

    const auto values = k.read<std::uint32_t>(out, 64 * 7);
    EXPECT_EQ(values[0], 1U);
    EXPECT_EQ(values[63], 62U);
    EXPECT_EQ(values[64], 1024U);
    EXPECT_EQ(values[128], 2048U);
    EXPECT_EQ(values[192], 1024U);
    EXPECT_EQ(values[256], 1024U);
    EXPECT_EQ(values[320], 1536U);
    EXPECT_EQ(values[384], 384U);  // 300 in units of 128
  }
}

TEST(Special, ThreadsAndBlocksHaveThreeCoordinates) {
  Kernel k(R"(
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<20>; .reg .b64 %rd<4>; .reg .pred %p1;
  mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
  mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z;
  mov.u32 %r7, %ntid.y; mov.u32 %r8, %nctaid.z;
  setp.ne.u32 %p1, %r1, 1; @%p1 ret; setp.ne.u32 %p1, %r2, 2; @%p1 ret; setp.ne.u32 %p1, %r3, 3; @%p1 ret;
  setp.ne.u32 %p1, %r4, 0; @%p1 ret; setp.ne.u32 %p1, %r5, 1; @%p1 ret; setp.ne.u32 %p1, %r6, 2; @%p1 ret;
  ld.param.u64 %rd1, [out];
  mad.lo.u32 %r9, %r7, 100, %r8;
  st.global.u32 [%rd1], %r9;
  ret;
})");
  const std::uint64_t out = k.buffer(Values(1));

  k.grid({1, 2, 3}).block({2, 4, 5}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 1)[0], 403U);  // thread (1,2,3) of block (0,1,2) is there
}

TEST(Special, LaneNumbersAndMasksAreThoseOf32AlsoInAWarpOf64) {
  const char* text = R"(
    mov.u32 %r1, %laneid; mov.u32 %r2, %warpid; mov.u32 %r3, %lanemask_lt; popc.b32 %r3, %r3;
    mov.u32 %r4, %lanemask_ge; popc.b32 %r4, %r4;
    mad.lo.u32 %r1, %r2, 100, %r1; mad.lo.u32 %r1, %r3, 1000, %r1; mad.lo.u32 %r1, %r4, 100000, %r1;
    st.global.u32 [%slot], %r1;)";
  for (const unsigned warp_size : {32U, 64U}) {
    const Values out = run_body(text, 64, "", {.warp_size = warp_size});

    EXPECT_EQ(out[5], 5U + 0 * 100 + 5 * 1000 + 27 * 100000);
    EXPECT_EQ(out[37], 5U + 1 * 100 + 5 * 1000 + 27 * 100000);
  }
}

TEST(Special, AWarpHas32Lanes) {
  // What nvcc makes of warpSize. 7 % 32 = 7 where 0 would fault or give 7 / 0.
  for (const unsigned warp_size : {32U, 64U}) {
    const Values out = run_body(
        "mov.u32 %r1, WARP_SZ; mov.u64 %rd1, WARP_SZ; cvt.u32.u64 %r2, %rd1; rem.u32 %r3, %t, %r1;"
        "mad.lo.u32 %r1, %r1, 100, %r2; mad.lo.u32 %r1, %r3, 10000, %r1; st.global.u32 [%slot], %r1;",
        40, "", {.warp_size = warp_size});

    EXPECT_EQ(out[7], 3232U + 70000);
    EXPECT_EQ(out[39], 3232U + 70000);
  }
}

TEST(Special, ThereIsOneSmAndAClusterIsOneBlock) {
  const Values out = run_body(R"(
    mov.u32 %r1, %smid; mov.u32 %r2, %nsmid; mov.u32 %r3, %cluster_nctarank; mov.u32 %r4, %cluster_ctarank;
    mov.u32 %r5, %cluster_nctaid.y; mov.u32 %r6, %clusterid.x; mov.u32 %r7, %nclusterid.x;
    mov.u64 %rd1, %current_graph_exec; cvt.u32.u64 %r9, %rd1;
    mad.lo.u32 %r1, %r1, 10, %r2; mad.lo.u32 %r1, %r1, 10, %r3; mad.lo.u32 %r1, %r1, 10, %r4;
    mad.lo.u32 %r1, %r1, 10, %r5; mad.lo.u32 %r1, %r1, 10, %r6; mad.lo.u32 %r1, %r1, 10, %r7;
    mad.lo.u32 %r1, %r1, 10, %r9;
    st.global.u32 [%slot], %r1;)",
                              1);

  // SM 0 of 1, 1 block in the cluster, this is its block 0, 1 in y, cluster 0 of 1, no graph.
  EXPECT_EQ(out[0], 1101010U);
}

TEST(Special, TheClockCountsInstructionsOfTheWarp) {
  const Values out = run_body(R"(
    mov.u32 %r1, %clock;
    add.u32 %r3, %t, 1;
    add.u32 %r3, %t, 1;
    mov.u32 %r2, %clock;
    sub.u32 %r1, %r2, %r1;
    st.global.u32 [%slot], %r1;)",
                              2);

  EXPECT_EQ(out, Values(2, 3));
}

}  // namespace
}  // namespace forewarp::emu::test
