// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/translated_union.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/launch/corpus.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t middle = std::uint64_t{1} << 31;
constexpr SectorRange anywhere{0, 2 * middle};

using Sectors = std::vector<BlockSectors::Sector>;

/// Of the reference block, of one weight each interval.
Sectors sectors_of(const Translation& t, std::uint64_t weight = 1) {
  Sectors out;
  for (const auto& interval : t.intervals)
    for (auto at = interval.low; at < interval.high; ++at)
      out.push_back({t.base + static_cast<std::uint64_t>(at), weight, 0, 0, 0});
  return out;
}

Translation moving(std::array<double, 3> step, std::vector<Interval> intervals, std::uint64_t base = middle) {
  return {step, std::move(intervals), base, nullptr, false};
}

TEST(TranslatedUnion, AHaloIsCountedOnce) {
  const std::vector<Translation> t = {moving({32, 0, 0}, {{0, 34}})};
  EXPECT_EQ(translated_union(t, sectors_of(t[0]), 50, {100, 1, 1}, anywhere), 99 * 32 + 34);
}

TEST(TranslatedUnion, RowsOfAProductOfMatricesAreReadOnceEachWhateverTheColumns) {
  const std::vector<Translation> rows = {moving({0, 2048, 0}, {{0, 2048}})};
  EXPECT_EQ(translated_union(rows, sectors_of(rows[0]), 64 * 31 + 7, {64, 64, 1}, anywhere), 64 * 2048);
}

TEST(TranslatedUnion, IsThatOfASetWithStepsThatAreNoWholeSectors) {
  const std::vector<Translation> t = {moving({0.5, 3.25, 0}, {{0, 2}, {7, 9}}),
                                      moving({1.5, 0, 40}, {{1, 5}}, middle + 3)};
  const launch::Dim3 grid{9, 7, 3};
  const std::uint64_t reference = 100;
  Sectors sectors = sectors_of(t[0]);
  std::map<std::int64_t, double> touched;
  for (const auto& sector : sectors_of(t[1]))
    if (std::ranges::find(sectors, sector.number, &BlockSectors::Sector::number) == sectors.end())
      sectors.push_back(sector);
  std::ranges::sort(sectors, {}, &BlockSectors::Sector::number);
  for (std::uint64_t block = 0; block < grid.count(); ++block) {
    const double x = static_cast<double>(block % 9) - static_cast<double>(reference % 9);
    const double y = static_cast<double>(block / 9 % 7) - static_cast<double>(reference / 9 % 7);
    const double z = static_cast<double>(block / 63) - static_cast<double>(reference / 63);
    for (const auto& of : t) {
      const auto moved = static_cast<std::int64_t>(std::floor(0.5 + of.step[0] * x + of.step[1] * y + of.step[2] * z));
      for (const auto& interval : of.intervals)
        for (auto at = interval.low; at < interval.high; ++at)
          touched[static_cast<std::int64_t>(of.base) + moved + at] = 1;
    }
  }
  EXPECT_EQ(translated_union(t, sectors, reference, grid, anywhere), static_cast<double>(touched.size()));
}

TEST(TranslatedUnion, ASectorOfSeveralWeightsCountsWithTheGreatest) {
  // Sectors 0 (weight 1) and 1 (weight 5); each block moves by one: 0 once with 1, 1 to 4 with 5.
  const std::vector<Translation> t = {moving({1, 0, 0}, {{0, 2}})};
  Sectors sectors = sectors_of(t[0]);
  sectors[1].weight = 5;
  EXPECT_EQ(translated_union(t, sectors, 0, {4, 1, 1}, anywhere), 1 + 4 * 5);
}

