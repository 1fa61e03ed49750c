// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/occupancy.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

struct Row {
  const char* device;
  BlockDemand block;
  std::uint32_t blocks, warps;
  OccupancyLimit limit;
};

constexpr auto by_warps = OccupancyLimit::warps, by_blocks = OccupancyLimit::blocks,
               by_registers = OccupancyLimit::registers, by_shared = OccupancyLimit::shared_memory;

void expect_rows(std::initializer_list<Row> rows) {
  for (const Row& row : rows) {
    const Occupancy result = occupancy(find_device(row.device), row.block);
    const std::string what = std::string(row.device) + " " + std::to_string(row.block.threads) + " threads, " +
                             std::to_string(row.block.registers_per_thread) + " registers, " +
                             std::to_string(row.block.shared_bytes) + " bytes";
    EXPECT_EQ(result.blocks_per_sm, row.blocks) << what;
    EXPECT_EQ(result.warps_per_sm, row.warps) << what;
    EXPECT_STREQ(name_of(result.limit), name_of(row.limit)) << what;
  }
}

TEST(Occupancy, OnOneDotThreeRegistersAreAllocatedABlockAtATime) {
  expect_rows({
      // 8 warps * 16 * 32 = 4096 registers, 16384 / 4096 = 4; 32 / 8 = 4 warps first.
      {"C1060", {256, 16, 0}, 4, 32, by_warps},
      // 8 * 20 * 32 = 5120 = 10 * 512; 16384 / 5120 = 3.
      {"C1060", {256, 20, 0}, 3, 24, by_registers},
      // 3 warps round up to 4: 4 * 20 * 32 = 2560; 16384 / 2560 = 6; by warps 32 / 3 = 10, by blocks 8.
      {"C1060", {96, 20, 0}, 6, 18, by_registers},
      // 2 * 11 * 32 = 704 -> 1024; 16384 / 1024 = 16; 8 blocks at most.
      {"C1060", {64, 11, 0}, 8, 16, by_blocks},
      // 4100 -> 4608 bytes (units of 512); 16384 / 4608 = 3.
      {"C1060", {128, 8, 4100}, 3, 12, by_shared},
  });
}

TEST(Occupancy, OnTwoDotZeroRegistersAreAllocatedAWarpAtATimeInUnitsOf64) {
  expect_rows({
      // 20 * 32 = 640 = 10 * 64; 32768 / 640 = 51 -> 50 (even); 50 / 8 = 6 = 48 / 8.
      {"C2070", {256, 20, 0}, 6, 48, by_warps},
      // 21 * 32 = 672 -> 768 (units of 128 at 21); 32768 / 768 = 42; 42 / 8 = 5.
      {"C2070", {256, 21, 0}, 5, 40, by_registers},
      // 23 * 32 = 736 -> 768 (units of 64); 42 / 8 = 5.
      {"C2070", {256, 23, 0}, 5, 40, by_registers},
      // 8 blocks of 2 warps.
      {"C2070", {64, 16, 0}, 8, 16, by_blocks},
      // 8200 -> 8320 (units of 128); 49152 / 8320 = 5.
      {"C2070", {192, 16, 8200}, 5, 30, by_shared},
  });
}

TEST(Occupancy, OnKeplerRegistersComeInUnitsOf256AndWarpsInFours) {
  expect_rows({
      // 32 * 32 = 1024; 65536 / 1024 = 64; 64 / 8 = 8 = 64 / 8.
      {"GTX 680", {256, 32, 0}, 8, 64, by_warps},
      // 33 * 32 = 1056 -> 1280; 65536 / 1280 = 51 -> 48; 48 / 8 = 6.
      {"GTX 680", {256, 33, 0}, 6, 48, by_registers},
      {"K20", {256, 33, 0}, 6, 48, by_registers},
      // 255 * 32 = 8160 -> 8192; 8 warps; 8 / 8 = 1.
      {"K40", {256, 255, 0}, 1, 8, by_registers},
      // 16 blocks of 2 warps.
      {"K40", {64, 32, 0}, 16, 32, by_blocks},
      // 4097 -> 4352 (units of 256); 49152 / 4352 = 11.
      {"K40", {128, 32, 4097}, 11, 44, by_shared},
      // 3.7 has 131072 registers: 102 -> 100 warps; 100 / 8 = 12; 8 by warps.
      {"K80", {256, 33, 0}, 8, 64, by_warps},
      // 129 * 32 = 4128 -> 4352; 131072 / 4352 = 30 -> 28; 28 / 2 = 14.
      {"K80", {64, 129, 0}, 14, 28, by_registers},
      // 128 * 32 = 4096; 32 warps; 32 / 12 = 2.
      {"K80", {384, 128, 0}, 2, 24, by_registers},
      // 114688 / 16384 = 7.
      {"K80", {128, 32, 16384}, 7, 28, by_shared},
  });
}

