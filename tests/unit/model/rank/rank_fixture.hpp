// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A ranking of the kernel that doubles its elements, on a V100.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/rank/rank.hpp"
#include "unit/doubling_kernel.hpp"

namespace forewarp::rank {

class Rank : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("FOREWARP_CACHE", "off", 1);
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const std::filesystem::path file =
        std::filesystem::path(::testing::TempDir()) / ("forewarp_rank_test_" + test + ".ptx");
    std::ofstream(file) << testing::doubling;
    options_.request.path = file.string();
    options_.request.grid = "n/block_x";
    options_.request.set = {"n=1048576", "block_x=32"};
    options_.request.block = "block_x";
    options_.request.arguments = {"data=buffer:f32:n:iota"};
    options_.device = device::find_device("V100");
  }
  RankOptions options_;
};

}  // namespace forewarp::rank
