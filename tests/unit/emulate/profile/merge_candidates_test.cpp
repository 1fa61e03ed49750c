// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/merge_candidates.hpp"

#include <gtest/gtest.h>

#include <string>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// A kernel of one block; %r1: the lane's number times `stride` bytes into the tile, a number or a register.
ptx::Module kernel(const std::string& body, const std::string& stride = "16") {
  return ptx::parse(R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry k()
{
  .reg .f32 %f<9>;
  .reg .f64 %d<3>;
  .reg .b32 %r<4>;
  .reg .pred %p<2>;
  .shared .align 16 .b8 tile[4096];
  mov.u32 %r3, %tid.x;
  mul.lo.u32 %r1, %r3, )" +
                        stride + ";\n" + body + "\n  ret;\n}\n",
                    "k.ptx");
}

std::vector<std::size_t> run_sizes(const std::string& body) {
  const ptx::Module module = kernel(body);
  const emu::Machine machine(module, "k");
  std::vector<std::size_t> sizes;
  for (const auto& run : MergeCandidates(machine.program()).runs) sizes.push_back(run.loads.size());
  return sizes;
}

Profile profiled(const std::string& body, const std::string& stride) {
  launch::Launch launch;
  launch.entry = "k";
  launch.block = {32, 1, 1};
  return profile(kernel(body, stride), launch);
}

Profile profiled(const std::string& body, int stride) { return profiled(body, std::to_string(stride)); }

double merged_requests(const Profile& p) {
  double sum = 0;
  for (const auto& site : p.sites) sum += site.merged_requests();
  return sum;
}

double merged_wavefronts(const Profile& p) {
  double sum = 0;
  for (const auto& site : p.sites) sum += site.merged_wavefronts();
  return sum;
}

const std::string four_words = R"(
  ld.shared.f32 %f1, [%r1];
  ld.shared.f32 %f2, [%r1+4];
  ld.shared.f32 %f3, [%r1+8];
  ld.shared.f32 %f4, [%r1+12];)";

const std::string around = R"(
  ld.shared.f32 %f1, [%r2+-8];
  ld.shared.f32 %f2, [%r2+-4];
  ld.shared.f32 %f3, [%r2];
  ld.shared.f32 %f4, [%r2+4];)";

using Sizes = std::vector<std::size_t>;

TEST(MergeCandidates, AreNeighboursWithOneBaseInAnyOrder) {
  EXPECT_EQ(run_sizes(four_words), Sizes{4});
  EXPECT_EQ(run_sizes("ld.shared.f32 %f2, [%r1+4]; ld.shared.f32 %f1, [%r1];"), Sizes{2});
  EXPECT_EQ(run_sizes("ld.shared.f32 %f2, [tile+4]; ld.shared.f32 %f1, [tile];"), Sizes{2});
}

TEST(MergeCandidates, EndWhereTheBaseIsSetAnewOrSharedMemoryWritten) {
  const std::string first = "ld.shared.f32 %f1, [%r1];", second = "ld.shared.f32 %f2, [%r1+4];";

  EXPECT_EQ(run_sizes(first + "add.u32 %r1, %r1, 16;" + second), Sizes{});
  EXPECT_EQ(run_sizes(first + "st.shared.f32 [%r1+64], %f1;" + second), Sizes{});
  EXPECT_EQ(run_sizes(first + "bar.sync 0;" + second), Sizes{});
  EXPECT_EQ(run_sizes(first + "setp.eq.u32 %p1, %r1, 0; @%p1 bra L; L: " + second), Sizes{});
  EXPECT_EQ(run_sizes(first + "add.u32 %r2, %r1, 16;" + second), Sizes{2});
}

TEST(MergeCandidates, AreNeitherGuardedNorVolatile) {
  EXPECT_EQ(run_sizes("ld.volatile.shared.f32 %f1, [%r1]; ld.volatile.shared.f32 %f2, [%r1+4];"), Sizes{});
  EXPECT_EQ(run_sizes("setp.ne.u32 %p1, %r1, 99; ld.shared.f32 %f1, [%r1]; @%p1 ld.shared.f32 %f2, [%r1+4];"), Sizes{});
}

TEST(MergeCandidates, CoverAWidthWithoutGaps) {
  const MergeCandidates::Run run{4, {}, {{0, 0}, {1, 4}, {2, 8}, {3, 12}, {4, 20}}};

  EXPECT_EQ(run.covering(0, 16), 4U);
  EXPECT_EQ(run.covering(0, 8), 2U);
  EXPECT_EQ(run.covering(1, 16), 0U);  // 4, 8, 12, 20
  EXPECT_EQ(run.covering(3, 8), 0U);   // 12, 20
  EXPECT_EQ(run.covering(4, 8), 0U);   // the last
}

TEST(MergedLoads, OfFourDistinctWordsALaneTakeFourCycles) {
  const Profile p = profiled(four_words, 16);

  EXPECT_EQ(merged_requests(p), 1);
  EXPECT_EQ(merged_wavefronts(p), 4);  // 512 bytes
  // one by one: 32 lanes 16 bytes apart meet four at a bank, four times
  EXPECT_EQ(p.sites.front().wavefronts, 4);
  EXPECT_EQ(p.sites.size(), 4U);
}

TEST(MergedLoads, OfOneAddressForAllReturnTwoRegistersACycle) {
  const Profile p = profiled(four_words, 0);

  EXPECT_EQ(merged_requests(p), 1);
  EXPECT_EQ(merged_wavefronts(p), 2);
}

TEST(MergedLoads, AreAsWideAsTheAddressesAreAligned) {
  // rows 24 bytes apart: lane 1 is aligned to 8 and not to 16
  const Profile pairs = profiled(four_words, 24);
  EXPECT_EQ(merged_requests(pairs), 2);

  const Profile none = profiled(four_words, 20);
  EXPECT_EQ(merged_requests(none), 4);
  EXPECT_EQ(merged_wavefronts(none), 4);  // 5 words apart: no conflicts
}

/// Rows of a length that only the launch knows: ptxas leaves single loads.
TEST(MergedLoads, NeedAnAlignmentThatTheCodeProves) {
  EXPECT_EQ(merged_requests(profiled(four_words, "%ntid.x")), 4);
  EXPECT_EQ(merged_requests(profiled("mad.lo.u32 %r2, %r1, 8, 8;" + around, "%nctaid.x")), 2);  // of 8 bytes each
  EXPECT_EQ(merged_requests(profiled("mad.lo.u32 %r2, %r1, 2, 8;" + around, "8")), 1);
}

TEST(MergedLoads, BeginWhereTheAlignmentDoes) {
  // bytes 4 .. 20: 4 alone, 8 and 12 an LDS.64, 16 alone
  const Profile p = profiled(R"(
  ld.shared.f32 %f1, [%r1+4];
  ld.shared.f32 %f2, [%r1+8];
  ld.shared.f32 %f3, [%r1+12];
  ld.shared.f32 %f4, [%r1+16];)",
                             16);

  EXPECT_EQ(merged_requests(p), 3);
}

TEST(MergedLoads, OfVectorsInPtxReturnARegisterACycleToo) {
  const Profile p = profiled("ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%r1];", 0);

  EXPECT_EQ(merged_requests(p), 1);
  EXPECT_EQ(p.sites.front().wavefronts, 1);
  EXPECT_EQ(merged_wavefronts(p), 2);
}

}  // namespace
}  // namespace forewarp::profile
