// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Blocks that take their work in another order than that of the grid, or share it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {
namespace {

/// Of threads.
double stores_of(const Profile& p) {
  double sum = 0;
  for (const auto& i : p.instructions) sum += i.opcode == ptx::Opcode::st ? i.threads : 0;
  return sum;
}

// Each thread takes the next item by an atomic until none is left. The emulator's first block takes them all; on a GPU
// the resident blocks share them.
Profile of_queue(std::uint32_t blocks, std::uint64_t items) {
  const auto module = ptx::parse(
      fmt::format(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry queue(.param .u64 head, .param .u64 "
                  "out)\n{{\n.reg .u64 %rd<5>; .reg .u32 %r<3>; .reg .pred %p<2>;\n"
                  "ld.param.u64 %rd1, [head];\nld.param.u64 %rd2, [out];\n"
                  "next: atom.global.add.u32 %r1, [%rd1], 1;\nsetp.ge.u32 %p1, %r1, {};\n@%p1 bra end;\n"
                  "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd4, %rd2, %rd3;\nst.global.u32 [%rd4], %r1;\nbra next;\n"
                  "end: ret;\n}}\n",
                  items),
      "queue.ptx");
  launch::Launch launch;
  launch.entry = "queue";
  launch.grid = {blocks, 1, 1};
  launch.block = {32, 1, 1};
  launch.arguments = {{"head", launch::Buffer{ptx::Type::u32, 1, {}, false}},
                      {"out", launch::Buffer{ptx::Type::u32, items, {}, true}}};
  return profile(module, launch);
}

TEST(ProfileOfOrders, BlocksThatTakeTheirWorkFromAQueueShareIt) {
  const Profile p = of_queue(16, 4096);

  EXPECT_EQ(stores_of(p), 4096);
  EXPECT_EQ(p.imbalance, 1);
  EXPECT_TRUE(std::ranges::any_of(p.notes, [](const auto& n) { return n.find("from a queue") != std::string::npos; }));
}

TEST(ProfileOfOrders, TheFirstBlockOfALongQueueIsNoSampleOfTheOthers) {
  const Profile p = of_queue(216, 4'000'000);

  EXPECT_NEAR(stores_of(p), 4'000'000, 400'000);
  EXPECT_LT(p.sampling.relative_error, 0.1);
  EXPECT_NEAR(p.hottest_atomic_requests, 4'000'000 / 32, 4'000'000 / 320);
  EXPECT_TRUE(std::ranges::any_of(p.notes, [](const auto& n) { return n.find("from a queue") != std::string::npos; }));
}

// Block b writes the 1024 bytes of tile b ^ (b >> 3): each tile once, in an order that no step between blocks explains.
TEST(ProfileOfOrders, BlocksInAnOrderOfExclusiveOrTouchEachTileOnce) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry mixed(.param .u64 out)\n{\n"
      ".reg .u64 %rd<4>; .reg .u32 %r<6>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %ctaid.x;\n"
      "shr.u32 %r2, %r1, 3;\nxor.b32 %r3, %r1, %r2;\nmov.u32 %r4, %tid.x;\nmad.lo.u32 %r5, %r3, 256, %r4;\n"
      "mul.wide.u32 %rd2, %r5, 4;\nadd.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r5;\nret;\n}\n",
      "mixed.ptx");
  launch::Launch launch;
  launch.entry = "mixed";
  launch.grid = {32768, 1, 1};
  launch.block = {256, 1, 1};
  launch.arguments = {{"out", launch::Buffer{ptx::Type::u32, std::uint64_t{32768} * 256, {}, true}}};

  const Profile p = profile(module, launch);

  ASSERT_LT(p.sampling.blocks_run, 1000U);
  ASSERT_EQ(p.buffers.size(), 1U);
  EXPECT_NEAR(p.buffers[0].sectors_total, 32768 * 32, 32768);
  EXPECT_LT(p.sampling.dram_error, 0.05);
}

// Each thread adds 3000 values, 32 apart: what a block reads, the 3000 / 4 next ones read, too. Only some iterations
// run.
TEST(ProfileOfOrders, BlocksShareWhatSkippedIterationsOfTheirLoopsRead) {
  const auto module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry window(.param .u64 in, .param .u64 out)\n{\n"
      ".reg .u64 %rd<6>; .reg .u32 %r<6>; .reg .f32 %f<3>; .reg .pred %p<2>;\n"
      "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n"
      "mad.lo.u32 %r3, %r1, 128, %r2;\nmul.wide.u32 %rd3, %r3, 4;\nadd.u64 %rd4, %rd1, %rd3;\n"
      "add.u64 %rd5, %rd2, %rd3;\nmov.f32 %f1, 0f00000000;\nmov.u32 %r4, 0;\n"
      "next: ld.global.f32 %f2, [%rd4];\nadd.f32 %f1, %f1, %f2;\nadd.u64 %rd4, %rd4, 128;\nadd.u32 %r4, %r4, 1;\n"
      "setp.lt.u32 %p1, %r4, 3000;\n@%p1 bra next;\nst.global.f32 [%rd5], %f1;\nret;\n}\n",
      "window.ptx");
  constexpr std::uint64_t blocks = 4096, values = blocks * 128 + 3000 * 32;
  launch::Launch launch;
  launch.entry = "window";
  launch.grid = {blocks, 1, 1};
  launch.block = {128, 1, 1};
  launch.arguments = {{"in", launch::Buffer{ptx::Type::f32, values, {}, false}},
                      {"out", launch::Buffer{ptx::Type::f32, blocks * 128, {}, true}}};

  const Profile p = profile(module, launch);

  ASSERT_TRUE(p.sampling.loops_sampled);
  EXPECT_NEAR(p.buffers[0].sectors_total, values / 8, 0.02 * values / 8);
}

}  // namespace
}  // namespace forewarp::profile
