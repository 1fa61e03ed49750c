// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/state.hpp"

#include <gtest/gtest.h>

namespace forewarp::count::detail {
namespace {

const Value affine = Value::of(Algebra::always), unknown = Value::unknown(false);

TEST(PtxState, HasRegistersOfDataAtFirst) {
  const State state(100);

  EXPECT_EQ(state.size(), 100);
  EXPECT_EQ(state[0], Value());
  EXPECT_EQ(state[99], Value());
  EXPECT_EQ(State().size(), 0);
}

// 100 registers are two pages, of registers 0 to 63 and 64 to 99.
TEST(PtxState, SharesThePagesThatAreNotWrittenTo) {
  State one(100);
  one.set(3, affine);
  State other = one;
  other.set(70, unknown);

  EXPECT_EQ(one.pages(), 2);
  EXPECT_EQ(one.end_of(0), 64);
  EXPECT_EQ(one.end_of(1), 100);
  EXPECT_TRUE(one.shares(0, other));
  EXPECT_FALSE(one.shares(1, other));
}

TEST(PtxState, OfACopyIsNotThatOfTheOriginal) {
  State one(100);
  State other = one;
  other.set(3, affine);
  one.set(3, unknown);
  one.set(67, affine);

  EXPECT_EQ(one[3], unknown);
  EXPECT_EQ(other[3], affine);
  EXPECT_EQ(one[67], affine);
  EXPECT_EQ(other[67], Value());
  EXPECT_EQ(one[66], Value());
}

}  // namespace
}  // namespace forewarp::count::detail
