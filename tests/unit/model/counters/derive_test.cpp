// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/derive.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/counters/catalogue.hpp"

namespace forewarp::counters {
namespace {

TEST(Derive, EveryFormulaSpeaksOfTheCatalogue) {
  for (const Formula& f : formulas())
    for (const std::string_view name : {f.result, f.first, f.second}) EXPECT_TRUE(find_metric(name)) << name;
}

TEST(Derive, FillsWhatFollowsAndLeavesWhatIsThere) {
  Table t;
  t.add("gld_throughput", Table::Numbers{200, 100}, "GB/s");
  t.add("gld_efficiency", Table::Numbers{25, 50}, "%");
  t.add("gld_transactions", Table::Numbers{64, 7});
  t.add("gld_requests", Table::Numbers{8, 0});
  t.add("dram_read_throughput", Table::Numbers{1, 2}, "GB/s");
  t.add("dram_read_transactions", Table::Numbers{1000, 1000});
  t.add("dram_write_transactions", Table::Numbers{1000, 500});
  t.add("elapsed", Table::Numbers{10, 10}, "us");

  EXPECT_EQ(derive(t), (std::vector<std::string>{"gld_requested_throughput", "gld_transactions_per_request",
                                                 "dram_write_throughput"}));
  EXPECT_EQ(t.numbers("gld_requested_throughput"), (Table::Numbers{50, 50}));  // a quarter of 200, half of 100
  EXPECT_EQ(t.numbers("gld_transactions_per_request")[0], 8);
  EXPECT_TRUE(std::isnan(t.numbers("gld_transactions_per_request")[1]));  // no request
  EXPECT_DOUBLE_EQ(t.numbers("dram_write_throughput")[0], 3.2);           // 32 000 B in 10 us
  EXPECT_EQ(t.column("dram_write_throughput").unit, "GB/s");
  EXPECT_EQ(t.numbers("dram_read_throughput")[1], 2);  // as measured
}

TEST(Derive, SharesOfInstructionsAndPassesOfSharedMemory) {
  Table t;
  t.add("inst_executed", Table::Numbers{1000, 0});
  t.add("warp_execution_efficiency", Table::Numbers{50, 100}, "%");
  t.add("inst_fp_32", Table::Numbers{3200, 5});
  t.add("shared_bank_conflicts", Table::Numbers{300, 0});
  t.add("shared_load_transactions", Table::Numbers{300, 0});
  t.add("shared_store_transactions", Table::Numbers{100, 0});

  EXPECT_EQ(derive(t), (std::vector<std::string>{"fp32_share", "shared_efficiency"}));
  EXPECT_DOUBLE_EQ(t.numbers("fp32_share")[0], 20);  // 3200 threads at 16 lanes are 200 warps of 1000
  EXPECT_TRUE(std::isnan(t.numbers("fp32_share")[1]));
  EXPECT_DOUBLE_EQ(t.numbers("shared_efficiency")[0], 25);
  EXPECT_EQ(t.numbers("shared_efficiency")[1], 0);
}

TEST(Derive, ATableOfNothingStaysOne) {
  Table t;
  EXPECT_TRUE(derive(t).empty());
}

}  // namespace
}  // namespace forewarp::counters
