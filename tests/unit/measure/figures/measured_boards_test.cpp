// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Boards that ship, as if they were new: from a similar board, their data sheet and the tables of gpu-benches.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "forewarp/measure/figures/base.hpp"
#include "forewarp/measure/figures/fit.hpp"
#include "forewarp/model/device/database.hpp"
#include "source_dir.hpp"

namespace forewarp::figures {
namespace {
namespace fs = std::filesystem;

struct Board {
  const char *name, *like;
  std::vector<std::string> sheet;
};

const std::vector<Board> boards = {
    {"L40",
     "RTX 4090",
     {"sms=142", "base_mhz=735", "boost_mhz=2490", "memory_gbps_per_pin=18", "dram_gb_per_s=864", "l2_kib=98304",
      "dram_gib=48", "tdp_w=300"}},
    {"A40",
     "RTX 3080",
     {"sms=84", "base_mhz=1305", "boost_mhz=1740", "memory_gbps_per_pin=14.5", "memory_bus_bits=384",
      "dram_gb_per_s=696", "l2_kib=6144", "dram_gib=48", "tdp_w=300"}},
};

TEST(FiguresOfMeasuredBoards, PredictStreamsAsWellAsTheFileThatShips) {
  const char* named = std::getenv("FOREWARP_DATA");
  const fs::path data = named != nullptr ? fs::path(named) : fs::path(test::source_dir()) / "../shared/data";
  if (!fs::exists(data / "microbench/stream.csv"))
    GTEST_SKIP() << "no ../shared/data/microbench; FOREWARP_DATA names another folder";

  for (const Board& board : boards) {
    const BoardRows rows = read_rows(data / "microbench", board.name);
    const Fit shipped = fit(device::find_device(board.name), rows);
    const Fit fresh = fit(base_for(board.name, device::find_device(board.like), board.sheet, "data sheet"), rows);

    // base_*: the file that ships, on the same rows; two rows, init and read with 64 threads per block, are left out.
    ASSERT_TRUE(shipped.check && fresh.check);
    EXPECT_EQ(fresh.check->left_out, 2);
    EXPECT_LE(fresh.check->median, shipped.check->base_median + 0.01) << board.name;
    EXPECT_LE(fresh.check->q90, shipped.check->base_q90) << board.name;
  }
}

}  // namespace
}  // namespace forewarp::figures
