// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::counters {
namespace {

TEST(NvprofCounters, BecomeWarpInstructionsAndBytes) {
  const Metrics c = {{"inst_executed", 1000},
                     {"inst_fp_32", 1600},
                     {"warp_execution_efficiency", 50},
                     {"gld_transactions", 80},
                     {"gld_transactions_per_request", 8},
                     {"shared_load_transactions", 60},
                     {"shared_load_transactions_per_request", 2},
                     {"shared_store_transactions", 10},
                     {"shared_store_transactions_per_request", 1},
                     {"tex_cache_transactions", 200},
                     {"l2_read_transactions", 100},
                     {"l2_write_transactions", 20},
                     {"dram_read_transactions", 25},
                     {"dram_write_transactions", 5}};

  const feature::Features f = features_of(c);

  EXPECT_EQ(f.at("warp_instructions"), 1000);
  EXPECT_DOUBLE_EQ(f.at("fp32_instructions"), 100);  // 1600 lanes, 16 of each warp active
  EXPECT_EQ(f.at("global_load_requests"), 10);       // 80 / 8
  EXPECT_EQ(f.at("shared_requests"), 40);            // 60 / 2 + 10 / 1
  EXPECT_EQ(f.at("load_store_instructions"), 50);
  EXPECT_EQ(f.at("shared_wavefronts"), 70);
  EXPECT_EQ(f.at("l2_sectors"), 120);
  EXPECT_EQ(f.at("dram_traffic"), 30 * 32);
  EXPECT_DOUBLE_EQ(f.at("l1_hit_rate"), 0.5);   // 100 of 200 go on
  EXPECT_DOUBLE_EQ(f.at("l2_hit_rate"), 0.75);  // 25 of 100 go on
}

TEST(NsightCounters, BecomeWarpInstructionsAndBytes) {
  const Metrics c = {{"inst_executed", 100},        {"threads_per_instruction", 16}, {"inst_fp_32", 320},
                     {"inst_compute_ld_st", 160},   {"shared_load_transactions", 7}, {"shared_store_transactions", 3},
                     {"l2_read_transactions", 40},  {"l2_write_transactions", 10},   {"dram_read_transactions", 10},
                     {"dram_write_transactions", 2}};

  const feature::Features f = features_of(c);

  EXPECT_EQ(f.at("fp32_instructions"), 20);
  EXPECT_EQ(f.at("load_store_instructions"), 10);
  EXPECT_EQ(f.at("shared_wavefronts"), 10);
  EXPECT_EQ(f.at("l2_sectors"), 50);
  EXPECT_EQ(f.at("dram_traffic"), 12 * 32);
  EXPECT_FALSE(f.has("fp64_instructions"));
}

TEST(Counters, DoNotPassTimeOffAsWork) {
  const Metrics c = {{"inst_executed", 1000}, {"ipc", 2}, {"elapsed", 7}, {"dram_utilization", 90}};

  const feature::Features f = features_of(c);

  for (const auto& [name, value] : f.items()) EXPECT_FALSE(feature::find_feature(name)->proxy_of_time) << name;
}

TEST(Counters, ThatAreNeededAndMissingAreNamed) {
  try {
    (void)features_of({{"gld_transactions", 1}});
    FAIL() << "nothing was thrown";
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "no instruction counts: 'smsp__inst_executed.sum' of Nsight Compute, 'inst_executed' of nvprof");
  }
}

TEST(Counters, OfBytesServeWhereSectorsOfDramWereNotCounted) {
  const feature::Features f = features_of(
      {{"inst_executed", 1}, {"dram_read_bytes", 640}, {"dram_write_bytes", 320}, {"l2_read_transactions", 40}});

  EXPECT_EQ(f.at("dram_traffic"), 960);
  EXPECT_DOUBLE_EQ(f.at("l2_hit_rate"), 0.5);  // 640 / 32 = 20 sectors of 40 go on
}

TEST(Counters, WhatIsMissingIsListedWithWhatItMeans) {
  const auto names = [](const Metrics& metrics) {
    std::vector<std::string_view> all;
    for (const Gap& gap : gaps(metrics)) all.push_back(gap.metric);
    return all;
  };
  EXPECT_EQ(names({}).size(), 12u);
  // A count of bytes serves for one of sectors, an efficiency for a ratio.
  const std::vector<std::string_view> without = names({{"dram_read_bytes", 1}, {"warp_execution_efficiency", 100}});
  EXPECT_EQ(without.size(), 10u);
  EXPECT_EQ(std::ranges::count(without, "dram_read_transactions"), 0);
}

TEST(Counters, ArePredictedAtTheLaunchShapeThatIsStatedElseTheOneInTheFile) {
  Metrics metrics = {{"inst_executed", 8000 * 100}, {"registers", 32}};
  EXPECT_THROW((void)predict(metrics, {}, model::a_device()), InputError);
  const LaunchShape stated{.grid = launch::Dim3{1000, 1, 1}, .block = launch::Dim3{256, 1, 1}};
  const model::Prediction p = predict(metrics, stated, model::a_device());

  metrics["blocks"] = 1000;
  metrics["threads_per_block"] = 256;
  EXPECT_EQ(predict(metrics, {}, model::a_device()).time_s, p.time_s);
  EXPECT_EQ(p.theoretical.blocks_per_sm, 8u);
  // 128 registers per thread: 65536 / (128 * 256)
  EXPECT_EQ(predict(metrics, {.registers = 128}, model::a_device()).theoretical.blocks_per_sm, 2u);
  EXPECT_NE(predict(metrics, {}, model::a_device(), model::model_called("wave")).time_s, p.time_s);
}

}  // namespace
}  // namespace forewarp::counters
