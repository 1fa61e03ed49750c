// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/visits.hpp"

#include <gtest/gtest.h>

namespace forewarp::profile {
namespace {

TEST(Visits, AStreamVisitsEachPieceOnce) {
  VisitLog log;
  // 16 sectors in a row, two pieces of eight.
  for (std::uint64_t sector = 0; sector < 16; ++sector) log.add(sector, 1, 1, 1);

  EXPECT_EQ(log.all().size(), 2U);
}

TEST(Visits, WhatIsAskedForMuchLaterIsAVisitOfItsOwn) {
  VisitLog log;
  log.add(0, 1, 1, 1);
  log.add(1, 1, 9, 2);   // eight requests later
  log.add(2, 1, 17, 4);  // and again
  log.add(4, 1, 20, 5);  // at about the same time

  ASSERT_EQ(log.all().size(), 3U);
  EXPECT_EQ(log.all()[1].when, 9U);
  EXPECT_EQ(log.all()[2].when, 17U);
}

TEST(Visits, TheRequestsOfOneExecutionOfABlockOfCodeAreAtOnce) {
  VisitLog log;
  for (std::uint32_t field = 0; field < 8; ++field) log.add(field, 1, 1 + 9 * field, 1);
  EXPECT_EQ(log.all().size(), 1U);
  log.add(9, 1, 100, 2);
  log.add(10, 1, 110, 3);
  EXPECT_EQ(log.all().size(), 3U);
}

}  // namespace
}  // namespace forewarp::profile
