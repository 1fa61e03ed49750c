// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/splits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

using Rows = std::vector<std::size_t>;

TEST(Splits, OfAKFoldTestEachRowOnceAndNeverLearnFromIt) {
  const Splits splits = k_fold(10, 3, 7);

  std::vector<int> tested(10);
  for (std::size_t fold = 0; fold < splits.folds; ++fold) {
    const Split split = splits.split(fold);
    EXPECT_EQ(split.train.size() + split.test.size(), 10u);
    EXPECT_GE(split.test.size(), 3u);  // 4 + 3 + 3
    for (const std::size_t row : split.test) {
      ++tested[row];
      EXPECT_FALSE(std::ranges::binary_search(split.train, row));
    }
  }
  EXPECT_EQ(tested, std::vector<int>(10, 1));
}

TEST(Splits, AreTheSameForASeedAndDifferForAnother) {
  EXPECT_EQ(k_fold(50, 5, 1).fold_of, k_fold(50, 5, 1).fold_of);
  EXPECT_NE(k_fold(50, 5, 1).fold_of, k_fold(50, 5, 2).fold_of);
}

TEST(Splits, RefuseFewerRowsThanFolds) {
  EXPECT_THROW((void)k_fold(4, 5, 0), InputError);
  EXPECT_THROW((void)k_fold(4, 1, 0), InputError);
  EXPECT_THROW((void)leave_one_out(1), InputError);
  EXPECT_THROW((void)group_k_fold(std::vector<std::string>{"a", "b", "a"}, 3, 0), InputError);
  EXPECT_THROW((void)leave_one_group_out(std::vector<std::string>{"a", "a"}), InputError);
  EXPECT_THROW((void)leave_one_group_out(std::vector<std::string>{}), InputError);
}

TEST(Splits, ByGroupLeaveAllRowsOfTheGroupOut) {
  const Splits splits = leave_one_group_out(std::vector<std::string>{"mm", "fft", "mm", "scan"});

  ASSERT_EQ(splits.folds, 3u);
  EXPECT_EQ(splits.names, (std::vector<std::string>{"mm", "fft", "scan"}));
  EXPECT_EQ(splits.split(0).test, (Rows{0, 2}));
  EXPECT_EQ(splits.split(0).train, (Rows{1, 3}));
}

TEST(Splits, ByGroupFoldsBalanceRowsAndNeverCutAGroup) {
  // Sizes 4, 3, 2, 2, 1: dealt biggest first to the emptier fold: 4 + 2 and 3 + 2 + 1, six rows each.
  const std::vector<std::string> groups = {"a", "a", "a", "a", "b", "b", "b", "c", "c", "d", "d", "e"};
  const Splits splits = group_k_fold(groups, 2, 3);

  std::set<std::string> seen;
  for (std::size_t fold = 0; fold < 2; ++fold) {
    const Split split = splits.split(fold);
    EXPECT_EQ(split.test.size(), 6u);
    std::set<std::string> here;
    for (const std::size_t row : split.test) here.insert(groups[row]);
    for (const std::string& group : here) EXPECT_TRUE(seen.insert(group).second) << group << " is in two folds";
  }
}

TEST(Splits, ByDurationKeepTheLongestInTrainingAndBalanceTheStrata) {
  // 30 short (10 us), 12 medium (10 ms), 9 long of which the five longest (5 s and above) are never tested.
  std::vector<double> seconds(30, 10e-6);
  seconds.insert(seconds.end(), 12, 10e-3);
  for (int i = 1; i <= 9; ++i) seconds.push_back(i);
  const Splits splits = stratified_by_duration(seconds, 3, 11);

  for (std::size_t fold = 0; fold < 3; ++fold) {
    const Rows test = splits.split(fold).test;
    const auto among = [&](std::size_t from, std::size_t to) {
      return std::ranges::count_if(test, [&](std::size_t row) { return row >= from && row < to; });
    };
    EXPECT_EQ(among(0, 30), 10);
    EXPECT_EQ(among(30, 42), 4);
    EXPECT_GE(among(42, 46), 1);  // four long ones over three folds
    EXPECT_LE(among(42, 46), 2);
    EXPECT_EQ(among(46, 51), 0);
  }
}

TEST(Splits, ByDurationCountOnlyTheRowsThatMayBeTested) {
  EXPECT_THROW((void)stratified_by_duration(std::vector<double>(7, 1.0), 3, 0), InputError);  // 7 - 5 = 2
  EXPECT_EQ(stratified_by_duration(std::vector<double>(8, 1.0), 3, 0).folds, 3u);
  EXPECT_THROW((void)stratified_by_duration(std::vector<double>(20, std::nan("")), 3, 0), InputError);
}

}  // namespace
}  // namespace forewarp::validate
