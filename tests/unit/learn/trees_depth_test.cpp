// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/depth.hpp"

#include <gtest/gtest.h>

#include "forewarp/learn/learners.hpp"

namespace forewarp::learn::trees {
namespace {

std::unique_ptr<Predictor> fitted(const std::string& max_depth) {
  Samples samples({"x"}, 64);
  Target target{std::vector<double>(64), {}};
  for (std::size_t i = 0; i < 64; ++i) samples.feature(0)[i] = target.values[i] = static_cast<double>(i);
  return make_learner("extra_trees", {{"trees", "5"}, {"max_depth", max_depth}})->fit(samples, target);
}

TEST(Depth, OfTreesThatMayNotBeDeeperIsWhatTheyMayBe) {
  EXPECT_EQ(mean_depth(*fitted("1")), 1);
  EXPECT_EQ(mean_depth(*fitted("3")), 3);
}

TEST(Depth, OfTreesThatPart64SamplesIsSixAtLeast) { EXPECT_GE(mean_depth(*fitted("100")), 6); }

TEST(Depth, IsNoThingOfALine) {
  Samples samples({"x"}, 3);
  samples.feature(0)[1] = 1;
  samples.feature(0)[2] = 2;

  EXPECT_FALSE(mean_depth(*make_learner("linear", {})->fit(samples, {{1, 2, 3}, {}})));
}

}  // namespace
}  // namespace forewarp::learn::trees
