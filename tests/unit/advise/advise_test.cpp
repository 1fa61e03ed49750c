// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Advice checked by doing it: bundled kernels of which one is the other improved by one strategy.
#include "forewarp/advise/advise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "forewarp/device/database.hpp"
#include "forewarp/kernel/kernel.hpp"
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
};

class AdvicePairs : public ::testing::TestWithParam<Pair> {};

TEST_P(AdvicePairs, WhatWasDoneIsAmongTheFirstTwoAndWorthWhatItBrought) {
  const Advised before = advise_on(GetParam().before);
  const double reached = before.advice.prediction.time_s / advise_on(GetParam().after).advice.prediction.time_s;

  const Suggestion* found = nullptr;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, before.advice.suggestions.size()); ++i)
    if (before.advice.suggestions[i].id == GetParam().strategy) found = &before.advice.suggestions[i];

  ASSERT_NE(found, nullptr);
  EXPECT_LT(std::abs(std::log(found->gain / reached)), std::log(1.5)) << found->gain << " against " << reached;
}

INSTANTIATE_TEST_SUITE_P(Corpus, AdvicePairs,
                         ::testing::Values(Pair{"transpose_naive", "transpose_padded", "S10"},
                                           Pair{"matmul_global_uncoalesced", "matmul_global_coalesced", "S10"},
                                           Pair{"matmul_shared_uncoalesced", "matmul_shared_coalesced", "S30"},
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
      EXPECT_GE(s.gain, least_gain);
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

}  // namespace
}  // namespace forewarp::advise
