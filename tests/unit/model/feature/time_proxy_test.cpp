// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/time_proxy.hpp"

#include <gtest/gtest.h>

namespace forewarp::feature {
namespace {

TEST(TimeProxy, RatesCyclesAndDurationsAreProxiesInAnyCase) {
  for (const char* name : {"elapsed_cycles_sm", "dram_read_throughput", "ipc", "IPC", "time", "issued_ipc",
                           "gpu__time_duration.sum", "sm__warps_active.avg.pct_of_peak_sustained_active",
                           "dram__bytes.sum.per_second", "flop_sp_efficiency_flop_efficiency", "Runtime_ms"})
    EXPECT_TRUE(is_time_proxy(name)) << name;
}

TEST(TimeProxy, CountsAndRatiosOfCountsAreNone) {
  for (const char* name : {"inst_executed", "gld_transactions", "gld_efficiency", "flop_count_sp", "threads_per_block",
                           "l2_tex_read_hit_rate", "times", "recipe"})
    EXPECT_FALSE(is_time_proxy(name)) << name;
}

}  // namespace
}  // namespace forewarp::feature
