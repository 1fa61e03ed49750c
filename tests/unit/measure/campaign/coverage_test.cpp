// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::campaign {
namespace {

feature::Features features_with(double intensity, double shared) {
  feature::Features f;
  for (const char* name :
       {"threads_per_cta", "ctas", "total_instructions", "special_ops", "logic_ops", "sync_ops", "global_bytes"})
    f.set(name, 100);
  f.set("arithmetic_intensity", intensity);
  f.set("shared_bytes", shared);
  return f;
}

TEST(Coverage, CountsLaunchesAndKernelsInTheClassesOfADial) {
  const feature::Features low = features_with(0.2, 0), high = features_with(50, 100);
  const std::vector<Point> points = {{"a", &low}, {"a", &low}, {"b", &low}, {"b", &high}};

  const std::vector<Dial> dials = coverage(points);

  const auto intensity = std::ranges::find(dials, "intensity", &Dial::name);
  ASSERT_NE(intensity, dials.end());
  EXPECT_EQ(intensity->classes[1].launches, 3u);  // 0.1 - 0.3
  EXPECT_EQ(intensity->classes[1].kernels, 2u);
  EXPECT_EQ(intensity->classes.back().launches, 1u);  // 30 and more
  EXPECT_EQ(intensity->classes.back().example, "b");
  EXPECT_EQ(intensity->empty(), 5u);  // of seven
}

TEST(Coverage, OfTwoDialsIsATableOfTheirClasses) {
  const feature::Features low = features_with(0.2, 0), high = features_with(50, 100);
  const std::vector<Point> points = {{"a", &low}, {"b", &high}};

  const auto table = coverage_of_pair(points, "intensity", "shared share");

  EXPECT_EQ(table[0][1], 1u);  // no shared memory, 0.1 - 0.3
  EXPECT_EQ(table[3][6], 1u);  // half of the bytes are shared memory's: 0.5 - 0.8; 30 and more
  EXPECT_THROW((void)coverage_of_pair(points, "intensity", "colour"), InputError);
}

}  // namespace
}  // namespace forewarp::campaign
