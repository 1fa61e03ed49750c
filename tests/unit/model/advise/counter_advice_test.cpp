// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/counter_advice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/advise/counter_cause.hpp"
#include "forewarp/model/device/database.hpp"

namespace forewarp::advise {
namespace {

CounterAdvice advice_for(const Metrics& metrics) {
  return advise(metrics, device::find_device("V100"), shipped_strategies());
}

bool advised(const CounterAdvice& a, const char* id) {
  return std::ranges::count(a.suggestions, id, &CounterSuggestion::id) == 1;
}
bool not_needed(const CounterAdvice& a, const char* id) { return std::ranges::count(a.not_needed, id) == 1; }
std::string why_unjudged(const CounterAdvice& a, const char* id) {
  const auto at = std::ranges::find(a.unjudged, id, &Unjudged::id);
  return at == a.unjudged.end() ? "" : at->why;
}

TEST(CounterAdvice, ScatteredLoadsAreAdvisedAgainstWithTheirFigureAndNoGain) {
  const CounterAdvice a =
      advice_for({{"dram_utilization", 80}, {"gld_transactions_per_request", 32}, {"gld_efficiency", 12.5}});

  ASSERT_TRUE(advised(a, "S10"));
  EXPECT_EQ(a.suggestions[0].cause, "global loads move 8 times the sectors needed");
  EXPECT_FALSE(a.suggestions[0].gain);
  EXPECT_DOUBLE_EQ(*a.suggestions[0].concerns, 0.8 * (1 - 1.0 / 8));
  EXPECT_EQ(a.limiter->bound, Bound::memory);
}

TEST(CounterAdvice, WhatWasNotMeasuredIsNamedAndWhatNoCounterTellsToo) {
  const CounterAdvice a = advice_for({{"dram_utilization", 80}});

  EXPECT_TRUE(a.suggestions.empty());
  EXPECT_NE(why_unjudged(a, "S10").find("gld_efficiency"), std::string::npos);
  EXPECT_NE(why_unjudged(a, "F9").find("no counter measures 'imbalance'"), std::string::npos);
  EXPECT_EQ(a.not_needed.size() + a.unjudged.size(), shipped_strategies().size());
}

TEST(CounterAdvice, AnEfficiencyAloneMakesCoalescingLikelyAndSaysWhatWouldMakeSure) {
  // 25 % of the bytes moved were asked for: 4 times the sectors needed at most. With all lanes at work each request
  // asks for 32 bytes or more, of which at least half a sector's worth is needed: 0.5 / 0.25 = 2 times at least.
  const CounterAdvice open = advice_for({{"dram_utilization", 80}, {"gld_efficiency", 25}});
  const CounterAdvice sure =
      advice_for({{"dram_utilization", 80}, {"gld_efficiency", 25}, {"warp_execution_efficiency", 100}});

  ASSERT_TRUE(advised(open, "S10"));
  EXPECT_NE(open.suggestions[0].cause.find("4 times"), std::string::npos) << open.suggestions[0].cause;
  EXPECT_NE(open.suggestions[0].to_be_sure.find("gld_transactions_per_request"), std::string::npos);
  ASSERT_TRUE(advised(sure, "S10"));
  EXPECT_EQ(sure.suggestions[0].to_be_sure, "");
  EXPECT_NE(sure.suggestions[0].cause.find("2 to 4 times"), std::string::npos) << sure.suggestions[0].cause;
}

TEST(CounterAdvice, AConditionWithoutACauseThatACounterShowsIsNoAdvice) {
  const CounterAdvice a = advice_for({{"special_fu_utilization", 70}});

  EXPECT_FALSE(advised(a, "F10"));
  EXPECT_NE(why_unjudged(a, "F10").find("divisions"), std::string::npos);
}

TEST(CounterAdvice, WhatIsMeasuredToBeFineIsNotNeeded) {
  const CounterAdvice a = advice_for({{"gld_transactions_per_request", 4},
                                      {"gld_efficiency", 100},
                                      {"gst_requests", 0},
                                      {"local_throughput", 0},
                                      {"warp_execution_efficiency", 99},
                                      {"theoretical_occupancy", 1},
                                      {"elapsed", 1000}});

  for (const char* id : {"S10", "F5", "F2", "S1", "F8"}) EXPECT_TRUE(not_needed(a, id)) << id;
}

TEST(CounterAdvice, OnlyFusingHasAGainAndItIsHalfOfTheLaunch) {
  const double overhead_us = 1e6 * device::find_device("V100").launch_overhead_s;
  const CounterAdvice a = advice_for({{"elapsed", 1.6 * overhead_us}, {"theoretical_occupancy", 1}});

  ASSERT_TRUE(advised(a, "F8"));
  EXPECT_NEAR(*a.suggestions[0].gain, 1.6 / 1.1, 1e-9);
  EXPECT_EQ(a.limiter->bound, Bound::launch);
}

TEST(CounterAdvice, TheCostliestCauseComesFirstAndNoMoreThanFive) {
  const CounterAdvice a = advice_for({{"dram_utilization", 20},
                                      {"shared_utilization", 90},
                                      {"double_precision_fu_utilization", 50},
                                      {"issue_slot_utilization", 40},
                                      {"gld_transactions_per_request", 8},
                                      {"gld_efficiency", 50},
                                      {"shared_load_transactions", 300},
                                      {"shared_store_transactions", 100},
                                      {"shared_bank_conflicts", 300},
                                      {"local_throughput", 3},
                                      {"warp_execution_efficiency", 50},
                                      {"threads_per_block", 256},
                                      {"theoretical_occupancy", 0.5},
                                      {"waves", 0.25},
                                      {"elapsed", 1000}});

  EXPECT_EQ(a.suggestions.size(), max_suggestions);
  EXPECT_EQ(a.suggestions[0].id, "F7");   // 1 - 0.25
  EXPECT_EQ(a.suggestions[1].id, "S30");  // 0.9 (1 - 1/4) = 0.675
  EXPECT_TRUE(
      std::ranges::is_sorted(a.suggestions, std::greater(), [](const auto& s) { return s.concerns.value_or(-1); }));
}

TEST(CounterCause, ThoseThatNeedTheCodeAreNotShown) {
  for (const char* cause : {"loads", "divisions", "barriers", "narrow", "reloads"})
    EXPECT_FALSE(is_shown_by_counters(cause)) << cause;
  EXPECT_TRUE(is_shown_by_counters("uncoalesced"));
}

}  // namespace
}  // namespace forewarp::advise
