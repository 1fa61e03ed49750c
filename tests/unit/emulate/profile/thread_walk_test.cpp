// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/thread_walk.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::profile {
namespace {

emu::Access access_at(const std::uint64_t& address, std::uint32_t site = 0) {
  return {.site = site,
          .space = ptx::StateSpace::global,
          .kind = emu::AccessKind::load,
          .bytes = 4,
          .active = 1,
          .addresses = &address};
}

TEST(WalkWatcher, CountsStepsToLinesOf64BytesThatAreNotOfTheLastSixteen) {
  WalkWatcher walk;
  walk.begin();

  for (const std::uint64_t address : {0, 4, 60, 64, 4096}) walk.access(access_at(address), 1);

  EXPECT_EQ(walk.steps(), 4u);      // the first access is no step
  EXPECT_EQ(walk.new_lines(), 2u);  // 64 and 4096
  walk.access(access_at(8), 1);     // known still
  EXPECT_EQ(walk.new_lines(), 2u);
  for (std::uint64_t line = 100; line < 116; ++line) walk.access(access_at(line * 64), 1);
  walk.access(access_at(8), 1);  // forgotten
  EXPECT_EQ(walk.new_lines(), 2u + 16 + 1);
}

TEST(WalkWatcher, AnInstructionsFirstAccessIsNoStep) {
  WalkWatcher walk;
  walk.begin();

  for (const std::uint64_t address : {0, 4, 8}) {
    walk.access(access_at(address, 0), 1);
    walk.access(access_at(address + 4096, 1), 1);
  }

  EXPECT_EQ(walk.steps(), 4u);
  EXPECT_EQ(walk.new_lines(), 0u);
}

TEST(WalkWatcher, WhatLiesBetweenSampledIterationsIsNoStep) {
  WalkWatcher walk;
  walk.begin();

  walk.access(access_at(0), 10);
  walk.access(access_at(4), 10);
  walk.skip();
  walk.access(access_at(4096), 10);

  EXPECT_EQ(walk.steps(), 10u);
  EXPECT_EQ(walk.new_lines(), 0u);
}

ThreadWalk walk_of(const char* name, const char* size, std::int64_t value) {
  const auto description = launch::load_kernel(name);
  launch::Overrides overrides;
  overrides.set[size] = value;
  const auto shipped = launch::shipped_ptx(description, overrides);
  if (!shipped) throw InputError("no PTX ships with the kernel");
  const auto module = ptx::parse(shipped->text, shipped->file.string());
  ThreadWalk walk;
  (void)profile(module, launch::launch_from(description, overrides, module.find(description.entry)), {}, walk);
  return walk;
}

TEST(ThreadWalk, OfRowsOfFloatsNeedsANewLineOnceInSixteenSteps) {
  // a[row][k] and x[k] need one each; t[row] is stored each time, to the same line.
  EXPECT_NEAR(walk_of("atax_ax", "columns", 512).new_line_share(), (1.0 / 16 + 1.0 / 16) / 3, 0.01);
}

TEST(ThreadWalk, OfOneRowAndOneColumnNeedsANewLineInHalfOfItsSteps) {
  EXPECT_NEAR(walk_of("matmul_global_coalesced", "n", 256).new_line_share(), (1 + 1.0 / 16) / 2, 0.02);
}

}  // namespace
}  // namespace forewarp::profile