TEST(TranslatedUnion, SkippedIterationsFillTheGapsBetweenThoseThatRan) {
  // 300 iterations of 4 sectors; every 15th ran, for 15 of them. 16 blocks, 16 sectors apart: 1200 + 15 * 16.
  std::vector<Translation> t = {moving({16, 0, 0}, {})};
  for (std::int64_t k = 0; k < 300; k += 15) t[0].intervals.push_back({4 * k, 4 * k + 4});
  Sectors sectors = sectors_of(t[0]);
  for (auto& sector : sectors) sector.weight = 15;
  EXPECT_GT(translated_union(t, sectors, 0, {16, 1, 1}, anywhere), 3 * 1440);
  // What lies behind the last iteration that ran is not known.
  sectors.back().weight = 1;
  sectors[sectors.size() - 2].weight = sectors[sectors.size() - 3].weight = sectors[sectors.size() - 4].weight = 1;
  fill_gaps(t[0], sectors);
  ASSERT_TRUE(t[0].fills_gaps);
  EXPECT_EQ(translated_union(t, sectors, 0, {16, 1, 1}, anywhere), 19 * 15 * 4 + 4 + 15 * 16);
}

TEST(TranslatedUnion, GapsThatNoIterationTouchesStay) {
  // Columns of a matrix: 20 iterations of 4 sectors, 1000 apart, of weight 15 are 1200 of 19,004.
  Translation t = moving({16, 0, 0}, {});
  for (std::int64_t k = 0; k < 20; ++k) t.intervals.push_back({1000 * k, 1000 * k + 4});
  Sectors sectors = sectors_of(t);
  for (auto& sector : sectors) sector.weight = 15;
  fill_gaps(t, sectors);
  EXPECT_FALSE(t.fills_gaps);
  EXPECT_EQ(t.intervals.size(), 20);
  // Every iteration ran: gaps are gaps.
  Translation two = moving({16, 0, 0}, {{0, 4}, {8, 12}});
  fill_gaps(two, sectors_of(two));
  EXPECT_FALSE(two.fills_gaps);
  EXPECT_EQ(two.intervals.size(), 2);
}

TEST(TranslatedUnion, NothingOutsideOfTheBufferCounts) {
  const std::vector<Translation> t = {moving({32, 0, 0}, {{0, 34}})};
  EXPECT_EQ(translated_union(t, sectors_of(t[0]), 0, {10, 1, 1}, {middle, middle + 100}), 100);
  EXPECT_EQ(translated_union(t, sectors_of(t[0]), 0, {10, 1, 1}, {middle + 10, middle + 20}), 10);
  EXPECT_EQ(translated_union(t, sectors_of(t[0]), 0, {10, 1, 1}, {middle + 4000, middle + 5000}), 0);
}

TEST(TranslatedUnion, AnOrderOfBlocksTakesEachAddressOnce) {
  const std::vector<std::uint64_t> addresses = {0, 128, 0, 128, 256, 256};  // 4 sectors apart
  Translation t = moving({}, {{0, 4}});
  t.order = std::make_shared<BlockOrder>(addresses);
  EXPECT_EQ(t.order->distinct(), 3);
  EXPECT_EQ(t.order->moves_from(1, 0.5), (std::vector<std::int64_t>{-4, 0, 4}));
  EXPECT_EQ(translated_union({t}, sectors_of(t), 1, {6, 1, 1}, anywhere), 12);
}

TEST(TranslatedUnion, IsLeftOutWhereItWouldTakeTooLong) {
  const std::vector<Translation> many = {moving({1, 0, 0}, {{0, 1}})};
  EXPECT_EQ(translated_union(many, sectors_of(many[0]), 0, {1'000'000, 1, 1}, anywhere), 1e6);
  EXPECT_EQ(translated_union(many, sectors_of(many[0]), 0, {1'000'001, 1, 1}, anywhere), std::nullopt);
  const std::vector<Translation> far = {moving({1 << 20, 0, 0}, {{0, 1}})};
  EXPECT_EQ(translated_union(far, sectors_of(far[0]), 0, {64, 1, 1}, anywhere), 64);
  EXPECT_EQ(translated_union(far, sectors_of(far[0]), 0, {66, 1, 1}, anywhere), std::nullopt);
  EXPECT_EQ(translated_union({}, {}, 0, {4, 1, 1}, anywhere), std::nullopt);
}

}  // namespace
}  // namespace forewarp::profile
