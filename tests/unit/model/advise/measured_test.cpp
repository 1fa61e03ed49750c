// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/measured.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/device/database.hpp"

namespace forewarp::advise {
namespace {

using device::DeviceSpec;

Range range_of(const char* quantity, const Metrics& metrics, const DeviceSpec& device = {}) {
  return ranges(metrics, device).at(quantity);
}

TEST(Measured, NamesAreOursNvprofsOrNsightsWithItsUnit) {
  table::Table t;
  t.add("sm__warps_active.avg.pct_of_peak_sustained_active", table::Table::Numbers{50});  // per cent
  t.add("gld_efficiency", table::Table::Numbers{25});
  t.add("ipc", table::Table::Numbers{std::numeric_limits<double>::quiet_NaN()});
  t.add("unheard_of", table::Table::Numbers{1});

  EXPECT_EQ(metrics_of(t).at(0), (Metrics{{"achieved_occupancy", 0.5}, {"gld_efficiency", 25}}));
}

TEST(Measured, AResourceThatIsBusyLimitsWhateverElseWasMeasured) {
  const auto l = limiter({{"dram_utilization", 85}, {"issue_slot_utilization", 20}});
  ASSERT_TRUE(l);
  EXPECT_EQ(l->bound, Bound::memory);
  EXPECT_EQ(l->resource, "dram");
  EXPECT_DOUBLE_EQ(l->share, 0.85);
  EXPECT_EQ(limiter({{"double_precision_fu_utilization", 60}})->bound, Bound::compute);
}

TEST(Measured, LatencyIsOnlyToldWhereWhatCouldBeBusyWasMeasured) {
  const Metrics all = {{"dram_utilization", 30}, {"l2_utilization", 40}, {"issue_slot_utilization", 20}};
  EXPECT_EQ(limiter(all)->bound, Bound::latency);
  EXPECT_EQ(limiter(all)->resource, "l2");
  for (const char* gone : {"dram_utilization", "l2_utilization", "issue_slot_utilization"}) {
    Metrics fewer = all;
    fewer.erase(gone);
    EXPECT_FALSE(limiter(fewer)) << gone;
  }
  EXPECT_FALSE(limiter(Metrics{}));
}

TEST(Measured, ALaunchShorterThanTwiceItsOverheadIsBoundByIt) {
  EXPECT_EQ(limiter({{"elapsed", 4}, {"dram_utilization", 90}}, 3e-6)->bound, Bound::launch);  // 3 of 4 us
  EXPECT_EQ(limiter({{"elapsed", 8}, {"dram_utilization", 90}}, 3e-6)->bound, Bound::memory);
}

TEST(Measured, ExcessIsSectorsOverTheFewest) {
  // 32 sectors a request of which an eighth is asked for: 4 would do.
  EXPECT_EQ(range_of("load_excess", {{"gld_transactions_per_request", 32}, {"gld_efficiency", 12.5}}),
            Range::exactly(8));
  // One sector a request that asks for 4 bytes of it cannot be fewer.
  EXPECT_EQ(range_of("load_excess", {{"gld_transactions_per_request", 1}, {"gld_efficiency", 12.5}}),
            Range::exactly(1));
  EXPECT_EQ(range_of("store_excess", {{"gst_transactions", 64}, {"gst_requests", 2}}), (Range{2, 32}));  // 32 a request
  EXPECT_EQ(range_of("store_excess", {{"gst_efficiency", 50}}), (Range{1, 2}));
  EXPECT_EQ(range_of("store_excess", {{"gst_requests", 0}}), Range::exactly(1));
  EXPECT_EQ(range_of("store_excess", {}), Range::at_least(1));
}

TEST(Measured, ConflictsAreWhatTheirCounterSaysElseARange) {
  const Metrics passes = {{"shared_load_transactions", 300}, {"shared_store_transactions", 100}};
  Metrics counted = passes;
  counted["shared_bank_conflicts"] = 200;
  EXPECT_EQ(range_of("conflict_excess", counted), Range::exactly(2));  // 400 / (400 - 200)
  EXPECT_EQ(range_of("conflict_excess", {{"shared_efficiency", 25}}), (Range{1, 4}));
  // 8 passes of which 4 may be a 16-byte read's
  EXPECT_EQ(range_of("conflict_excess",
                     {{"shared_load_transactions_per_request", 8}, {"shared_store_transactions_per_request", 0}}),
            (Range{2, 8}));
  EXPECT_EQ(range_of("conflict_excess", {{"shared_load_transactions", 0}, {"shared_store_transactions", 0}}),
            Range::exactly(1));
}

TEST(Measured, LanesAreOfTheThreadsThatThereAre) {
  EXPECT_EQ(range_of("active_lanes", {{"warp_execution_efficiency", 50}}), (Range{0.5, 1}));
  // 16 threads a block: half a warp is all there is.
  EXPECT_EQ(range_of("active_lanes", {{"warp_execution_efficiency", 50}, {"threads_per_block", 16}}),
            Range::exactly(1));
}

TEST(Measured, WavesAreWarpsOverPlacesOfTheDevice) {
  DeviceSpec d;
  d.sms = 10, d.max_warps = 64;
  EXPECT_EQ(range_of("waves", {{"warps", 320}, {"theoretical_occupancy", 1}}, d), Range::exactly(0.5));
  EXPECT_EQ(range_of("waves", {{"warps", 320}, {"achieved_occupancy", 0.25}}, d), (Range{0.5, 2}));
  EXPECT_EQ(range_of("waves", {{"waves", 3}}, d), Range::exactly(3));
}

TEST(Measured, EveryQuantityHasARangeAndNoneMore) {
  const Ranges all = ranges({{"threads_per_block", 33}, {"elapsed", 10}}, device::find_device("V100"));
  const std::vector<Quantity> quantities_there = quantities({});
  EXPECT_EQ(all.size(), quantities_there.size());
  for (const Quantity& q : quantities_there) EXPECT_TRUE(all.contains(q.name)) << q.name;
  EXPECT_EQ(all.at("partial_warps"), Range::exactly(1 - 33.0 / 64));
}

}  // namespace
}  // namespace forewarp::advise
