// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/extended.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::bsp {
namespace {

/// 10 SMs at 1 GHz, 2 GHz once warm; 4 double-precision units; 100 GB/s; 32 warps hide latency; no launch overhead.
Board a_board() {
  return {.sms = 10,
          .base_hz = 1e9,
          .boost_hz = 2e9,
          .fp64_per_cycle = 4,
          .dram_bytes_per_s = 1e11,
          .max_warps = 64,
          .latency_warps = 32,
          .dram_latency_cycles = 320,
          .launch_s = 0};
}

Work a_work(double blocks) { return {.blocks = blocks, .block = {.warps = 8, .issue_cycles = 1000}}; }

TEST(ExtendedBsp, AnSmWorksThroughItsBlocksOneAfterAnother) {
  // 100 blocks on 10 SMs: 10 * 1000 cycles at 1 GHz; one block more makes one SM take 11
  EXPECT_DOUBLE_EQ(terms_of(a_work(100), a_board()).sm_s, 1e-5);
  EXPECT_DOUBLE_EQ(terms_of(a_work(101), a_board()).sm_s, 1.1e-5);
}

TEST(ExtendedBsp, FewBlocksTakeAsLongAsThoseThatFillAnSm) {
  // 32 warps fill an SM: 4 blocks of 8
  EXPECT_DOUBLE_EQ(terms_of(a_work(1), a_board()).sm_s, 4e-6);
  EXPECT_DOUBLE_EQ(terms_of(a_work(40), a_board()).sm_s, 4e-6);
}

TEST(ExtendedBsp, WarpsThatWaitForMemoryHoldTheirPlace) {
  Work work = a_work(100);
  work.block.round_trips = 50;

  // 50 * 320 cycles * 8 of 64 warps = 2000 cycles, more than the 1000 of issue
  EXPECT_DOUBLE_EQ(terms_of(work, a_board()).sm_s, 2e-5);
}

TEST(ExtendedBsp, DoublePrecisionAndMemoryHaveTheirOwnLimits) {
  Work work = a_work(100);
  work.block.fp64_lanes = 800;
  work.block.dram_bytes = 3e4;

  const Terms terms = terms_of(work, a_board());

  EXPECT_DOUBLE_EQ(terms.fp64_s, 2e-6);  // 100 * 800 / (10 * 4 * 1e9)
  EXPECT_DOUBLE_EQ(terms.dram_s, 3e-5);  // 100 * 3e4 / 1e11
  EXPECT_NEAR(terms.total_s, std::cbrt(1e-15 + 8e-18 + 2.7e-14), 1e-18);
}

TEST(ExtendedBsp, CampingMakesAnSmWait) {
  Work work = a_work(100);
  work.camping = 6;

  EXPECT_DOUBLE_EQ(terms_of(work, a_board()).sm_s, 6e-5);
}

TEST(ExtendedBsp, TheClockRisesAfterAFifthOfASecond) {
  // 10 million blocks: 1 s at 1 GHz; 0.2 s of it at 1 GHz and the rest at 2 GHz: 0.2 + 0.8 / 2
  EXPECT_DOUBLE_EQ(extended_time_s(a_work(1e7), a_board()), 0.6);
  // lambda = 10: 0.1 s, all of it at the base clock
  EXPECT_DOUBLE_EQ(extended_time_s(a_work(1e7), a_board(), 10), 0.1);
  // after a second of copies all of it is at the boost clock
  Work warm = a_work(1e7);
  warm.busy_before_s = 1;
  EXPECT_DOUBLE_EQ(extended_time_s(warm, a_board()), 0.5);
}

TEST(ExtendedBsp, LambdaMakesTheMeasuredRunComeOut) {
  for (const double measured_s : {1e-5, 0.1, 0.6, 5.0}) {
    Board board = a_board();
    board.launch_s = 2e-6;
    const double lambda = extended_lambda(a_work(1e7), board, measured_s);

    EXPECT_NEAR(extended_time_s(a_work(1e7), board, lambda), measured_s, 1e-12 * measured_s);
  }
}

TEST(ExtendedBsp, EccLeavesLessBandwidth) {
  const device::DeviceSpec k20 = device::find_device("K20");

  EXPECT_DOUBLE_EQ(board_of(k20).dram_bytes_per_s, 208e9);
  EXPECT_DOUBLE_EQ(board_of(k20, true).dram_bytes_per_s, 208e9 / 1.17);
  EXPECT_DOUBLE_EQ(board_of(k20).latency_warps, 36);  // four schedulers, nine cycles
}

TEST(ExtendedBsp, ImpossibleNumbersAreRefused) {
  EXPECT_THROW((void)terms_of(a_work(0), a_board()), InputError);
  EXPECT_THROW((void)extended_time_s(a_work(1), a_board(), 0), InputError);
  EXPECT_THROW((void)extended_lambda(a_work(1), a_board(), -1), InputError);
  EXPECT_THROW((void)extended_time_s({.blocks = 1, .block = {}}, a_board()), InputError);  // no work at all
  Board board = a_board();
  board.sms = 0;
  EXPECT_THROW((void)terms_of(a_work(1), board), InputError);
}

}  // namespace
}  // namespace forewarp::model::bsp
