// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::table {
namespace {

TEST(Rows, ColumnsAreChosenInTheOrderAskedFor) {
  const Table t = parse_csv("a,b [s],c\n1,2,3\n");

  EXPECT_EQ(csv_text(select_columns(t, std::vector<std::string>{"c", "b"})), "c,b [s]\n3,2\n");
  EXPECT_EQ(csv_text(drop_columns(t, std::vector<std::string>{"c"})), "a,b [s]\n1,2\n");
  EXPECT_THROW((void)drop_columns(t, std::vector<std::string>{"d"}), InputError);
}

TEST(Rows, NoRowIsAMissingCell) {
  const std::vector<std::size_t> rows = {1, no_row};

  const Table t = take_rows(parse_csv("a,b\n1,x\n2,y\n"), rows);

  EXPECT_EQ(csv_text(t), "a,b\n2,y\n,\n");
}

Table many(std::size_t of_a, std::size_t of_b) {
  Table t;
  Table::Texts kernel(of_a, "a");
  kernel.insert(kernel.end(), of_b, "b");
  Table::Numbers n(kernel.size());
  std::iota(n.begin(), n.end(), 0.0);
  t.add("kernel", kernel);
  t.add("n", n);
  return t;
}

TEST(Cap, LeavesSoManyOfEachGroupInTheirOrder) {
  const Table t = cap(many(100, 3), std::vector<std::string>{"kernel"}, 5, 1);

  EXPECT_EQ(t.rows(), 8U);  // five a, all three b
  EXPECT_TRUE(std::ranges::is_sorted(t.numbers("n")));
  EXPECT_EQ(t.texts("kernel")[4], "a");
  EXPECT_EQ(t.texts("kernel")[5], "b");
}

TEST(Cap, AGroupsChoiceDependsOnSeedAndNameAlone) {
  const std::vector<std::string> key = {"kernel"};
  const auto first_five = [](const Table& t) {
    return std::vector<double>(t.numbers("n").begin(), t.numbers("n").begin() + 5);
  };

  const auto chosen = first_five(cap(many(100, 0), key, 5, 1));

  EXPECT_EQ(chosen, first_five(cap(many(100, 40), key, 5, 1)));
  EXPECT_NE(chosen, first_five(cap(many(100, 0), key, 5, 2)));
  EXPECT_THROW((void)cap(many(1, 1), key, 0, 1), InputError);
}

TEST(Rows, LabelsNameTheGroup) {
  const Table t = parse_csv("gpu,n\nK20,4\nV100,8\n");

  EXPECT_EQ(group_labels(t, std::vector<std::string>{"gpu", "n"}), (std::vector<std::string>{"K20/4", "V100/8"}));
}

TEST(Append, MissingColumnsAreMissingCellsAndStrangeOnesAreRefused) {
  const Table first = parse_csv("a,b\n1,x\n");

  EXPECT_EQ(csv_text(append(first, parse_csv("a\n2\n"))), "a,b\n1,x\n2,\n");
  EXPECT_THROW((void)append(first, parse_csv("c\n2\n")), InputError);
  EXPECT_THROW((void)append(first, parse_csv("a\ntext\n")), InputError);
  EXPECT_THROW((void)append(first, parse_csv("a [s]\n2\n")), InputError);
}

}  // namespace
}  // namespace forewarp::table
