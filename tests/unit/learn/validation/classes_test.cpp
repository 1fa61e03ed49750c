// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/classes.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

using Values = std::vector<double>;

TEST(Classes, GivePrecisionRecallAndF1OfEachAndTheirPlainMean) {
  // Truth a a a b b; called a a b b a.
  const ClassSummary summary = summarise_classes(Values{0, 0, 1, 1, 0}, Values{0, 0, 0, 1, 1}, {"a", "b"});

  EXPECT_EQ(summary.confusion.counts, (std::vector<std::size_t>{2, 1, 1, 1}));
  EXPECT_DOUBLE_EQ(summary.accuracy, 3.0 / 5);
  EXPECT_DOUBLE_EQ(summary.per_class[0].precision, 2.0 / 3);  // three were called a, two are
  EXPECT_DOUBLE_EQ(summary.per_class[0].recall, 2.0 / 3);
  EXPECT_DOUBLE_EQ(summary.per_class[1].precision, 0.5);
  EXPECT_DOUBLE_EQ(summary.per_class[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(summary.f1, (2.0 / 3 + 0.5) / 2);
}

TEST(Classes, ThatNeitherOccurNorAreCalledDoNotPullTheMeanDown) {
  const ClassSummary summary = summarise_classes(Values{0, 1}, Values{0, 1}, {"a", "b", "never"});

  EXPECT_DOUBLE_EQ(summary.f1, 1.0);
  EXPECT_EQ(summary.per_class[2].count, 0u);
}

TEST(Classes, ThatAreNeverCalledScoreZeroAndPullTheMeanDown) {
  // b is never called: its precision is 0 / 0, its recall 0. a: precision 1/2, recall 1, F1 2/3.
  const ClassSummary summary = summarise_classes(Values{0, 0}, Values{0, 1}, {"a", "b"});

  EXPECT_DOUBLE_EQ(summary.per_class[1].f1, 0.0);
  EXPECT_DOUBLE_EQ(summary.f1, 1.0 / 3);
}

TEST(Classes, WithoutANameAreRefused) {
  EXPECT_THROW((void)summarise_classes(Values{2}, Values{0}, {"a", "b"}), InputError);
  EXPECT_THROW((void)summarise_classes(Values{-1}, Values{0}, {"a", "b"}), InputError);
  EXPECT_THROW((void)summarise_classes(Values{}, Values{}, {"a", "b"}), InputError);
}

}  // namespace
}  // namespace forewarp::validate
