// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launcher.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <set>

#include "forewarp/runtime/launch_likeness.hpp"
#include "launched_kernel.hpp"

namespace forewarp::runtime {
namespace {

using test::LaunchedKernel;

constexpr const char* add_number = "ld.global.u32 %r1, [%slot]; add.u32 %r1, %r1, %n; st.global.u32 [%slot], %r1;";
constexpr const char* rounds = R"(
  ld.global.u32 %r1, [%slot]; mov.u32 %r2, 0;
  L: mad.lo.u32 %r1, %r1, 3, 1; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %n; @%p1 bra L;
  st.global.u32 [%slot], %r1;)";

// A prediction costs as much as 5 * 10^5 warp instructions, 5 * 10^7 are free.
TEST(Launcher, ANumberThatChangesIsCountedUntilTheBudgetIsSpent) {
  LaunchedKernel k(add_number);
  const Allocation& data = k.buffer(std::vector<std::uint32_t>(256));
  int fresh = 0;
  for (std::uint32_t i = 1; i <= 200; ++i) {
    const Launcher::Done done = k.launcher.launch(k.request(data, i, 1));
    fresh += done.is_new ? 1 : 0;
    EXPECT_DOUBLE_EQ(done.factor, 1);
    EXPECT_FALSE(done.replayed);
  }

  EXPECT_EQ(fresh, 100);
  EXPECT_EQ(LaunchedKernel::words(data)[255], 200U * 201 / 2);
}

// The budget is spent on launches of one block; of 64 blocks the first twelve are counted all the same, and what comes
// after takes its time from the nearest: a warp executes 11 + 4 n instructions.
TEST(Launcher, WhatIsNotCountedGetsTheTimeOfTheNearestCountedLaunch) {
  LaunchedKernel k(rounds);
  const Allocation& data = k.buffer(std::vector<std::uint32_t>(256 * 64));
  for (std::uint32_t i = 1; i <= 100; ++i) (void)k.launcher.launch(k.request(data, i, 1));

  Launcher::Done last;
  for (std::uint32_t i = 1; i <= 12; ++i) {
    last = k.launcher.launch(k.request(data, i, 64));
    EXPECT_TRUE(last.is_new) << i;
  }
  const Launcher::Done after = k.launcher.launch(k.request(data, 100, 64));

  EXPECT_FALSE(after.is_new);
  EXPECT_EQ(after.distinct, last.distinct);
  EXPECT_NEAR(after.factor, 411.0 / 59, 0.01);
}

// 3 us of which 2 are the launch: four times the work is 2 + 4 * 1, a quarter of it 2.25. A time shorter than the
// launch stays.
TEST(Launcher, OfATimeInProportionTheLaunchStays) {
  EXPECT_DOUBLE_EQ(scaled_seconds(3e-6, 4, 2e-6), 6e-6);
  EXPECT_DOUBLE_EQ(scaled_seconds(3e-6, 0.25, 2e-6), 2.25e-6);
  EXPECT_DOUBLE_EQ(scaled_seconds(1e-6, 4, 2e-6), 1e-6);
}

// As many instructions, and other addresses: a table of indices that is in order, and one that is not.
TEST(Launcher, LaunchesOnOtherDataHaveTheirOwnTimes) {
  LaunchedKernel k(R"(
    ld.global.u32 %r1, [%slot]; mad.wide.u32 %slot, %r1, 4, %data;
    ld.global.u32 %r2, [%slot]; st.global.u32 [%slot], %r2;)");
  constexpr std::uint32_t count = 1 << 20;
  std::vector<std::uint32_t> ordered(count), scattered(count);
  for (std::uint32_t i = 0; i < count; ++i) ordered[i] = i, scattered[i] = i * 2654435761U % count;
  const Allocation &first = k.buffer(ordered), &second = k.buffer(scattered);

  const Launcher::Done in_order = k.launcher.launch(k.request(first, 1, count / 256));
  const Launcher::Done at_random = k.launcher.launch(k.request(second, 1, count / 256));

  EXPECT_TRUE(at_random.is_new);
  EXPECT_DOUBLE_EQ(at_random.factor, 1);
  EXPECT_GT(at_random.distinct->times.at(0).seconds, 1.5 * in_order.distinct->times.at(0).seconds);
  EXPECT_EQ(k.launcher.launch(k.request(first, 1, count / 256)).distinct, in_order.distinct);
  EXPECT_EQ(k.launcher.launch(k.request(second, 1, count / 256)).distinct, at_random.distinct);

  // Other buffers with the same data take as long: nothing new.
  const Allocation& third = k.buffer(ordered);
  EXPECT_EQ(k.launcher.launch(k.request(third, 1, count / 256)).distinct, in_order.distinct);
}

// Each time that it is left out saves 64 * 8 * 410 warp instructions. Those pay first for the twelve that were counted
// although the budget was spent, then for counting.
TEST(Launcher, WhatComesAgainIsCountedInPlaceOfATimeInProportion) {
  constexpr const char* same_result = R"(
    mov.u32 %r1, 7; mov.u32 %r2, 0;
    L: mad.lo.u32 %r1, %r1, 1, 0; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %n; @%p1 bra L;
    st.global.u32 [%slot], %r1;)";
  LaunchedKernel k(same_result);
  const Allocation& data = k.buffer(std::vector<std::uint32_t>(256 * 64));
  for (std::uint32_t i = 1; i <= 100; ++i) (void)k.launcher.launch(k.request(data, i, 1));
  Launcher::Done first;
  for (std::uint32_t i = 1; i <= 12; ++i) first = k.launcher.launch(k.request(data, i, 64));
  int replayed = 0;
  Launcher::Done done;
  do {
    done = k.launcher.launch(k.request(data, 100, 64));
    if (!done.counted) {
      EXPECT_EQ(done.distinct, first.distinct);
      EXPECT_NEAR(done.factor, 7, 0.2);
    }
    replayed += done.replayed ? 1 : 0;
  } while (!done.counted && replayed < 100);
  const std::uint64_t executed = k.kernel->machine->executed();
  const Launcher::Done after = k.launcher.launch(k.request(data, 100, 64));

