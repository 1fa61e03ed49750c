// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/limiter.hpp"

#include <gtest/gtest.h>

namespace forewarp::advise {
namespace {

model::Prediction of(double time, std::vector<model::Term> terms) {
  model::Prediction p;
  p.time_s = time;
  p.terms = std::move(terms);
  return p;
}

TEST(Limiter, ABusyPartOfTheMemorySystemIsMemoryBound) {
  const Limiter l = limiter(of(12, {{"dram", 9}, {"fp32", 3}, {"launch", 2}}));

  EXPECT_EQ(l.bound, Bound::memory);
  EXPECT_EQ(l.resource, "dram");
  EXPECT_DOUBLE_EQ(l.share, 0.9);  // 9 of 12 - 2
}

TEST(Limiter, ABusyPipeIsComputeBound) { EXPECT_EQ(limiter(of(10, {{"fp64", 8}, {"dram", 7}})).bound, Bound::compute); }

TEST(Limiter, WhereNothingIsBusySixtyPerCentLatencyBinds) {
  // latency is the largest term, but what counts is that no resource reaches 60 %
  EXPECT_EQ(limiter(of(10, {{"latency", 9}, {"dram", 5.9}})).bound, Bound::latency);
  EXPECT_EQ(limiter(of(10, {{"latency", 9}, {"dram", 6.1}})).bound, Bound::memory);
}

TEST(Limiter, AKernelShorterThanItsLaunchIsLaunchBound) {
  EXPECT_EQ(limiter(of(10, {{"launch", 6}, {"dram", 4}})).bound, Bound::launch);
}

}  // namespace
}  // namespace forewarp::advise
