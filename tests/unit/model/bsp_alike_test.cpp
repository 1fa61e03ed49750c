// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/alike.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

// The model gives 1, 2, 4 s at the sizes that this board ran; another board ran them and a fourth, of 3 s.
const RunsBySize own = {{"n=1", {1, 2}}, {"n=2", {2, 2}}, {"n=4", {4, 2}}};
const RunsBySize other = {{"n=1", {1, 3}}, {"n=2", {2, 3}}, {"n=3", {3, 1.5}}, {"n=4", {4, 3}}};

TEST(BspAlike, WhatABoardAlikeTookTwiceAsLongForTakesTwiceAsLongHere) {
  // Half of its lambda elsewhere, and nothing missed of the middle run: half of 2.
  EXPECT_DOUBLE_EQ(lambda_with_alike(own, {other}, "n=3", 3), 1);
}

TEST(BspAlike, APatternThatTheMiddleRunContradictsIsBelievedInPart) {
  RunsBySize without = own;
  without["n=2"].lambda = 1;  // the other board has no step there: d = log 2, as large as the pattern, -log 2

  // Between 1 (2 s) and 2 (4 s) at 3 s: 2^(log 1.5 / log 2) = 1.5; believed by one half: 1.5 / sqrt 2.
  EXPECT_NEAR(lambda_with_alike(without, {other}, "n=3", 3), 1.5 / std::sqrt(2), 1e-12);
}

TEST(BspAlike, WithoutABoardAlikeOrAThirdRunItIsInterpolated) {
  const RunsBySize two = {{"n=1", {1, 2}}, {"n=4", {4, 2}}};
  const RunsBySize elsewhere = {{"n=1", {1, 3}}, {"n=3", {3, 1.5}}};

  EXPECT_DOUBLE_EQ(lambda_with_alike(own, {}, "n=3", 3), 2);
  EXPECT_DOUBLE_EQ(lambda_with_alike(own, {elsewhere}, "n=3", 3), 2);  // it did not run n=2 and n=4
  EXPECT_DOUBLE_EQ(lambda_with_alike(own, {other}, "n=5", 5), 2);
  EXPECT_DOUBLE_EQ(lambda_with_alike(two, {other}, "n=3", 3), 2);
  EXPECT_THROW((void)lambda_with_alike({}, {other}, "n=3", 3), InputError);
}

TEST(BspAlike, BoardsAreAlikeByArchitectureAndMemoryBus) {
  EXPECT_TRUE(alike(device::find_device("GTX 680"), device::find_device("Quadro K5200")));  // Kepler, 256 bits
  EXPECT_FALSE(alike(device::find_device("GTX 680"), device::find_device("K40")));          // 384 bits
  EXPECT_FALSE(alike(device::find_device("GTX 680"), device::find_device("GTX 980")));      // Maxwell
}

}  // namespace
}  // namespace forewarp::model::bsp
