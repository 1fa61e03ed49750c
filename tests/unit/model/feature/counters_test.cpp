// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/counters.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp::feature {
namespace {

TEST(NvprofCounters, BecomeWarpInstructionsAndBytes) {
  const Counters c = {{"inst_executed", 1000},
                      {"inst_fp_32", 1600},
                      {"warp_execution_efficiency", 0.5},
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

  const Features f = features_from_counters(c);

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
  const Counters c = {{"smsp__inst_executed.sum", 100},
                      {"smsp__thread_inst_executed_per_inst_executed.ratio", 16},
                      {"smsp__sass_thread_inst_executed_op_fp32_pred_on.sum", 320},
                      {"smsp__sass_thread_inst_executed_op_memory_pred_on.sum", 160},
                      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 7},
                      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 3},
                      {"lts__t_sectors_op_read.sum", 40},
                      {"lts__t_sectors_op_write.sum", 10},
                      {"dram__sectors_read.sum", 10},
                      {"dram__sectors_write.sum", 2}};

  const Features f = features_from_counters(c);

  EXPECT_EQ(f.at("fp32_instructions"), 20);
  EXPECT_EQ(f.at("load_store_instructions"), 10);
  EXPECT_EQ(f.at("shared_wavefronts"), 10);
  EXPECT_EQ(f.at("l2_sectors"), 50);
  EXPECT_EQ(f.at("dram_traffic"), 12 * 32);
  EXPECT_FALSE(f.has("fp64_instructions"));
}

TEST(Counters, DoNotPassTimeOffAsWork) {
  const Counters c = {{"inst_executed", 1000}, {"executed_ipc", 2}, {"sm_activity", 1}};

  const Features f = features_from_counters(c);

  ASSERT_TRUE(f.has("ipc"));
  for (const auto& [name, value] : f.items()) {
    if (name == "ipc" || name == "sm_activity") {
      EXPECT_TRUE(find_feature(name)->proxy_of_time) << name;
    }
  }
}

TEST(Counters, ThatAreNeededAndMissingAreNamed) {
  try {
    (void)features_from_counters({{"gld_transactions", 1}});
    FAIL() << "nothing was thrown";
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(), "counter 'inst_executed' is missing");
  }
}

}  // namespace
}  // namespace forewarp::feature
