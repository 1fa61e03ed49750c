// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Contents that can be asked for element by element: permutations and sparse matrices.
#include <gtest/gtest.h>

#include <set>

#include "forewarp/frontend/launch/csr.hpp"
#include "forewarp/frontend/launch/permutation.hpp"
#include "unit/message_of.hpp"

namespace forewarp::launch {
namespace {

TEST(Permutation, MeetsEveryNumberOnce) {
  for (const std::uint64_t count : {1, 2, 3, 17, 1000, 1024}) {
    const Permutation permutation(count, 7);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) {
      ASSERT_LT(permutation(i), count);
      seen.insert(permutation(i));
    }
    EXPECT_EQ(seen.size(), count);
  }
}

TEST(Permutation, FollowsItsSeedAndMixes) {
  const Permutation one(1000, 1), again(1000, 1), other(1000, 2);
  int same = 0, fixed = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(one(i), again(i));
    same += one(i) == other(i) ? 1 : 0;
    fixed += one(i) == i ? 1 : 0;
  }

  EXPECT_LT(same, 10);  // one is expected
  EXPECT_LT(fixed, 10);
}

Fill matrix(RowLengths lengths) {
  return {.seed = 5, .rows = 200, .columns = 900, .nonzeros = 6, .row_lengths = lengths};
}

TEST(CsrStructure, RowsAddUpAndColumnsAscendInEachRow) {
  for (const RowLengths lengths : {RowLengths::equal, RowLengths::varied, RowLengths::skewed}) {
    const CsrStructure csr(matrix(lengths));

    EXPECT_EQ(csr.offset(0), 0);
    EXPECT_EQ(csr.offset(200), 1200);
    for (std::uint64_t row = 0; row < 200; ++row) {
      ASSERT_LE(csr.offset(row), csr.offset(row + 1));
      for (std::uint64_t i = csr.offset(row); i < csr.offset(row + 1); ++i) {
        ASSERT_EQ(csr.row_of(i), row);
        ASSERT_LT(csr.column(i), 900);
        if (i > csr.offset(row)) {
          ASSERT_GT(csr.column(i), csr.column(i - 1));
        }
      }
    }
  }
}

TEST(CsrStructure, EqualRowsAreEqualAndSkewedOnesAreNot) {
  const auto longest = [](RowLengths lengths) {
    const CsrStructure csr(matrix(lengths));
    std::uint64_t most = 0;
    for (std::uint64_t row = 0; row < 200; ++row) most = std::max(most, csr.offset(row + 1) - csr.offset(row));
    return most;
  };

  EXPECT_EQ(longest(RowLengths::equal), 6);
  EXPECT_LE(longest(RowLengths::varied), 12);
  // 64 x 6 nonzeros are dealt as 1 / rank: the first of a group has 384 / 4.744 = 80
  EXPECT_GE(longest(RowLengths::skewed), 80);
}

TEST(CsrStructure, ACursorOnlySavesTime) {
  const CsrStructure csr(matrix(RowLengths::varied));
  CsrStructure::Cursor cursor;

  for (const std::uint64_t i : {0, 1, 2, 700, 701, 3, 1199, 0}) EXPECT_EQ(csr.column(i, cursor), csr.column(i)) << i;
}

TEST(CsrStructure, ACursorThatWalksGivesEveryColumn) {
  for (const RowLengths lengths : {RowLengths::equal, RowLengths::varied, RowLengths::skewed}) {
    Fill fill = matrix(lengths);
    for (const std::uint64_t columns : {std::uint64_t{900}, std::uint64_t{1} << 47}) {  // products of up to 54 bits
      fill.columns = columns;
      const CsrStructure csr(fill);
      CsrStructure::Cursor cursor;

      for (std::uint64_t i = 0; i < 1200; ++i) ASSERT_EQ(csr.column(i, cursor), csr.column(i)) << i;
    }
  }
}

TEST(CsrStructure, RefusesMatricesThatCannotBe) {
  const auto complaint = [](Fill fill) { return testing::message_of([&] { (void)CsrStructure(fill); }); };
  Fill narrow = matrix(RowLengths::varied);
  narrow.columns = 11;

  EXPECT_EQ(complaint(narrow), "CSR matrix: a row can have 12 nonzeros, but there are only 11 columns");
  EXPECT_EQ(complaint({}), "CSR matrix: rows (0), columns (0) and nonzeros a row (0) must be at least 1");
  Fill large = matrix(RowLengths::equal);
  large.rows = std::uint64_t{1} << 60;
  EXPECT_NE(complaint(large).find("are too many"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::launch
