// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/host_traffic.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

constexpr unsigned threads = 256;

launch::Argument buffer(const char* name, std::uint64_t count, bool host) {
  return {name, launch::Buffer{.element = ptx::Type::f32, .count = count, .fill = {}, .host = host}};
}

/// A thread an element: body has its byte offset in %rd3 and the buffers in %rd1 and %rd2.
Profile profile_of(const char* body, unsigned blocks, bool is_from_host, bool is_to_host,
                   const ProfileOptions& options = {}) {
  const ptx::Module module = ptx::parse(std::string(R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to)
{
  .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<3>;
  ld.param.u64 %rd1, [from];
  ld.param.u64 %rd2, [to];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
)") + body + "  ret;\n}\n",
                                        "k.ptx");
  launch::Launch launch;
  launch.entry = "k";
  launch.grid = {blocks, 1, 1};
  launch.block = {threads, 1, 1};
  const std::uint64_t count = std::uint64_t{blocks} * threads;
  launch.arguments = {buffer("from", count, is_from_host), buffer("to", count, is_to_host)};
  return profile(module, launch, options);
}

constexpr const char* copy = "  ld.global.f32 %f1, [%rd4];\n  st.global.f32 [%rd5], %f1;\n";

void expect_traffic(const HostTraffic& t, double requests, double lines, double sectors, double bytes) {
  EXPECT_DOUBLE_EQ(t.requests, requests);
  EXPECT_DOUBLE_EQ(t.lines, lines);
  EXPECT_DOUBLE_EQ(t.sectors, sectors);
  EXPECT_DOUBLE_EQ(t.bytes, bytes);
}

TEST(HostTraffic, ACopyFromHostMemoryReadsEachLineOnce) {
  const Profile p = profile_of(copy, 8, true, false);  // 64 warps of 128 bytes

  expect_traffic(host_reads(p), 64, 64, 256, 8192);
  expect_traffic(host_writes(p), 0, 0, 0, 0);
  EXPECT_TRUE(p.buffers[0].host);
  EXPECT_FALSE(p.buffers[1].host);
  EXPECT_EQ(p.sampling.host_error, 0);
  EXPECT_EQ(p.loads.total(), 0);  // the device's caches keep none of it
}

TEST(HostTraffic, ACopyToHostMemoryWritesAndReadsTheDevicesOwn) {
  const Profile p = profile_of(copy, 8, false, true);

  expect_traffic(host_reads(p), 0, 0, 0, 0);
  expect_traffic(host_writes(p), 64, 64, 256, 8192);
  EXPECT_EQ(p.loads.total(), 256);
}

TEST(HostTraffic, WithoutHostMemoryThereIsNone) {
  const Profile p = profile_of(copy, 8, false, false);

  EXPECT_FALSE(has_host_buffer(p));
  for (const AccessSite& site : p.sites) EXPECT_EQ(site.host_share, 0);
}

TEST(HostTraffic, AtomicsCountInBothDirections) {
  const Profile p = profile_of("  red.global.add.f32 [%rd5], 0f3f800000;\n", 8, false, true);

  expect_traffic(host_reads(p), 64, 64, 256, 8192);
  expect_traffic(host_writes(p), 64, 64, 256, 8192);
}

TEST(HostTraffic, AStrideOfALineReadsASectorALane) {
  const Profile p = profile_of(
      "  shl.b64 %rd6, %rd3, 5;\n  and.b64 %rd6, %rd6, 8191;\n  add.s64 %rd7, %rd1, %rd6;\n"
      "  ld.global.f32 %f1, [%rd7];\n",
      8, true, false);

  expect_traffic(host_reads(p), 64, 64 * 32, 64 * 32, 8192);
}

TEST(HostTraffic, OfARequestInTwoBuffersThePartInHostMemoryCounts) {
  // Odd warps' lanes have one buffer each; here the upper half of every warp reads the other one.
  const Profile p = profile_of(
      "  and.b32 %r5, %r3, 16;\n  setp.eq.u32 %p1, %r5, 0;\n  selp.b64 %rd6, %rd4, %rd5, %p1;\n"
      "  ld.global.f32 %f1, [%rd6];\n",
      8, true, false);

  ASSERT_EQ(p.sites.size(), 1U);
  EXPECT_DOUBLE_EQ(p.sites[0].host_share, 0.5);
  EXPECT_DOUBLE_EQ(host_reads(p).sectors, 128);
  EXPECT_DOUBLE_EQ(host_reads(p).bytes, 4096);
}

TEST(HostTraffic, OfASampledLaunchIsScaledToTheGrid) {
  constexpr unsigned blocks = 65536;
  const Profile p = profile_of(copy, blocks, true, false, {.exact_below = 1000, .budget = 1'000'000});

  ASSERT_FALSE(p.sampling.exact);
  expect_traffic(host_reads(p), 8.0 * blocks, 8.0 * blocks, 32.0 * blocks, 1024.0 * blocks);
  EXPECT_LT(p.sampling.host_error, 0.01);
}

TEST(HostTraffic, ThatDiffersFromBlockToBlockHasAnError) {
  // A block reads host memory as often as its index, hashed, says: 0 to 63 times.
  const char* hashed =
      "  mul.lo.u32 %r5, %r1, 2654435761;\n  shr.u32 %r5, %r5, 26;\n  mov.u32 %r6, 0;\n"
      "LOOP:\n  setp.ge.u32 %p1, %r6, %r5;\n  @%p1 bra END;\n  ld.volatile.global.f32 %f1, [%rd4];\n"
      "  add.u32 %r6, %r6, 1;\n  bra LOOP;\nEND:\n  st.global.f32 [%rd5], %f1;\n";
  const Profile sampled = profile_of(hashed, 2048, true, false, {.exact_below = 1000, .budget = 1'000'000});
  const Profile exact = profile_of(hashed, 2048, true, false, {.exact = true});

  ASSERT_FALSE(sampled.sampling.exact);
  EXPECT_GT(sampled.sampling.host_error, 0.005);
  const double truth = host_reads(exact).sectors;
  EXPECT_NEAR(host_reads(sampled).sectors, truth, 3 * sampled.sampling.host_error * truth);
}

}  // namespace
}  // namespace forewarp::profile
