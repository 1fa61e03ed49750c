// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/designs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace forewarp::papers::hasan2014 {
namespace {

std::vector<double> steps(std::size_t count) {
  std::vector<double> side;
  for (std::size_t i = 0; i < count; ++i) side.push_back(static_cast<double>(i));
  return side;
}

TEST(Hasan2014Designs, EveryRuleGivesTwelveCellsOfTheTable) {
  for (const Design& design : designs(steps(16), steps(10))) {
    EXPECT_EQ(design.cells.size(), 12u) << design.name;
    EXPECT_TRUE(std::is_sorted(design.cells.begin(), design.cells.end()));
    EXPECT_EQ(std::adjacent_find(design.cells.begin(), design.cells.end()), design.cells.end()) << design.name;
    EXPECT_LT(design.cells.back(), 160u);
  }
}

TEST(Hasan2014Designs, TheFarthestCellsAreFirstTheCorners) {
  // From (0, 0) the farthest is (15, 9); then both other corners are equally far, 1, and the earlier comes first.
  const std::vector<std::size_t> cells = designs(steps(16), steps(10)).front().cells;

  for (const std::size_t corner : {0u, 9u, 150u, 159u})
    EXPECT_TRUE(std::binary_search(cells.begin(), cells.end(), corner)) << corner;
}

TEST(Hasan2014Designs, GridsAreWhereTheySay) {
  // Rows (2i + 1) 16 / 8 = 2, 6, 10, 14; columns (2j + 1) 10 / 6 = 1, 5, 8. To the edges: 0, 5, 10, 15 and 0, 4, 9.
  const auto all = designs(steps(16), steps(10));

  EXPECT_EQ(all[3].cells, (std::vector<std::size_t>{21, 25, 28, 61, 65, 68, 101, 105, 108, 141, 145, 148}));
  EXPECT_EQ(all[4].cells, (std::vector<std::size_t>{0, 4, 9, 50, 54, 59, 100, 104, 109, 150, 154, 159}));
}

TEST(Hasan2014Designs, RandomCellsHangOnTheSeedAlone) {
  EXPECT_EQ(random_cells(160, 5), random_cells(160, 5));
  EXPECT_NE(random_cells(160, 5), random_cells(160, 6));
  EXPECT_EQ(random_cells(160, 5).size(), 12u);
}

}  // namespace
}  // namespace forewarp::papers::hasan2014
