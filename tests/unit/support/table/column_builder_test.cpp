// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/detail/column_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/table/detail/row_keys.hpp"
#include "forewarp/support/table/table.hpp"
#include "unit/message_of.hpp"

namespace forewarp::table::detail {
namespace {

using Numbers = Table::Numbers;
using Texts = Table::Texts;

TEST(ColumnBuilder, NumbersStayNumbersAndMissingOnesAreNaN) {
  ColumnBuilder column;
  column.number(1);
  column.missing();
  column.fill(4);

  const auto numbers = std::get<Numbers>(column.take());
  ASSERT_EQ(numbers.size(), 4);
  EXPECT_EQ(numbers[0], 1);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(std::isnan(numbers[i]));
}

TEST(ColumnBuilder, TheFirstTextTurnsWhatCameBeforeIntoText) {
  ColumnBuilder column;
  column.number(0.1);
  column.missing();
  column.text("a");
  column.number(2);
  column.missing();

  EXPECT_EQ(std::get<Texts>(column.take()), (Texts{"0.1", "", "a", "2", ""}));
}

TEST(ColumnBuilder, NothingButMissingCellsIsText) {
  ColumnBuilder column;
  column.fill(2);

  EXPECT_EQ(std::get<Texts>(column.take()), (Texts{"", ""}));
  EXPECT_TRUE(std::holds_alternative<Numbers>(ColumnBuilder().take()));
}

TEST(RowKeys, AreEqualExactlyWhenEveryCellIs) {
  Table table;
  table.add("x", Numbers{0, -0.0, NAN, -NAN, 1});
  table.add("a", Texts{"ab", "ab", "c", "c", ""});
  table.add("b", Texts{"c", "c", "", "", "d"});
  const std::vector<std::string> columns = {"x", "a", "b"};

  const RowKeys rows = row_keys(table, columns);

  EXPECT_EQ(rows.keys[0], rows.keys[1]);  // -0 is 0
  EXPECT_EQ(rows.keys[2], rows.keys[3]);
  EXPECT_NE(rows.keys[0], rows.keys[4]);
  EXPECT_EQ(rows.missing, (std::vector<char>{0, 0, 1, 1, 1}));
}

TEST(RowKeys, TextsOfTwoColumnsDoNotRunTogether) {
  Table table;
  table.add("a", Texts{"ab", "a"});
  table.add("b", Texts{"c", "bc"});
  const std::vector<std::string> columns = {"a", "b"}, absent = {"c"};

  EXPECT_NE(row_keys(table, columns).keys[0], row_keys(table, columns).keys[1]);
  EXPECT_THROW((void)row_keys(table, absent), InputError);
}

TEST(RowKeys, RowsOfAKeyComeInTheOrderOfTheirAppearance) {
  EXPECT_EQ(rows_by_key({"b", "a", "b", "c", "a"}), (std::vector<std::vector<std::size_t>>{{0, 2}, {1, 4}, {3}}));
}

TEST(Table, RefusesASecondColumnOfANameAndAnotherLength) {
  Table table;
  table.add("time", Numbers{1, 2}, "us");

  EXPECT_THROW(table.add("time", Numbers{3, 4}), InputError);
  EXPECT_THROW(table.add("other", Numbers{3}), InputError);
  EXPECT_EQ(table.columns().size(), 1);  // nothing was added
  EXPECT_NE(forewarp::testing::message_of([&] { (void)table.numbers("tine"); }).find("time"), std::string::npos);
  EXPECT_THROW((void)table.texts("time"), InputError);
}

TEST(Table, HeadingsCarryTheUnit) {
  EXPECT_EQ(heading({"time", Numbers{}, "us"}), "time [us]");
  EXPECT_EQ(heading({"time", Numbers{}}), "time");
  EXPECT_EQ(parse_heading("time [us]").name, "time");
  EXPECT_EQ(parse_heading("time [us]").unit, "us");
  EXPECT_EQ(parse_heading("[us]").name, "[us]");
  EXPECT_EQ(parse_heading("a[0] [B]").name, "a[0]");
}

TEST(Table, CellsAreTheShortestTextThatReadsBack) {
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(NAN), "");
  EXPECT_EQ(std::stod(number_text(1.0 / 3)), 1.0 / 3);
  EXPECT_EQ(cell_text({"a", Texts{"x", "y"}}, 1), "y");
  EXPECT_EQ(cell_text({"a", Numbers{2, NAN}}, 1), "");
}

}  // namespace
}  // namespace forewarp::table::detail
