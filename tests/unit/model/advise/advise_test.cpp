// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Advice checked by doing it: bundled kernels of which one is the other improved by one strategy.
#include "forewarp/model/advise/advise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp::advise {
namespace {

struct Advised {
  kernel::Kernel kernel;
  Advice advice;
};

Advised advise_on(const std::string& name, std::vector<std::string> set = {}) {
  ::setenv("FOREWARP_CACHE", "off", 1);
  kernel::Request request;
  request.path = std::string(forewarp::test::source_dir()) + "/kernels/" + name;
  request.set = std::move(set);
  kernel::Kernel kernel = kernel::load(request);
  profile::Profile profile = profile::profile(*kernel.module, kernel.launch, {});
  const Situation s = situation(std::move(profile), device::find_device("V100"));
  Advice advice = advise(s, *kernel.module, shipped_strategies());
  return {std::move(kernel), std::move(advice)};
}

struct Pair {
  const char *before, *after, *strategy;
  const char* also = nullptr;  ///< a further strategy by which the two kernels differ: the gains multiply
};

class AdvicePairs : public ::testing::TestWithParam<Pair> {};

TEST_P(AdvicePairs, WhatWasDoneIsAmongTheFirstTwoAndWorthWhatItBrought) {
  const Advised before = advise_on(GetParam().before);
  const double reached = before.advice.prediction.time_s / advise_on(GetParam().after).advice.prediction.time_s;

  const Suggestion* found = nullptr;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, before.advice.suggestions.size()); ++i)
    if (before.advice.suggestions[i].id == GetParam().strategy) found = &before.advice.suggestions[i];

  ASSERT_NE(found, nullptr);
  double promised = found->gain;
  for (const Suggestion& s : before.advice.suggestions)
    if (GetParam().also != nullptr && s.id == GetParam().also) promised *= s.gain;
  EXPECT_LT(std::abs(std::log(promised / reached)), std::log(1.5)) << promised << " against " << reached;
}

INSTANTIATE_TEST_SUITE_P(Corpus, AdvicePairs,
                         ::testing::Values(Pair{"transpose_naive", "transpose_padded", "S10"},
                                           Pair{"matmul_global_uncoalesced", "matmul_global_coalesced", "S10"},
                                           Pair{"matmul_shared_uncoalesced", "matmul_shared_coalesced", "S30", "S10"},
                                           Pair{"matmul_global_coalesced", "matmul_shared_coalesced", "S20"},
                                           Pair{"matmul_tiled", "sgemm_registers", "S100"}),
                         [](const auto& pair) { return std::string(pair.param.before) + "_" + pair.param.strategy; });

TEST(Advice, AStreamAtTheDramBoundGetsNone) {
  const Advice advice = advise_on("vector_add").advice;

  EXPECT_TRUE(advice.suggestions.empty());
  EXPECT_EQ(advice.limiter.resource, "dram");
  EXPECT_NE(advice.verdict.find("nothing to gain"), std::string::npos);
}

TEST(Advice, EverySuggestionPointsToACauseAndGainsSomething) {
  for (const char* name : {"spmv_csr", "bfs_step", "histogram", "nbody", "scan", "bitonic_step", "lud_perimeter"}) {
    const Advice advice = advise_on(name).advice;
    EXPECT_LE(advice.suggestions.size(), max_suggestions);
    for (const Suggestion& s : advice.suggestions) {
      EXPECT_FALSE(s.causes.empty()) << name << " " << s.id;
      EXPECT_GE(s.gain, min_gain);
      EXPECT_LE(s.low, s.gain);
      EXPECT_GE(s.high, s.gain);
    }
  }
}

TEST(Advice, TheUncoalescedLoadIsNamedWithItsLine) {
  const Advice advice = advise_on("matmul_global_uncoalesced").advice;

  for (const Suggestion& s : advice.suggestions) {
    if (s.id != "S10") continue;
    EXPECT_EQ(s.causes[0].source_line, 10u);  // sum = fmaf(a[row * n + k], ...
    return;
  }
  FAIL() << "no S10";
}

/// A sum over a grid-stride loop: block_reduce of a library, one element a thread and round.
constexpr const char* grid_sum = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry grid_sum(.param .u64 in, .param .u64 out, .param .u32 n)
{
  .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .f32 %f<3>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mov.u32 %r6, %nctaid.x;
  mul.lo.u32 %r7, %r6, %r3;
  mov.f32 %f1, 0f00000000;
$round:
  mul.wide.u32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f2, [%rd4];
  add.f32 %f1, %f1, %f2;
  add.u32 %r5, %r5, %r7;
  setp.lt.u32 %p1, %r5, %r1;
  @%p1 bra $round;
  red.global.add.f32 [%rd2], %f1;
  ret;
}
)";

Advised sum_on_an_a100(unsigned blocks) {
  ::setenv("FOREWARP_CACHE", "off", 1);
  const TemporaryFolder folder("advise");
  const std::filesystem::path path = folder / "grid_sum.ptx";
  std::ofstream(path) << grid_sum;
  kernel::Request request;
  request.path = path;
  request.grid = std::to_string(blocks);
  request.block = "256";
  request.arguments = {"in=buffer:f32:67108864:uniform", "out=buffer:f32:1:zero", "n=67108864"};
  kernel::Kernel kernel = kernel::load(request);
  const Situation s = situation(profile::profile(*kernel.module, kernel.launch, {}), device::find_device("A100"));
  Advice advice = advise(s, *kernel.module, shipped_strategies());
  return {std::move(kernel), std::move(advice)};
}

TEST(Advice, AGridOfOneBlockAnSmIsToldThatMoreWouldBeFaster) {
  // 108 SMs hold eight blocks of 256 threads each: 864, of which 108 are launched
  const Advised few = sum_on_an_a100(108);
  const double reached = few.advice.prediction.time_s / sum_on_an_a100(864).advice.prediction.time_s;

  EXPECT_EQ(few.advice.limiter.bound, Bound::latency);
  EXPECT_EQ(few.advice.verdict.find("nothing to gain"), std::string::npos);
  ASSERT_FALSE(few.advice.suggestions.empty());
  const Suggestion& first = few.advice.suggestions.front();
  EXPECT_EQ(first.id, "F12");
  EXPECT_GT(reached, 2);
  EXPECT_LT(std::abs(std::log(first.gain / reached)), std::log(1.2)) << first.gain << " against " << reached;
  const bool unrolled = std::ranges::any_of(few.advice.suggestions, [](const Suggestion& s) { return s.id == "F13"; });
  EXPECT_TRUE(unrolled);
}

TEST(Advice, BetweenOneBlockAnSmAndOneWaveThereIsAlwaysAWord) {
  for (const unsigned blocks : {80U, 108U, 216U, 300U, 432U}) {
    const Advice advice = sum_on_an_a100(blocks).advice;
    if (advice.limiter.share < saturated) {
      EXPECT_EQ(advice.verdict.find("nothing to gain"), std::string::npos) << blocks;
    }
    EXPECT_FALSE(advice.suggestions.empty()) << blocks << ": " << advice.verdict;
  }
}

TEST(Advice, NothingToGainIsSaidOnlyOfAResourceThatIsNearlySaturated) {
  const Advised few = sum_on_an_a100(108);
  const Situation s =
      situation(profile::profile(*few.kernel.module, few.kernel.launch, {}), device::find_device("A100"));

  const Advice silent = advise(s, *few.kernel.module, {});  // no strategy is known

  EXPECT_TRUE(silent.verdict.starts_with("latency-bound, and no known remedy applies")) << silent.verdict;
}

}  // namespace
}  // namespace forewarp::advise
