// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/worklist.hpp"

#include <gtest/gtest.h>

namespace forewarp::analysis {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers rest_of_the_round(Worklist& work) {
  Numbers out;
  while (const auto n = work.next()) out.push_back(*n);
  return out;
}

TEST(Worklist, GivesWhatWaitsInTextOrder) {
  Worklist work(200);
  work.add(Numbers{130, 3, 64, 63});

  EXPECT_EQ(rest_of_the_round(work), (Numbers{3, 63, 64, 130}));
  EXPECT_TRUE(work.is_empty());
}

TEST(Worklist, WhatIsAddedBehindIsOfTheSameRoundAndWhatIsAddedBeforeOfTheNext) {
  Worklist work(100);
  work.add(10);
  ASSERT_EQ(work.next(), 10U);
  work.add(Numbers{70, 10, 9, 11});

  EXPECT_EQ(rest_of_the_round(work), (Numbers{11, 70}));
  EXPECT_EQ(rest_of_the_round(work), (Numbers{9, 10}));
  EXPECT_TRUE(work.is_empty());
}

TEST(Worklist, WhatWaitsTwiceIsGivenOnce) {
  Worklist work(10);
  work.add(4);
  work.add(4);

  EXPECT_EQ(rest_of_the_round(work), (Numbers{4}));
  EXPECT_TRUE(work.is_empty());
}

TEST(Worklist, TheFirstRoundOfAllIsTheWholeText) {
  Worklist work(65);
  work.add_all();

  EXPECT_EQ(rest_of_the_round(work).size(), 65U);
}

TEST(Worklist, NothingWaitsInAnEmptyFunction) {
  Worklist work(0);
  work.add_all();

  EXPECT_TRUE(work.is_empty());
  EXPECT_EQ(work.next(), std::nullopt);
}

}  // namespace
}  // namespace forewarp::analysis
