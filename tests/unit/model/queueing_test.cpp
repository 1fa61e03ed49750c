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

TEST(Queueing, NobodyIsServedWhenNobodyIsThere) {
  const RoundTimes r = round_times(network({10}, 10), 0, 0);

  EXPECT_EQ(r.few, 0);
  EXPECT_EQ(r.many, 0);
  EXPECT_EQ(round_time_perfect(network({10}, 10), 0), 0);
}

}  // namespace
}  // namespace forewarp::model