  EXPECT_GT(replayed, 1);
  EXPECT_TRUE(done.is_new);
  EXPECT_DOUBLE_EQ(done.factor, 1);
  EXPECT_LT(done.distinct->times.at(0).seconds, 4 * first.distinct->times.at(0).seconds);  // most is the launch
  EXPECT_TRUE(after.replayed);
  EXPECT_EQ(after.distinct, done.distinct);
  EXPECT_DOUBLE_EQ(after.factor, 1);
  EXPECT_EQ(k.kernel->machine->executed(), executed);
}

// What a launch needs for a moment is used again by the next: 8 warps of 1.7 kB a block would be 27 MB otherwise. What
// is kept of a launch (its results' versions) takes some hundred bytes.
TEST(Launcher, LaunchesLeaveTheHeapAsItWas) {
  constexpr int launches = 2000;
  LaunchedKernel k(add_number);
  const Allocation& data = k.buffer(std::vector<std::uint32_t>(1024));
  (void)k.launcher.launch(k.request(data, 1, 4));
  const std::size_t before = ::mallinfo2().arena;

  for (int i = 0; i < launches; ++i) (void)k.launcher.launch(k.request(data, 1, 4));

  EXPECT_EQ(LaunchedKernel::words(data)[1023], launches + 1U);
  EXPECT_LT(::mallinfo2().arena - before, 4U << 20);
}

TEST(Launcher, SampledResultsLeaveOutLaunchesThatComeAgain) {
  LaunchedKernel k(rounds, Results::sampled);
  const Allocation& data = k.buffer(std::vector<std::uint32_t>(256 * 2048, 5));

  const Launcher::Done first = k.launcher.launch(k.request(data, 100, 2048));
  const std::uint64_t executed = k.kernel->machine->executed();
  k.replay.changed_somehow(*k.arena.find(data.address()));
  const Launcher::Done second = k.launcher.launch(k.request(data, 100, 2048));

  EXPECT_FALSE(first.distinct->whole);
  EXPECT_LT(first.distinct->counted_blocks, 1024U);
  EXPECT_EQ(second.distinct, first.distinct);
  EXPECT_EQ(k.kernel->machine->executed(), executed);
}

// Words of two blocks in the middle ask for more rounds, 10 % of all: no sample sees them. Warps of 2046 blocks execute
// 12 + 4 * 1300 instructions, those of the two 4 * 133,120 more.
TEST(Launcher, ALongLaunchWhoseSampleIsALittleOffTakesTimeInProportion) {
  constexpr const char* own_rounds = R"(
    .shared .align 4 .b8 box[4];
    ld.global.u32 %n, [%slot]; mov.u32 %r1, %n; mov.u32 %r2, 0;
    L: mad.lo.u32 %r1, %r1, 3, 1; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %n; @%p1 bra L;
    st.shared.u32 [box], %r1;)";
  std::vector<std::uint32_t> words(2048 * 256, 1300);
  for (std::uint32_t i = 0; i < 512; ++i) words[700 * 256 + i] += 133'120;
  LaunchedKernel kept(own_rounds, Results::whole, 1'000'000), counted(own_rounds);

  const Launcher::Done off = kept.launcher.launch(kept.request(kept.buffer(words), 0, 2048));
  const Launcher::Done exact = counted.launcher.launch(counted.request(counted.buffer(words), 0, 2048));

  EXPECT_LT(off.distinct->counted_blocks, 1024U);
  EXPECT_NEAR(off.factor, 1 + 2 * 4 * 133'120.0 / (2048 * 5212.0), 0.005);
  EXPECT_EQ(exact.distinct->counted_blocks, 2048U);
  EXPECT_DOUBLE_EQ(exact.factor, 1);
  EXPECT_NEAR(off.distinct->thread_instructions * off.factor, exact.distinct->thread_instructions,
              0.01 * exact.distinct->thread_instructions);
}

// The counts of the prediction are those of a whole run within the tolerance of sampling.
TEST(Launcher, SampledResultsGiveTheSamePrediction) {
  double seconds[2] = {}, instructions[2] = {};
  for (const Results results : {Results::whole, Results::sampled}) {
    LaunchedKernel k(rounds, results);
    const Allocation& data = k.buffer(std::vector<std::uint32_t>(256 * 2048, 5));
    const Launcher::Done done = k.launcher.launch(k.request(data, 100, 2048));
    seconds[results == Results::sampled] = done.distinct->times.at(0).seconds;
    instructions[results == Results::sampled] = done.distinct->thread_instructions;
  }

  EXPECT_NEAR(seconds[1] / seconds[0], 1, 0.02);
  EXPECT_NEAR(instructions[1] / instructions[0], 1, 0.01);
}

}  // namespace
}  // namespace forewarp::runtime
