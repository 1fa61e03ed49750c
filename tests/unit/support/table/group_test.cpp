// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/group.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::table {
namespace {

const char* const runs = "app,n,time [us],gpu\nbfs,1,3,K20\nlud,1,9,K20\nbfs,1,1,K20\nbfs,1,,K20\nbfs,1,8,K20\n";

TEST(Group, EachWayToAggregateLeavesMissingValuesOut) {
  const Table t = group(parse_csv(runs), {"app"},
                        {{"time", Aggregate::median, "median"},
                         {"time", Aggregate::mean, "mean"},
                         {"time", Aggregate::minimum, "min"},
                         {"time", Aggregate::maximum, "max"},
                         {"time", Aggregate::count, "runs"},
                         {"time", Aggregate::sd, "sd"},
                         {"gpu", Aggregate::count, "gpus"}});

  // bfs: 1 3 8: median 3, mean 4, sd sqrt((9 + 1 + 16) / 2) = sqrt(13)
  EXPECT_EQ(t.texts("app"), (Table::Texts{"bfs", "lud"}));
  EXPECT_EQ(t.numbers("median"), (Table::Numbers{3, 9}));
  EXPECT_EQ(t.numbers("mean"), (Table::Numbers{4, 9}));
  EXPECT_EQ(t.numbers("min"), (Table::Numbers{1, 9}));
  EXPECT_EQ(t.numbers("max"), (Table::Numbers{8, 9}));
  EXPECT_EQ(t.numbers("runs"), (Table::Numbers{3, 1}));
  EXPECT_EQ(t.numbers("gpus"), (Table::Numbers{4, 1}));
  EXPECT_DOUBLE_EQ(t.numbers("sd")[0], std::sqrt(13.0));
  EXPECT_TRUE(std::isnan(t.numbers("sd")[1]));
  EXPECT_EQ(t.column("median").unit, "us");
  EXPECT_EQ(t.column("runs").unit, "");
}

TEST(Group, MergingKeepsTextThatAgreesAndRefusesTextThatDoesNot) {
  EXPECT_EQ(csv_text(merge(parse_csv(runs), {"app"}, Aggregate::median, "rows")),
            "app,n,time [us],gpu,rows\nbfs,1,3,K20,4\nlud,1,9,K20,1\n");
  EXPECT_THROW((void)merge(parse_csv("k,gpu\n1,K20\n1,V100\n"), {"k"}, Aggregate::mean), InputError);
  EXPECT_THROW((void)group(parse_csv(runs), {"app"}, {{"gpu", Aggregate::mean}}), InputError);
}

TEST(Group, IdenticalLaunchesMergeToTheirMedian) {
  EXPECT_EQ(csv_text(merge_identical(parse_csv(runs), {"time"})), "app,n,gpu,time [us]\nbfs,1,K20,3\nlud,1,K20,9\n");
}

TEST(Pivot, NamesBecomeColumns) {
  const Table t = parse_csv("k,metric,value\na,gX,1\na,gY,2\nb,gY,4\nb,gX,3\nc,gX,5\n");

  EXPECT_EQ(csv_text(pivot(t, {.keys = {"k"}, .name_column = "metric", .value_column = "value"})),
            "k,gX,gY\na,1,2\nb,3,4\nc,5,\n");
}

TEST(Pivot, RefusesAValueSaidTwiceAColumnLeftOverAndTooManyCells) {
  const PivotOptions options{.keys = {"k"}, .name_column = "m", .value_column = "v"};

  EXPECT_THROW((void)pivot(parse_csv("k,m,v\na,x,1\na,x,2\n"), options), InputError);
  EXPECT_THROW((void)pivot(parse_csv("k,m,v,w\na,x,1,1\n"), options), InputError);
  EXPECT_THROW((void)pivot(parse_csv("k,m,v\na,k,1\n"), options), InputError);
  EXPECT_THROW((void)pivot(parse_csv("k,m,v\na,x,1\nb,y,1\n"),
                           {.keys = {"k"}, .name_column = "m", .value_column = "v", .max_cells = 3}),
               InputError);
}

}  // namespace
}  // namespace forewarp::table
