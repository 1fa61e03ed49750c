// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/work.hpp"

#include <gtest/gtest.h>

namespace forewarp::rank {
namespace {

/// One input, read once by all, and one output, written once: 1000 elements of 4 bytes, 10 instructions each.
Work streaming(double share) {
  Work w;
  w.buffers = {{.name = "in", .touched = 4000 * share, .loaded = 4000 * share},
               {.name = "out", .touched = 4000 * share, .stored = 4000 * share}};
  w.loaded = w.stored = 4000 * share;
  w.thread_instructions = 10000 * share;
  return w;
}

TEST(Shortfall, ALaunchThatReadsAnEighthOfTheInputIsNotTheSameWork) {
  const auto lacks = shortfall(streaming(0.125), streaming(1));

  ASSERT_TRUE(lacks.has_value());
  EXPECT_EQ(lacks->buffer, "in");
  EXPECT_FALSE(lacks->stores);
  EXPECT_DOUBLE_EQ(lacks->share, 0.125);
  EXPECT_FALSE(shortfall(streaming(1), streaming(0.125)).has_value());
}

TEST(Shortfall, TilesThatLoadAnElementLessOftenDoTheSameWork) {
  Work small = streaming(1), large = streaming(1);
  small.buffers[0].loaded = small.loaded = 32 * 4000;  // each element by 32 tiles
  large.buffers[0].loaded = large.loaded = 8 * 4000;

  EXPECT_FALSE(shortfall(large, small).has_value());
}

TEST(Shortfall, FewerPartialSumsOfTheSameInputAreTheSameWork) {
  Work many = streaming(1), few = streaming(1);
  many.buffers[1] = {.name = "partial", .touched = 4 * 1024, .stored = 4 * 1024};
  few.buffers[1] = {.name = "partial", .touched = 4 * 128, .stored = 4 * 128};

  EXPECT_FALSE(shortfall(few, many).has_value());
}

TEST(Shortfall, PartialSumsThatTheKernelReadsAgainAreNoInput) {
  Work many = streaming(1), few = streaming(1);
  many.buffers[1] = {.name = "partial", .touched = 4 * 1024, .loaded = 4 * 1024, .stored = 4 * 1024};
  few.buffers[1] = {.name = "partial", .touched = 4 * 128, .loaded = 4 * 128, .stored = 4 * 128};
  many.loaded += 4 * 1024;
  few.loaded += 4 * 128;

  EXPECT_FALSE(shortfall(few, many).has_value());
}

TEST(Shortfall, HalfOfTheOutputsIsNoticedThoughEachReadsTheWholeInput) {
  Work half = streaming(1), whole = streaming(1);  // bodies that each look at all others
  whole.buffers[0].loaded = whole.loaded = 1000 * 4000.0;
  half.buffers[0].loaded = half.loaded = 500 * 4000.0;
  half.buffers[1].touched = half.buffers[1].stored = half.stored = 2000;
  half.thread_instructions = 5000;

  const auto lacks = shortfall(half, whole);

  ASSERT_TRUE(lacks.has_value());
  EXPECT_EQ(lacks->buffer, "out");
  EXPECT_TRUE(lacks->stores);
  EXPECT_DOUBLE_EQ(lacks->share, 0.5);
}

/// Threads that all read one table and store a result each: 640 blocks of 512 and of 1024.
TEST(Shortfall, HalfOfTheThreadsIsNoticedThoughBlocksReadAsMuch) {
  Work half, whole;
  half.buffers = whole.buffers = {{.name = "in", .touched = 16384, .loaded = 1e7}, {.name = "out"}};
  half.loaded = whole.loaded = 1e7;
  whole.buffers[1] = {.name = "out", .touched = 4000, .stored = 4000, .stores = 1000};
  half.buffers[1] = {.name = "out", .touched = 2000, .stored = 2000, .stores = 500};
  whole.threads = 1000;
  half.threads = 500;
  whole.thread_instructions = 1e6;
  half.thread_instructions = 0.51e6;

  const auto lacks = shortfall(half, whole);

  ASSERT_TRUE(lacks.has_value());
  EXPECT_EQ(lacks->buffer, "out");
  half.thread_instructions = 0.7e6;  // each thread does more: sums of more elements, perhaps
  EXPECT_FALSE(shortfall(half, whole).has_value());
}

TEST(Shortfall, AFillThatLoadsNothingIsComparedByWhatItWrites) {
  Work half, whole;
  whole.buffers = {{.name = "out", .touched = 4000, .stored = 4000}};
  half.buffers = {{.name = "out", .touched = 2000, .stored = 2000}};
  whole.thread_instructions = 10000;
  half.thread_instructions = 5000;

  EXPECT_TRUE(shortfall(half, whole).has_value());
}

TEST(Shortfall, WhatSamplingDoesNotKnowIsNotHeldAgainstALaunch) {
  Work most = streaming(0.9);
  EXPECT_TRUE(shortfall(most, streaming(1)).has_value());  // a tenth is more than any edge of a grid

  most.count_error = 0.05;  // 0.9 is above 0.98 * (1 - 2 * 0.05) = 0.88

  EXPECT_FALSE(shortfall(most, streaming(1)).has_value());
}

TEST(Shortfall, BytesThatAreTouchedOnceAreKnownAsWellAsTheCounts) {
  Work half = streaming(0.5), whole = streaming(1);
  whole.touched_error = 1;  // what blocks share is not known, but they share nothing

  EXPECT_TRUE(shortfall(half, whole).has_value());

  whole.buffers[0].loaded = whole.buffers[1].stored = 2 * 4000;
  EXPECT_FALSE(shortfall(half, whole).has_value());
}

TEST(Shortfall, TilesThatReachOverTheEndOfTheProblemDoTheSameWork) {
  Work exact = streaming(1), over = streaming(1.06);
  EXPECT_TRUE(shortfall(exact, over).has_value());

  over.edge = 2.0 / 32;  // of 32 x 32 blocks the last along either axis

  EXPECT_FALSE(shortfall(exact, over).has_value());
}

TEST(Shortfall, AFewResultsOfABlockAreNoWorkLeftOut) {
  Work many = streaming(1), few = streaming(0.99);
  many.threads = few.threads = 1000;
  few.buffers[0] = many.buffers[0];
  few.loaded = 0.9 * many.loaded;  // the last block reads the sums of the others
  few.thread_instructions = 0.9 * many.thread_instructions;
  many.buffers[1] = {.name = "partial", .touched = 400, .stored = 400, .stores = 100};
  few.buffers[1] = {.name = "partial", .touched = 100, .stored = 100, .stores = 25};

  EXPECT_FALSE(shortfall(few, many).has_value());
}

TEST(Shortfall, ArithmeticAloneIsComparedByItsInstructions) {
  Work half, whole;
  half.buffers = whole.buffers = {{.name = "hits", .touched = 4, .stored = 400, .stores = 100}};
  half.threads = whole.threads = 25600;
  whole.thread_instructions = 10000;
  half.thread_instructions = 5000;

  const auto lacks = shortfall(half, whole);

  ASSERT_TRUE(lacks.has_value());
  EXPECT_EQ(lacks->buffer, "");
  EXPECT_DOUBLE_EQ(lacks->share, 0.5);
}

TEST(Shortfall, ASlightlySmallerProblemIsNoticedWhereASizeIsVaried) {
  Work smaller = streaming(0.9), larger = streaming(1);
  smaller.edge = larger.edge = 0.1;
  EXPECT_FALSE(shortfall(smaller, larger, true).has_value());  // no argument says that the sizes differ

  smaller.arguments = {"n=384"};
  larger.arguments = {"n=3e8"};

  EXPECT_TRUE(shortfall(smaller, larger, true).has_value());
  EXPECT_FALSE(shortfall(smaller, larger, false).has_value());
}

TEST(ShareText, IsAFractionWhereThatIsNear) {
  EXPECT_EQ(share_text(0.125), "1/8");
  EXPECT_EQ(share_text(0.334), "1/3");
  EXPECT_EQ(share_text(0.39), "39 %");
  EXPECT_EQ(share_text(0), "0 %");
}

}  // namespace
}  // namespace forewarp::rank
