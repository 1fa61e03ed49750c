// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/visits.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

TEST(Visits, AStreamVisitsEachPieceOnce) {
  VisitLog log;
  // 16 sectors in a row, two pieces of eight.
  for (std::uint64_t sector = 0; sector < 16; ++sector) log.add(sector, 1, 1);

  EXPECT_EQ(log.all().size(), 2U);
}

TEST(Visits, WhatIsAskedForMuchLaterIsAVisitOfItsOwnUnlessItsPairWasFetched) {
  VisitLog log;
  log.add(0, 1, 1);
  log.add(1, 1, 9);   // fetched with sector 0
  log.add(2, 1, 17);  // of another pair, 16 requests later
  log.add(4, 1, 20);  // of another pair, at about the same time

  ASSERT_EQ(log.all().size(), 2U);
  EXPECT_EQ(log.all()[1].when, 17U);
}

}  // namespace
}  // namespace forewarp::profile
