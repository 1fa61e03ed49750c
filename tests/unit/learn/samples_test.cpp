// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

/// Three samples (1,10) (2,20) (3,30).
Samples three() {
  Samples s({"a", "b"}, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    s.feature(0)[i] = static_cast<double>(i + 1);
    s.feature(1)[i] = static_cast<double>(10 * (i + 1));
  }
  return s;
}

TEST(Samples, RowsAndFeaturesAreChosenInTheOrderAskedFor) {
  const std::array<std::size_t, 2> rows{2, 0}, features{1, 0};

  const Samples chosen = three().select_rows(rows).select_features(features);

  EXPECT_EQ(chosen.names(), (std::vector<std::string>{"b", "a"}));
  std::array<double, 2> row{};
  chosen.copy_row(0, row);
  EXPECT_EQ(row, (std::array<double, 2>{30, 3}));
}

TEST(Samples, WhatCannotBeLearntFromIsRefused) {
  const Samples s = three();
  EXPECT_NO_THROW(check(s, {{1, 2, 3}, {}}));
  EXPECT_THROW(check(s, {{1, 2}, {}}), InputError);
  EXPECT_THROW(check(s, {{1, 2, std::numeric_limits<double>::infinity()}, {}}), InputError);
  EXPECT_THROW(check(s, {{0, 0, 0}, {"only"}}), InputError);
  EXPECT_THROW(check(s, {{0, 1, 2}, {"x", "y"}}), InputError);
  EXPECT_THROW(check(Samples({"a"}, 0), {}), InputError);
  Samples bad = three();
  bad.feature(1)[1] = std::numeric_limits<double>::quiet_NaN();
  try {
    check(bad, {{1, 2, 3}, {}});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "feature 'b' of sample 2 is nan: leave the sample or the feature out");
  }
}

}  // namespace
}  // namespace forewarp::learn
