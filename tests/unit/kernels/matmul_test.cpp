// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

const std::vector<launch::Parameters> sizes{{{"n", 32}}, {{"n", 64}}, {{"n", 96}}};

// Every thread makes n fused multiply-adds, and a load of a and of b for each. In a warp (2 x 16 threads, see the
// matrix addition) that computes two rows: a is two elements of two rows, 2 sectors; b is 16 floats of a row, 2
// sectors. In one that computes 16 rows: a is 16 elements in 16 rows; b two neighbours, 1 sector.
TEST_P(CorpusCounts, MatmulFromGlobalMemory) {
  struct Variant {
    const char* kernel;
    double load_sectors, store_sectors;
  };
  for (const Variant& variant :
       {Variant{"matmul_global_coalesced", 2 + 2, 4}, {"matmul_global_uncoalesced", 16 + 1, 16}})
    at_sizes(variant.kernel, sizes, [&](const Counts& is, const launch::Launch& launch) {
      const auto n = static_cast<double>(launch.parameters.at("n"));

      EXPECT_EQ(is.fused, n * n * n);
      EXPECT_EQ(is.floating_point, n * n * n);
      EXPECT_EQ(is.global_load.lanes, 2 * n * n * n);
      EXPECT_EQ(is.global_load.requests, 2 * n * n * n / 32);
      EXPECT_EQ(is.global_load.sectors, n * n * n / 32 * variant.load_sectors);
      EXPECT_EQ(is.global_store.requests, n * n / 32);
      EXPECT_EQ(is.global_store.sectors, n * n / 32 * variant.store_sectors);
      EXPECT_EQ(is.barriers, 0);
    });
}

// Each of the n^2 threads brings one element of a and of b in each of n / 16 steps, n^3 / 8 in all; 16 steps of fused
// multiply-adds read two floats each from shared memory; two barriers a step. A global request is two rows of 16 floats
// (4 sectors), or 16 rows of two (16 sectors). When lanes walk down a column of the tile, 16 words apart, they meet in
// 2 banks for each of the two columns of a warp: 32 words in 4 banks, 8 wavefronts.
TEST_P(CorpusCounts, MatmulThroughSharedMemory) {
  struct Variant {
    const char* kernel;
    double sectors, store_wavefronts;
  };
  for (const Variant& variant :
       {Variant{"matmul_tiled", 4, 1}, {"matmul_shared_coalesced", 4, 1}, {"matmul_shared_uncoalesced", 16, 8}})
    at_sizes(variant.kernel, sizes, [&](const Counts& is, const launch::Launch& launch) {
      const auto n = static_cast<double>(launch.parameters.at("n"));
      const double warps = n * n / 32, steps = n / 16;

      EXPECT_EQ(is.fused, n * n * n);
      EXPECT_EQ(is.floating_point, n * n * n);
      EXPECT_EQ(is.global_load.lanes, n * n * n / 8);
      EXPECT_EQ(is.global_load.requests, warps * steps * 2);
      EXPECT_EQ(is.global_load.sectors, warps * steps * 2 * variant.sectors);
      EXPECT_EQ(is.global_store.sectors, warps * variant.sectors);
      EXPECT_EQ(is.shared_store.bytes, 4 * n * n * n / 8);
      EXPECT_EQ(is.shared_store.wavefronts, warps * steps * 2 * variant.store_wavefronts);
      EXPECT_EQ(is.shared_load.bytes, 8 * n * n * n);
      EXPECT_EQ(is.barriers, warps * steps * 2);
    });
}

// (n / 64)^2 blocks of 256 threads (8 warps) in n / 8 steps: each step brings 64 x 8 elements of a and of b, two of
// each a thread: n^3 / 32 in all, and each thread reads 4 + 4 floats for 16 fused multiply-adds: n^3 / 2 floats. A
// request for a is 4 rows of 8 floats, one for b 32 floats of a row: 4 sectors each. A thread's 4 x 4 results are
// stored one by one: 2 rows of 16 threads, 16 bytes apart, so 2 x 8 sectors.
TEST_P(CorpusCounts, SgemmWithRegisterTiles) {
  at_sizes("sgemm_registers", {{{"n", 64}}, {{"n", 128}}, {{"n", 192}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));

             EXPECT_EQ(is.fused, n * n * n);
             EXPECT_EQ(is.floating_point, n * n * n);
             EXPECT_EQ(is.global_load.lanes, n * n * n / 32);
             EXPECT_EQ(is.global_load.sectors, n * n * n / 32 / 32 * 4);
             EXPECT_EQ(is.global_store.lanes, n * n);
             EXPECT_EQ(is.global_store.sectors, n * n / 32 * 16);
             EXPECT_EQ(is.shared_store.bytes, 4 * n * n * n / 32);
             EXPECT_EQ(is.shared_load.bytes, 4 * n * n * n / 2);
             EXPECT_EQ(is.barriers, n / 64 * n / 64 * 8 * 2 * n / 8);
           });
}

}  // namespace
}  // namespace forewarp::kernels
