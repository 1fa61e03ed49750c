// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/time_errors.hpp"

#include <gtest/gtest.h>

namespace forewarp::device {
namespace {

std::vector<TimeComparison> two() {
  return {{.what = "six streams",
           .boards = {"A40", "A16"},
           .command = "./dev bench stream",
           .times = 300,
           .median_errors = {0.028, 0.003}},
          {.what = "programs",
           .boards = {"A40"},
           .command = "./dev bench programs",
           .times = 92,
           .median_errors = {0.1204}}};
}

TEST(TimeErrors, AreTheLowestAndTheHighestAndABoardCountsOnce) {
  const auto errors = time_errors(two());

  ASSERT_TRUE(errors);
  EXPECT_EQ(*errors, (TimeErrors{.lowest = 0.003, .highest = 0.1204, .times = 392, .boards = 2}));
}

TEST(TimeErrors, AreNothingWhereNoTimeWasCompared) { EXPECT_FALSE(time_errors({})); }

TEST(ErrorRangeText, HasTwoDigitsAndOneNumberWhereBothAreTheSame) {
  EXPECT_EQ(error_range_text(0.003, 0.1204), "0.3 to 12 %");
  EXPECT_EQ(error_range_text(0.0996, 0.1004), "10 %");
  EXPECT_EQ(error_range_text(0.0284, 0.0276), "2.8 %");
}

TEST(ComparisonsText, NamesTimesErrorsAndCommandOfEach) {
  EXPECT_EQ(comparisons_text(two()),
            "six streams on A40 and A16 (300 times, median error 0.3 to 2.8 %; ./dev bench stream); programs on A40 "
            "(92 times, median error 12 %; ./dev bench programs)");
  EXPECT_EQ(comparisons_text({}), "");
}

}  // namespace
}  // namespace forewarp::device
