// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/distribute/queue.hpp"

#include <gtest/gtest.h>

namespace forewarp::distribute {
namespace {

constexpr Holder ann = 1, bob = 2, eve = 3;

TEST(Queue, HandsOutEachItemOnce) {
  Queue queue(3);

  EXPECT_EQ(queue.take(ann, 0), 0u);
  EXPECT_EQ(queue.take(bob, 0), 1u);
  EXPECT_EQ(queue.take(ann, 0), 2u);
  EXPECT_EQ(queue.take(bob, 0), std::nullopt);
}

TEST(Queue, IsDoneWhenEveryResultIsThere) {
  Queue queue(2);
  (void)queue.take(ann, 0);
  (void)queue.take(bob, 0);

  EXPECT_TRUE(queue.finish(bob, 1, 1));
  EXPECT_FALSE(queue.done());
  EXPECT_TRUE(queue.finish(ann, 0, 1));
  EXPECT_TRUE(queue.done());
}

TEST(Queue, GivesWhatALostOneHadToOthersFirst) {
  Queue queue(4);
  (void)queue.take(ann, 0);
  (void)queue.take(bob, 0);

  queue.lose(ann);

  EXPECT_EQ(queue.repeated(), 1u);
  EXPECT_EQ(queue.take(bob, 0), 0u);
  EXPECT_EQ(queue.take(bob, 0), 2u);
}

TEST(Queue, TakesAResultOfOneWhoHasTheItemAlone) {
  Queue queue(1);
  (void)queue.take(ann, 0);

  EXPECT_FALSE(queue.finish(bob, 0, 1));
  EXPECT_FALSE(queue.finish(ann, 7, 1));
  EXPECT_TRUE(queue.finish(ann, 0, 1));
  EXPECT_FALSE(queue.finish(ann, 0, 1));
}

// Items took 1 s, so one is overdue after 10 s: four times the mean is less than that.
TEST(Queue, GivesAnOverdueItemToASecondOne) {
  Queue queue(2);
  (void)queue.take(ann, 0);
  (void)queue.take(bob, 0);
  (void)queue.finish(bob, 1, 1);

  EXPECT_EQ(queue.take(bob, 9), std::nullopt);
  EXPECT_EQ(queue.take(ann, 11), std::nullopt) << "who has it gets it no second time";
  EXPECT_EQ(queue.take(bob, 11), 0u);
  EXPECT_EQ(queue.take(eve, 30), std::nullopt) << "two are enough";
  EXPECT_TRUE(queue.finish(bob, 0, 31));
  EXPECT_FALSE(queue.finish(ann, 0, 32));
}

// Items took 100 s: after 400 s.
TEST(Queue, WaitsFourTimesTheMeanWhereItemsAreLong) {
  Queue queue(2);
  (void)queue.take(ann, 0);
  (void)queue.take(bob, 0);
  (void)queue.finish(bob, 1, 100);

  EXPECT_EQ(queue.overdue_s(), 400);
  EXPECT_EQ(queue.take(bob, 399), std::nullopt);
  EXPECT_EQ(queue.take(bob, 401), 0u);
}

TEST(Queue, KeepsAnItemOutWhileASecondOneHasIt) {
  Queue queue(2);
  (void)queue.take(ann, 0);
  (void)queue.take(bob, 0);
  (void)queue.finish(bob, 1, 1);
  (void)queue.take(bob, 20);

  queue.lose(ann);

  EXPECT_FALSE(queue.has_open());
  EXPECT_TRUE(queue.finish(bob, 0, 21));
}

TEST(Queue, OfNothingIsDone) { EXPECT_TRUE(Queue(0).done()); }

}  // namespace
}  // namespace forewarp::distribute