TEST(Occupancy, OnMaxwellAndPascalThirtyTwoBlocksFit) {
  expect_rows({
      // 65536 / 8192 = 8 on 5.0 with 64 KiB; 98304 / 8192 = 12 on 5.2 with 96 KiB.
      {"GTX 750", {64, 32, 8192}, 8, 16, by_shared},
      {"GTX 980", {64, 32, 8192}, 12, 24, by_shared},
      {"GTX 970", {64, 32, 0}, 32, 64, by_warps},
      {"GTX 980", {32, 32, 0}, 32, 32, by_blocks},
      {"P100", {64, 32, 8192}, 8, 16, by_shared},
      // 40 * 32 = 1280; 51 warps. 6.0 has two partitions: 50 / 5 = 10. 6.1 has four: 48 / 5 = 9.
      {"P100", {160, 40, 0}, 10, 50, by_registers},
      {"GTX 1080", {160, 40, 0}, 9, 45, by_registers},
      {"GTX 1080 Ti", {1024, 32, 0}, 2, 64, by_warps},
  });
}

TEST(Occupancy, OnVoltaAndTuringSharedMemoryAndBlocksDiffer) {
  expect_rows({
      // 98304 / 49152 = 2; 7.5 has 65536: 1.
      {"V100", {256, 32, 49152}, 2, 16, by_shared},
      {"T4", {256, 32, 49152}, 1, 8, by_shared},
      // 1024 threads an SM on 7.5.
      {"RTX 2080 Ti", {256, 32, 0}, 4, 32, by_warps},
      {"RTX 2080 Ti", {32, 32, 0}, 16, 16, by_blocks},
      // 65 * 32 = 2080 -> 2304; 65536 / 2304 = 28; 28 / 8 = 3.
      {"V100", {256, 65, 0}, 3, 24, by_registers},
      // 98304 bytes in one block, the most a block may ask for.
      {"V100", {1024, 32, 98304}, 1, 32, by_shared},
  });
}

TEST(Occupancy, FromEightDotZeroOnEachBlockLosesAKibibyte) {
  expect_rows({
      // 8192 + 1024 = 9216; 167936 / 9216 = 18; by warps 64 / 4 = 16.
      {"A100", {128, 32, 8192}, 16, 64, by_warps},
      // 16384 + 1024 = 17408; 167936 / 17408 = 9.
      {"A100", {128, 32, 16384}, 9, 36, by_shared},
      // 102400 / 17408 = 5 on 8.6, 8.9 and 12.0.
      {"RTX 3080", {128, 32, 16384}, 5, 20, by_shared},
      {"RTX 4090", {128, 32, 16384}, 5, 20, by_shared},
      {"RTX 5090", {128, 32, 16384}, 5, 20, by_shared},
      // 233472 / 17408 = 13 on 9.0 and 10.0.
      {"H100", {128, 32, 16384}, 13, 52, by_shared},
      {"B200", {128, 32, 16384}, 13, 52, by_shared},
      // 48 warps an SM; 16 blocks on 8.6, 24 on 8.9 and 12.0.
      {"RTX 3090", {32, 32, 0}, 16, 16, by_blocks},
      {"L4", {32, 32, 0}, 24, 24, by_blocks},
      {"RTX 5080", {32, 32, 0}, 24, 24, by_blocks},
      {"A10", {1024, 32, 0}, 1, 32, by_warps},
      // 80 * 32 = 2560; 65536 / 2560 = 25 -> 24; 24 / 8 = 3.
      {"H200", {256, 80, 0}, 3, 24, by_registers},
      {"RTX 4090", {256, 80, 0}, 3, 24, by_registers},
      // 100 + 1024 = 1124 -> 1152 (units of 128); 102400 / 1152 = 88; by warps 48 / 2 = 24 = 24 blocks.
      {"L40S", {64, 16, 100}, 24, 48, by_warps},
  });
}

