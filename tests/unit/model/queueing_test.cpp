// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/queueing.hpp"

#include <gtest/gtest.h>

namespace forewarp::model {
namespace {

Network network(std::initializer_list<double> demands, double alone) {
  Network n;
  for (const double d : demands) n.add(d);
  n.alone = alone;
  return n;
}

TEST(Queueing, OneCustomerTakesAsLongAsItTakesAlone) {
  EXPECT_DOUBLE_EQ(round_times(network({3, 5}, 18), 0, 1).many, 18);
}

TEST(Queueing, TwoCustomersBetweenTwoEqualStationsMeetAQuarterOfTheTime) {
  // n = 1: X = 1/20, Q = U = 1/2 at each; n = 2: R = 20 + 2 * 10 (1/2 - 1/4) = 25
  EXPECT_DOUBLE_EQ(round_times(network({10, 10}, 20), 1, 2).many, 25);
  EXPECT_DOUBLE_EQ(round_times(network({10, 10}, 20), 1, 2).few, 20);
}

TEST(Queueing, ManyCustomersFillTheSlowestStation) {
  EXPECT_NEAR(round_times(network({10, 4, 1}, 115), 0, 64).many, 640, 6.4);
}

TEST(Queueing, IsNeverFasterThanTheBounds) {
  for (const double delay : {0.0, 50.0, 2000.0})
    for (unsigned n = 1; n <= 64; ++n) {
      const Network net = network({10, 9, 9, 2}, delay + 30);
      const double round = round_times(net, 0, n).many;
      EXPECT_GE(round, 10.0 * n * (1 - 1e-12));
      EXPECT_GE(round, (delay + 30) * (1 - 1e-12));
      EXPECT_GE(round, round_time_perfect(net, n) * (1 - 1e-12));
    }
}

TEST(Queueing, WhatAllSmsShareLimitsWithoutAQueue) {
  Network n = network({10}, 100);
  n.add_shared(40);

  // one station of 10 as without the shared resource, until three customers need 120 cycles of it
  EXPECT_DOUBLE_EQ(round_times(n, 1, 2).few, 100);
  EXPECT_DOUBLE_EQ(round_times(n, 1, 2).many, round_times(network({10}, 100), 1, 2).many);
  EXPECT_DOUBLE_EQ(round_times(n, 1, 3).many, 120);
}

TEST(Queueing, ALoadedMemoryAnswersLater) {
  Network n;
  n.alone = 1000;
  n.growth = 1000;
  n.add_shared(400);
  n.loaded = 400;

  // n = 1: p = 1000 + 1000 (400 / p)^2 = 1126.2; n = 2: 2 p = 1000 + 1000 (400 / p)^2, p = 675.2
  EXPECT_NEAR(round_times(n, 1, 2).few, 1126.2, 1);
  EXPECT_NEAR(round_times(n, 1, 2).many, 1350.4, 1);
  // full: four customers take 400 each; the growth of 1000 is in it
  EXPECT_NEAR(round_times(n, 1, 5).many, 2000, 1);
}

TEST(Queueing, NobodyIsServedWhenNobodyIsThere) {
  const RoundTimes r = round_times(network({10}, 10), 0, 0);

  EXPECT_EQ(r.few, 0);
  EXPECT_EQ(r.many, 0);
  EXPECT_EQ(round_time_perfect(network({10}, 10), 0), 0);
}

}  // namespace
}  // namespace forewarp::model
