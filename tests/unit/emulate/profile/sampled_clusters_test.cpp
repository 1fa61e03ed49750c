// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Grids of clusters of which a part is run.
#include <gtest/gtest.h>

#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// The block of rank r turns 50 (r + 1) times, then all wait for each other.
constexpr std::string_view by_rank = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out) {
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  mov.u32 %r1, %cluster_ctarank; add.u32 %r1, %r1, 1; mul.lo.u32 %r2, %r1, 50;
L:sub.u32 %r2, %r2, 1;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra L;
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  ret;
}
)";

launch::Launch launch_of(std::uint32_t blocks) {
  launch::Launch out;
  out.entry = "k";
  out.grid = {blocks, 1, 1};
  out.block = {64, 1, 1};
  out.cluster = launch::Dim3{4, 1, 1};
  out.arguments = {{"out", launch::Buffer{ptx::Type::u32, 64, {}, false}}};
  return out;
}

/// 3 instructions before the loop, 3 * 50 (r + 1) in it and 3 behind, in 64 threads.
double truth(double blocks) { return 64 * blocks * (3 + 150 * (1 + 2 + 3 + 4) / 4.0 + 3); }

TEST(SampledClusters, ASmallGridIsCountedWhole) {
  const auto p = profile(ptx::parse(std::string(by_rank)), launch_of(16));

  EXPECT_DOUBLE_EQ(p.thread_instructions, truth(16));
  EXPECT_DOUBLE_EQ(p.barriers, 16.0 * 2);  // an arrival and its wait are one, of each warp
}

TEST(SampledClusters, BlocksOfALargeGridStandForTheOthers) {
  constexpr std::uint32_t blocks = 400'000;

  const auto p = profile(ptx::parse(std::string(by_rank)), launch_of(blocks));

  EXPECT_LT(p.sampling.blocks_run, blocks / 10);
  EXPECT_NEAR(p.thread_instructions / truth(blocks), 1, 3 * p.sampling.relative_error);
  EXPECT_GT(p.sampling.relative_error, 0);
}

}  // namespace
}  // namespace forewarp::profile
