// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/of_records.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::table {
namespace {

struct Sample {
  std::string kernel;
  double seconds;
  std::size_t blocks;
  bool exact;
};

TEST(OfRecords, AColumnShowsAMemberOrWhatAFunctionMakesOfARecord) {
  const std::vector<Sample> runs = {{"add", 2e-3, 64, true}, {"scan", 0.5, 1, false}};

  const Table table = of_records(runs, {{"kernel", &Sample::kernel},
                                        {"time", [](const Sample& run) { return 1e3 * run.seconds; }, "ms"},
                                        {"blocks", &Sample::blocks},
                                        {"exact", [](const Sample& run) { return run.exact ? "yes" : "no"; }}});

  EXPECT_EQ(table.texts("kernel"), (Table::Texts{"add", "scan"}));
  EXPECT_EQ(table.numbers("time"), (Table::Numbers{2, 500}));
  EXPECT_EQ(table.numbers("blocks"), (Table::Numbers{64, 1}));
  EXPECT_EQ(table.texts("exact"), (Table::Texts{"yes", "no"}));
  EXPECT_EQ(table.column("time").unit, "ms");
  EXPECT_EQ(table.columns().front().name, "kernel");
}

TEST(OfRecords, NoRecordsMakeColumnsWithoutRows) {
  const Table table = of_records(std::vector<Sample>{}, {{"kernel", &Sample::kernel}, {"time", &Sample::seconds}});

  EXPECT_EQ(table.columns().size(), 2U);
  EXPECT_EQ(table.rows(), 0U);
}

TEST(OfRecords, TwoColumnsOfOneNameAreAnError) {
  const std::vector<Sample> runs = {{"add", 2e-3, 64, true}};

  EXPECT_THROW(static_cast<void>(of_records(runs, {{"kernel", &Sample::kernel}, {"kernel", &Sample::seconds}})),
               InputError);
}

}  // namespace
}  // namespace forewarp::table
