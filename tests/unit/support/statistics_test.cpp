// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/statistics.hpp"

#include <gtest/gtest.h>

namespace forewarp {
namespace {

TEST(Statistics, QuantileInterpolatesBetweenOrderStatistics) {
  const std::vector<double> x{4, 1, 3, 2};

  // Sorted 1 2 3 4; position 0.25 * 3 = 0.75, so 1 + 0.75 * (2 - 1).
  EXPECT_DOUBLE_EQ(quantile(x, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(median(x), 2.5);
  EXPECT_DOUBLE_EQ(quantile(x, 1), 4);
}

TEST(Statistics, SpearmanSeesMonotoneRelationsAndAveragesTies) {
  const std::vector<double> x{1, 2, 3, 4}, squares{1, 4, 9, 16}, falling{4, 3, 2, 1}, flat{1, 1, 1, 1};

  EXPECT_DOUBLE_EQ(spearman(x, squares), 1);
  EXPECT_DOUBLE_EQ(spearman(x, falling), -1);
  EXPECT_DOUBLE_EQ(spearman(x, flat), 0);
}

TEST(Statistics, RelativeErrorDividesByTheMeasurement) {
  const std::vector<double> predicted{110, 50}, measured{100, 100};

  EXPECT_DOUBLE_EQ(relative_errors(predicted, measured)[0], 0.1);
  EXPECT_DOUBLE_EQ(relative_errors(predicted, measured)[1], 0.5);
}

}  // namespace
}  // namespace forewarp
