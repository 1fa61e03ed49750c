// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/sweep.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "unit/message_of.hpp"

namespace forewarp::model::wave {
namespace {

using testing::message_of;

Candidate k20(double tau_s = 0.0145) {
  return {.device = device::find_device("K20"), .constants = {.tau_s = tau_s, .saturation_warps = 33}};
}

TEST(Sweep, HasThePaperLaunchesByDefault) {
  const std::vector<SweepCell> cells = sweep(k20(), {}, 0.0145);

  EXPECT_EQ(cells.size(), 2496U);  // of Figures 1 and 2
  EXPECT_EQ(cells.front().blocks, 16U);
  EXPECT_EQ(cells.front().threads, 32U);
  EXPECT_EQ(cells.back().blocks, 1248U);
  EXPECT_EQ(cells.back().threads, 1024U);
}

TEST(Sweep, PrintedTimesAreThoseOfThePaper) {
  const Symbols k20_symbols = symbols_of(device::find_device("K20"));

  // 208 x 128 = 26624 threads fill the device: xi_rw = tau, kappa = 1/2.
  const Printed full = printed_of(k20_symbols, 208, 128, 0.0145);

  EXPECT_DOUBLE_EQ(full.kappa, 0.5);
  EXPECT_DOUBLE_EQ(full.xi_rw_s, 0.0145);
  EXPECT_DOUBLE_EQ(full.time_s, 0.029);
  EXPECT_NEAR(printed_of(k20_symbols, 1248, 1024, 0.0145).time_s, 0.783, 0.0005);
}

TEST(Sweep, TauOfThePrintedEquationsIsMeasuredTimeTimesKappa) {
  const Symbols s = symbols_of(device::find_device("K20"));
  const std::vector<Measured> one = {{{208, {128, 21, 0}}, 0.029}};

  EXPECT_NEAR(printed_tau_from(s, one), 0.0145, 1e-12);
  EXPECT_THROW((void)printed_tau_from(s, {}), InputError);
}

TEST(Sweep, BlocksThatDoNotFitAreLeftOut) {
  const SweepRanges ranges{{10, 10, 1}, {512, 2048, 512}};

  const std::vector<SweepCell> cells = sweep(k20(), {}, 1, ranges);

  ASSERT_EQ(cells.size(), 2U);  // 512 and 1024
  EXPECT_EQ(cells[1].threads, 1024U);
  EXPECT_NE(message_of([&] {
              (void)sweep(k20(), {}, 1, {{1, 1, 1}, {2048, 2048, 1}});
            }).find("2048"),
            std::string::npos);
}

TEST(Sweep, TheDataSheetsLimitGoesWithTheThreads) {
  Candidate candidate = k20(1e-9);
  candidate.min_s = 3;  // of 1000 threads
  const Work work{.threads = 1000};

  const std::vector<SweepCell> cells = sweep(candidate, work, 1, {{10, 10, 1}, {64, 64, 1}});

  EXPECT_NEAR(cells[0].time_s, 3 * 0.64, 1e-12);
}

TEST(Sweep, StepsAreReadAndChecked) {
  const Steps three = parse_steps("--x", "16:1248:16", 1), two = parse_steps("--x", "32:64", 32),
              one = parse_steps("--x", "5", 1);

  EXPECT_EQ(three.step, 16U);
  EXPECT_EQ(two.step, 32U);
  EXPECT_EQ(one.from, one.to);
  for (const char* wrong : {"", "a", "0", "3:2", "1:2:0", "1:2:3:4", "1:"})
    EXPECT_NE(message_of([&] { (void)parse_steps("--x", wrong, 1); }).find("FROM:TO[:STEP]"), std::string::npos)
        << wrong;
  EXPECT_NE(message_of([] {
              (void)sweep(k20(), {}, 1, {{1, 2000000, 1}, {32, 32, 1}});
            }).find("larger steps"),
            std::string::npos);
}

}  // namespace
}  // namespace forewarp::model::wave
