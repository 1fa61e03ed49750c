// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/closest.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(Closest, EditDistanceCountsSingleLetterChanges) {
  EXPECT_EQ(edit_distance("predcit", "predict"), 2u);  // two letters replaced
  EXPECT_EQ(edit_distance("v100", "V100"), 0u);        // case is no difference
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

TEST(Closest, NearNamesComeNearestFirstAndFarOnesNotAtAll) {
  const std::vector<std::string> names{"profile", "predict", "rank", "predicts"};

  EXPECT_EQ(closest("predcit", names), (std::vector<std::string>{"predict"}));
  EXPECT_EQ(did_you_mean("predict", names), " (did you mean 'predict' or 'predicts'?)");
  EXPECT_EQ(did_you_mean("zzzzzzzz", names), "");
}

}  // namespace
TEST(Closest, ABeginningOfFourLettersIsNearHoweverLongTheRest) {
  const std::vector<std::string> names{"stevens2020", "zigon2020", "steps"};
  EXPECT_EQ(forewarp::did_you_mean("Steven", names), " (did you mean 'stevens2020'?)");
  EXPECT_EQ(forewarp::did_you_mean("zig", names), "");
}

TEST(Closest, NamesACandidateOnceHoweverOftenItIsThere) {
  const std::vector<std::string> candidates{"hasan2014", "hasan2014", "braun2020"};
  EXPECT_EQ(forewarp::did_you_mean("hassan2014", candidates), " (did you mean 'hasan2014'?)");
}

}  // namespace forewarp
