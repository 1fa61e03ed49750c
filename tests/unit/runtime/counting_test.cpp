// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/counting.hpp"

#include <gtest/gtest.h>

#include "launched_kernel.hpp"

namespace forewarp::runtime {
namespace {

using test::LaunchedKernel;

/// Each word is taken through `number` rounds of x = 3 x + 1, in place.
constexpr const char* rounds = R"(
  ld.global.u32 %r1, [%slot]; mov.u32 %r2, 0;
  L: mad.lo.u32 %r1, %r1, 3, 1; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %n; @%p1 bra L;
  st.global.u32 [%slot], %r1;)";
// A warp executes 7 instructions before, 2, 4 for each round, and 2 behind.
constexpr std::uint64_t warp_instructions(std::uint64_t number) { return 7 + 2 + 4 * number + 2; }

constexpr std::uint32_t blocks = 2048, threads = blocks * 256, many = 100;  // 2e8 thread instructions

std::vector<std::uint32_t> start() {
  std::vector<std::uint32_t> words(threads);
  for (std::uint32_t i = 0; i < threads; ++i) words[i] = i;
  return words;
}

std::uint32_t after(std::uint32_t x, std::uint32_t number) {
  for (std::uint32_t i = 0; i < number; ++i) x = 3 * x + 1;
  return x;
}

class CountingTest : public ::testing::Test {
 protected:
  Counted count(LaunchedKernel& k, const Allocation& data, std::uint32_t number, Results results, bool prints = false) {
    const LaunchRequest r = k.request(data, number, blocks);
    launch.entry = "k";
    launch.grid = r.grid;
    launch.block = r.block;
    launch.arguments = {
        {.name = "data", .value = launch::Buffer{.element = ptx::Type::u8, .count = data.bytes, .fill = {}}},
        {.name = "number", .value = launch::Scalar{ptx::Type::u32, number}}};
    return run_and_count(
        {.machine = k.kernel->machine.get(),
         .code = &k.module.code(),
         .launch = &launch,
         .execution = {.machine = k.kernel->machine.get(), .arguments = r.arguments, .addresses = {data.address(), 0}},
         .use = k.kernel->machine->memory_use(r.arguments),
         .prints = prints,
         .results = results},
        k.arena);
  }
  launch::Launch launch;
};

TEST_F(CountingTest, ALargeLaunchIsCountedByASampleAndRunWhole) {
  LaunchedKernel k(rounds);
  const Allocation& data = k.buffer(start());

  const Counted counted = count(k, data, many, Results::whole);

  EXPECT_TRUE(counted.whole);
  EXPECT_LT(counted.profile.sampling.blocks_run, blocks / 2);
  EXPECT_EQ(counted.executed, warp_instructions(many) * threads / 32);
  EXPECT_NEAR(counted.profile.warp_instructions, static_cast<double>(counted.executed),
              0.001 * static_cast<double>(counted.executed));
  const auto words = LaunchedKernel::words(data);
  for (const std::uint32_t i : {0U, 255U, 256U, threads / 2, threads - 1}) EXPECT_EQ(words[i], after(i, many)) << i;
}

// The address of the words that it changes in place lies in the first two words of its argument.
TEST_F(CountingTest, MemoryThatAnyPointerMayReachIsBroughtBackBehindTheSample) {
  LaunchedKernel k(std::string(R"(
    .reg .b64 %there; ld.global.u64 %there, [%data]; mad.wide.u32 %slot, %g, 4, %there;)") +
                   rounds);
  const Allocation& data = k.buffer(start());
  const std::uint64_t address = data.address();
  const Allocation& table = k.buffer({static_cast<std::uint32_t>(address), static_cast<std::uint32_t>(address >> 32)});

  const Counted counted = count(k, table, many, Results::whole);

  EXPECT_TRUE(k.kernel->machine->memory_use(k.request(table, many, blocks).arguments).changes_any);
  EXPECT_TRUE(counted.whole);
  EXPECT_LT(counted.profile.sampling.blocks_run, blocks / 2);
  const auto words = LaunchedKernel::words(data);
  for (const std::uint32_t i : {0U, 255U, 256U, threads / 2, threads - 1}) EXPECT_EQ(words[i], after(i, many)) << i;
}

TEST_F(CountingTest, SampledResultsLeaveOtherBlocksAlone) {
  LaunchedKernel k(rounds);
  const Allocation& data = k.buffer(start());

  const Counted counted = count(k, data, many, Results::sampled);

  EXPECT_FALSE(counted.whole);
  EXPECT_NEAR(static_cast<double>(counted.executed), static_cast<double>(warp_instructions(many) * threads / 32),
              0.01 * static_cast<double>(counted.executed));
  EXPECT_EQ(LaunchedKernel::words(data), start());  // in place, so the memory was brought back after each part
}

TEST_F(CountingTest, ASmallLaunchIsCountedWholeAnyway) {
  LaunchedKernel k(rounds);
  const Allocation& data = k.buffer(start());

  const Counted counted = count(k, data, 3, Results::sampled);

  EXPECT_TRUE(counted.whole);
  EXPECT_TRUE(counted.profile.sampling.exact);
  EXPECT_EQ(counted.executed, warp_instructions(3) * threads / 32);
  EXPECT_EQ(LaunchedKernel::words(data)[77], after(77, 3));
}

TEST_F(CountingTest, AKernelThatPrintsIsCountedWhole) {
  LaunchedKernel k(rounds);
  const Allocation& data = k.buffer(start());

  const Counted counted = count(k, data, many, Results::sampled, true);

  EXPECT_TRUE(counted.whole);
  EXPECT_EQ(counted.profile.sampling.blocks_run, blocks);
}

// Words of two blocks in the middle ask for a thousand times the rounds of the others: no sample sees them.
TEST_F(CountingTest, WhereASampleMissesWorkAllIsCounted) {
  LaunchedKernel k(R"(
    ld.global.u32 %n, [%slot]; mov.u32 %r1, %n; mov.u32 %r2, 0;
    L: mad.lo.u32 %r1, %r1, 3, 1; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %n; @%p1 bra L;
    st.global.u32 [%slot], %r1;)");
  std::vector<std::uint32_t> words(threads, 60);
  for (std::uint32_t i = 0; i < 512; ++i) words[700 * 256 + i] = 60'000;
  const Allocation& data = k.buffer(words);

  const Counted counted = count(k, data, 0, Results::whole);

  EXPECT_TRUE(counted.profile.sampling.exact);
  EXPECT_DOUBLE_EQ(counted.profile.warp_instructions, static_cast<double>(counted.executed));
  EXPECT_EQ(LaunchedKernel::words(data)[700 * 256], after(60'000, 60'000));
  EXPECT_EQ(LaunchedKernel::words(data)[0], after(60, 60));
}

TEST(CountingBudget, OneSixteenthOfWhatIsRunIsSpentOnCounting) {
  CountingBudget budget;
  int counted = 0;
  for (; budget.allows(); ++counted) budget.counted(10'000'000);
  EXPECT_EQ(counted, 2);  // 3 * 10^7 + 5 * 10^5 each; 5 * 10^7 are free, and the last passes them

  budget.run(16 * 10'000'000);
  EXPECT_FALSE(budget.allows());
  budget.run(16 * 1'000'000);
  EXPECT_TRUE(budget.allows());
}

TEST(CountingBudget, WhatIsSavedByLaunchesLeftOutIsSpentInFull) {
  CountingBudget budget;
  budget.counted(10'000'000);
  budget.counted(10'000'000);
  EXPECT_FALSE(budget.allows());

  budget.left_out(10'000'000);  // 61 - 50 are needed
  EXPECT_FALSE(budget.allows());
  budget.left_out(1'000'000);
  EXPECT_TRUE(budget.allows());
}

}  // namespace
}  // namespace forewarp::runtime
