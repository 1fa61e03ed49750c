// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/results.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace forewarp::rank {
namespace {

/// What a launch of so many threads leaves in one buffer of f32, in the order of the elements.
Results results(const std::vector<float>& values, double threads) {
  Results r{.extent = Extent::whole, .problem = "", .threads = threads};
  BufferResult b{.name = "out", .type = ptx::Type::f32};
  b.stored = values.size();
  b.least = b.most = values.front();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values[i]);
    b.elements.push_back({i, bits});
    b.values += (bits + std::uint64_t{7}) * bits;
    b.sum += values[i];
    b.least = std::min<double>(b.least, values[i]);
    b.most = std::max<double>(b.most, values[i]);
  }
  r.buffers.push_back(std::move(b));
  return r;
}

TEST(CompareResults, RoundingOfAnotherOrderOfAdditionsIsTheSame) {
  EXPECT_EQ(compare(results({1, 2, 3}, 3), results({1, 2.00001F, 3}, 3)).verdict, Verdict::same);
  EXPECT_EQ(compare(results({1, 2, 3}, 3), results({1, 2.01F, 3}, 3)).verdict, Verdict::different);
}

TEST(CompareResults, IntegersMustBeEqual) {
  Results one = results({1, 2, 3}, 3), other = results({1, 2.00001F, 3}, 3);
  one.buffers[0].type = other.buffers[0].type = ptx::Type::s32;

  EXPECT_EQ(compare(one, other).verdict, Verdict::different);
}

TEST(CompareResults, TheSameValuesInAnotherOrderAreTheSame) {
  EXPECT_EQ(compare(results({1, 2, 3}, 3), results({3, 1, 2}, 3)).verdict, Verdict::same);
}

TEST(CompareResults, SumsOfBlocksAreTheSameWhereTheyAddUp) {
  EXPECT_EQ(compare(results({10, 20, 30, 40}, 1024), results({30, 70}, 1024)).verdict, Verdict::same);
  // Half of the blocks: whether that is less work, the bytes that are read tell.
  EXPECT_EQ(compare(results({10, 20}, 512), results({10, 25, 30, 40}, 1024)).verdict, Verdict::unknown);
}

TEST(CompareResults, HalfOfTheElementsIsNotTheSame) {
  const Comparison found = compare(results({1, 2}, 2), results({1, 2, 3, 4}, 4));

  ASSERT_EQ(found.verdict, Verdict::different);
  EXPECT_TRUE(found.difference->elements);
  EXPECT_DOUBLE_EQ(found.difference->share, 0.5);
}

TEST(CompareResults, FewerElementsOfOtherValuesThatAddUpToAnotherSumAreNotTheSame) {
  const Comparison found = compare(results({10, 20, 35}, 3), results({1, 2, 3, 40}, 4));

  ASSERT_EQ(found.verdict, Verdict::different);
  EXPECT_TRUE(found.difference->elements);
  EXPECT_EQ(compare(results({3, 7}, 2), results({1, 2, 3, 4}, 4)).verdict, Verdict::same);  // partial sums of threads
}

TEST(CompareResults, ResultsThatAreAllZeroTellNothing) {
  EXPECT_EQ(compare(results({0, 0, 0}, 3), results({0, 0, 0}, 3)).verdict, Verdict::unknown);
}

TEST(CompareResults, DifferentProblemsAreNotCompared) {
  Results one = results({1, 2, 3}, 3), other = results({1, 2, 4}, 3);
  one.problem = "n=64";

  EXPECT_EQ(compare(one, other).verdict, Verdict::unknown);
}

TEST(CompareResults, OfFirstBlocksOnlyWhatBothStoreIsCompared) {
  std::vector<float> values(64, 1);
  values[9] = 3;
  Results small = results(values, 64);
  values.resize(128, 5);
  Results large = results(values, 128);
  small.extent = large.extent = Extent::first_block;
  EXPECT_EQ(compare(small, large).verdict, Verdict::same);

  large.buffers[0].elements[3].bits = std::bit_cast<std::uint32_t>(2.0F);
  EXPECT_EQ(compare(small, large).verdict, Verdict::different);

  large.atomics = true;  // what other blocks add is missing
  EXPECT_EQ(compare(small, large).verdict, Verdict::unknown);
}

TEST(StoredResults, ComeBackAsTheyWere) {
  Results r = results({1, 2, 3}, 3);
  r.problem = "n=64";

  const auto back = results_from(stored_text(r));

  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->problem, r.problem);
  EXPECT_EQ(stored_text(*back), stored_text(r));
  EXPECT_FALSE(results_from("other").has_value());
}

}  // namespace
}  // namespace forewarp::rank
