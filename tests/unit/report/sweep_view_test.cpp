// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/sweep_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"

namespace forewarp::report {
namespace {

/// A K20 at 16 and 32 blocks of 32 and 64 threads, with tau = 14.5 ms.
SweepAnswer small(bool seconds_known = true) {
  SweepAnswer answer;
  answer.work = {};
  answer.seconds_known = seconds_known;
  SweptDevice k20;
  k20.device.candidate.device = device::find_device("K20");
  k20.device.candidate.constants.tau_s = 14.5e-3;
  k20.printed_tau_s = 14.5e-3;
  for (const std::uint64_t blocks : {16, 32})
    for (const std::uint32_t threads : {32u, 64u}) {
      model::wave::SweepCell cell;
      cell.blocks = blocks, cell.threads = threads;
      cell.time_s = 1e-3 * static_cast<double>(blocks + threads);
      k20.cells.push_back(cell);
    }
  answer.devices.push_back(k20);
  answer.notes = {"a note"};
  return answer;
}

TEST(SweepView, TextIsATableOfBlocksDownAndThreadsAcross) {
  const std::string text = sweep_text(small());

  EXPECT_NE(text.find("blocks down, threads per block across"), std::string::npos) << text;
  EXPECT_NE(text.find("48"), std::string::npos) << text;  // 16 + 32 ms
  EXPECT_NE(text.find("96"), std::string::npos) << text;  // 32 + 64 ms
  EXPECT_NE(text.find("a note"), std::string::npos) << text;
}

TEST(SweepView, CsvHasARowACell) {
  const std::string csv = sweep_csv(small());

  EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
  EXPECT_NE(csv.find("K20,32,64,"), std::string::npos) << csv;
  EXPECT_EQ(csv.find("device,blocks,threads,blocks_per_sm,waves,time_s,efficiency"), 0u) << csv;
}

TEST(SweepView, WithoutSecondsJsonHasNoTimes) {
  const auto known = sweep_json(small()), unknown = sweep_json(small(false));

  EXPECT_DOUBLE_EQ(known["sweep"][0]["cells"][0]["time_s"], 0.048);
  EXPECT_TRUE(unknown["sweep"][0]["cells"][0]["time_s"].is_null());
}

}  // namespace
}  // namespace forewarp::report