TEST(Occupancy, OnAmdWavesHave64LanesAndVgprsComeBySimd) {
  expect_rows({
      // GCN: 256 VGPRs of 64 lanes in each of 4 SIMDs. 25 -> 28 VGPRs: 9 waves a SIMD, 36 in all; 36 / 4 = 9 blocks.
      {"Fury X", {256, 25, 0}, 9, 36, by_registers},
      // 24 VGPRs: 10 waves a SIMD; 40 / 4 = 10.
      {"Fury X", {256, 24, 0}, 10, 40, by_warps},
      // Two waves a block need a barrier: 16 blocks. One wave needs none: 40.
      {"RX 480", {128, 16, 0}, 16, 32, by_blocks},
      {"RX 480", {64, 16, 0}, 40, 40, by_warps},
      // 65536 / 16384 = 4.
      {"MI50", {256, 16, 16384}, 4, 16, by_shared},
      // CDNA2: 512 VGPRs, units of 8, 8 waves a SIMD. 128 VGPRs: 4 waves a SIMD, 16 in all; 16 / 4 = 4.
      {"MI250X", {256, 128, 0}, 4, 16, by_registers},
      {"MI300X", {256, 64, 0}, 8, 32, by_warps},
      // RDNA2, waves of 32: 1024 VGPRs, units of 16. 72 -> 80: 12 waves a SIMD, 24 in all; 24 / 8 = 3.
      {"W6600", {256, 72, 0}, 3, 24, by_registers},
      // RDNA3: 1536 VGPRs, units of 24. 72: 21 waves a SIMD; 16 at most: 32 / 8 = 4.
      {"W7800", {256, 72, 0}, 4, 32, by_warps},
  });
}

TEST(Occupancy, EachLimitAloneIsReported) {
  // V100: 64 / 8 = 8 by warps; 32 blocks; 48 * 32 = 1536, 65536 / 1536 = 42 -> 40, 40 / 8 = 5; 98304 / 12288 = 8.
  const Occupancy result = occupancy(find_device("V100"), {256, 48, 12288});

  EXPECT_EQ(result.limits.by_warps, 8u);
  EXPECT_EQ(result.limits.by_blocks, 32u);
  EXPECT_EQ(result.limits.by_registers, 5u);
  EXPECT_EQ(result.limits.by_shared_memory, 8u);
  EXPECT_DOUBLE_EQ(result.fraction, 40.0 / 64);
}

std::string refusal(const char* device, const BlockDemand& block) {
  try {
    (void)occupancy(find_device(device), block);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Occupancy, WhatDoesNotFitIsRefusedNamingTheLimit) {
  EXPECT_EQ(refusal("V100", {0, 32, 0}), "a block must have at least one thread, this one has 0");
  EXPECT_EQ(refusal("V100", {1025, 32, 0}), "1025 threads per block exceed what V100 allows: at most 1024");
  EXPECT_EQ(refusal("V100", {32, 256, 0}), "256 registers per thread exceed what V100 allows: at most 255");
  EXPECT_EQ(refusal("V100", {32, 32, 98305}),
            "98305 bytes of shared memory per block exceed what V100 allows: at most 98304");
  // 171 * 32 = 5472 -> 5632; 10 warps fit P100's two register files, but 9 round up to 12 on 6.1 and so do here.
  EXPECT_NE(refusal("P100", {288, 171, 0}).find("registers run out"), std::string::npos);
  // 64 * 32 = 2048, 32 warps are all of 65536; one register more and a K80's SM has room, its block has not.
  EXPECT_EQ(occupancy(find_device("K80"), {1024, 64, 0}).blocks_per_sm, 2u);
  EXPECT_NE(refusal("K80", {1024, 65, 0}).find("registers run out"), std::string::npos);
  // 32 warps * 96 * 32 = 98304 registers.
  EXPECT_EQ(refusal("V100", {1024, 96, 0}),
            "a block of 1024 threads with 96 registers per thread and 0 bytes of shared memory does not fit an SM of "
            "V100: registers run out");
}

}  // namespace
}  // namespace forewarp::device
