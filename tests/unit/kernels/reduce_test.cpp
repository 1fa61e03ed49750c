// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

double up(double a, double b) { return std::ceil(a / b); }

// A block of 256: 256 products stored; then 128 + 64 + ... + 1 = 255 sums, each two loads and a store; the result is
// loaded once more. One barrier after the products and one after each of 8 halvings, 8 warps.
TEST_P(CorpusCounts, DotProductHalvesInSharedMemory) {
  at_sizes("dot_product", {{{"n", 256}}, {{"n", 1024}}, {{"n", 4096}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double blocks = n / 256;

             EXPECT_EQ(is.floating_point, n + 255 * blocks);
             EXPECT_EQ(is.global_load.lanes, 2 * n);
             EXPECT_EQ(is.global_load.sectors, 2 * n / 8);
             EXPECT_EQ(is.global_store.lanes, blocks);
             EXPECT_EQ(is.shared_store.lanes, (256 + 255) * blocks);
             EXPECT_EQ(is.shared_load.lanes, (2 * 255 + 1) * blocks);
             EXPECT_EQ(is.barriers, 8 * (1 + 8) * blocks);
           });
}

// A block of 256 has 8 warps. n sums in the loops; five shuffles and sums of every lane of every warp, then of one
// warp; each warp stores its sum and the first loads 8 of them.
// Only lane 0 needs the last of each five sums, and clang moves these to where that is known: 31 sums less a warp for 8
// + 1 warps.
TEST_P(CorpusCounts, ReductionShufflesTwice) {
  at_sizes("reduction", {{{"n", 2048}, {"blocks", 2}}, {{"n", 5000}, {"blocks", 3}}, {{"n", 9999}, {"blocks", 4}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double blocks = launch.grid.x, shuffles = 5 * (256 + 32) * blocks;

             EXPECT_EQ(is.shuffles, shuffles);
             const double unneeded = GetParam() == Source::clang ? 31 * (8 + 1) * blocks : 0;
             EXPECT_EQ(is.floating_point, n + shuffles - unneeded);
             EXPECT_EQ(is.global_load.lanes, n);
             EXPECT_EQ(is.global_load.requests, up(n, 32));
             EXPECT_EQ(is.global_load.sectors, up(n, 8));
             EXPECT_EQ(is.global_store.lanes, blocks);
             EXPECT_EQ(is.shared_store.lanes, 8 * blocks);
             EXPECT_EQ(is.shared_load.lanes, 8 * blocks);
             EXPECT_EQ(is.barriers, 8 * blocks);
           });
}

// A run of 512 in a block of 256 threads, 8 warps. Stores: 512 at first, 256 + ... + 1 = 511 on the way up, the zero at
// the root, 2 x 511 on the way down. Loads: 2 x 511 up, the root, 2 x 511 down, 512 at last. Barriers: before each of 9
// levels up, the root, 9 levels down, and the end.
TEST_P(CorpusCounts, ScanGoesUpAndDownItsTree) {
  at_sizes("scan", {{{"n", 512}}, {{"n", 1024}}, {{"n", 4096}}}, [](const Counts& is, const launch::Launch& launch) {
    const auto n = static_cast<double>(launch.parameters.at("n"));
    const double runs = n / 512;

    EXPECT_EQ(is.floating_point, 0);
    EXPECT_EQ(is.global_load.lanes, n);
    EXPECT_EQ(is.global_load.sectors, n / 8);
    EXPECT_EQ(is.global_store.lanes, n + runs);
    EXPECT_EQ(is.shared_store.lanes, (512 + 511 + 1 + 2 * 511) * runs);
    EXPECT_EQ(is.shared_load.lanes, (2 * 511 + 1 + 2 * 511 + 512) * runs);
    EXPECT_EQ(is.barriers, 8 * (9 + 1 + 9 + 1) * runs);
  });
}

// One atomic a byte in shared memory; 256 bins set to zero, read, and added to global ones by every block. 32 bytes of
// a warp are one sector.
TEST_P(CorpusCounts, HistogramAddsOnceABytePlusOnceABinAndBlock) {
  at_sizes("histogram", {{{"n", 1024}, {"blocks", 1}}, {{"n", 5000}, {"blocks", 2}}, {{"n", 20000}, {"blocks", 3}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double blocks = launch.grid.x;

             EXPECT_EQ(is.global_load.bytes, n);
             EXPECT_EQ(is.global_load.sectors, up(n, 32));
             EXPECT_EQ(is.shared_atomic.lanes, n);
             EXPECT_EQ(is.shared_store.lanes, 256 * blocks);
             EXPECT_EQ(is.shared_load.lanes, 256 * blocks);
             EXPECT_EQ(is.global_atomic.lanes, 256 * blocks);
             EXPECT_EQ(is.global_atomic.sectors, 256 / 8 * blocks);
             EXPECT_EQ(is.barriers, 2 * 8 * blocks);
           });
}

// 128 threads, 4 warps a block, 32 elements a thread at a time: every element is loaded once (4 sectors a request),
// stored to shared memory without and read with conflicts.
TEST_P(CorpusCounts, MaximumSubarrayPassesEveryElementThroughSharedMemory) {
  at_sizes("maximum_subarray",
           {{{"n", 4096}, {"blocks", 1}}, {{"n", 16384}, {"blocks", 2}}, {{"n", 36864}, {"blocks", 3}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double threads = 128.0 * launch.grid.x, runs = n / threads / 32;

             EXPECT_EQ(is.floating_point, 0);
             EXPECT_EQ(is.global_load.lanes, n);
             EXPECT_EQ(is.global_load.sectors, n / 8);
             EXPECT_EQ(is.global_store.bytes, 4 * 4 * threads);
             EXPECT_EQ(is.shared_store.wavefronts, n / 32);
             EXPECT_EQ(is.shared_load.bytes, 4 * n);
             EXPECT_GE(is.shared_load.wavefronts, n / 4);  // 32 lanes, 32 words apart, of at most 16 bytes each
             EXPECT_EQ(is.barriers, 4 * launch.grid.x * 2 * runs);
           });
}

}  // namespace
}  // namespace forewarp::kernels
