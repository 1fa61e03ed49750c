// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

double up(double a, double b) { return std::ceil(a / b); }

TEST_P(CorpusCounts, VectorAddReadsTwoAndWritesOneElementAThread) {
  at_sizes(
      "vector_add", {{{"n", 1000}}, {{"n", 4096}}, {{"n", 20000}}}, [](const Counts& is, const launch::Launch& launch) {
        const auto n = static_cast<double>(launch.parameters.at("n"));

        EXPECT_EQ(is.floating_point, n);
        EXPECT_EQ(is.global_load.lanes, 2 * n);
        EXPECT_EQ(is.global_load.requests, 2 * up(n, 32));  // the last warp with any thread below n is the last to ask
        EXPECT_EQ(is.global_load.sectors, 2 * up(n, 8));    // 8 floats a sector, buffers begin on one
        EXPECT_EQ(is.global_store.lanes, n);
        EXPECT_EQ(is.global_store.requests, up(n, 32));
        EXPECT_EQ(is.global_store.sectors, up(n, 8));
        EXPECT_EQ(is.barriers, 0);
      });
}

TEST_P(CorpusCounts, SaxpyTouchesEveryElementOnceWhateverTheGrid) {
  at_sizes("saxpy", {{{"n", 1000}, {"blocks", 2}}, {{"n", 4096}, {"blocks", 3}}, {{"n", 20000}, {"blocks", 5}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));

             EXPECT_EQ(is.floating_point, n);
             EXPECT_EQ(is.fused, n);
             EXPECT_EQ(is.global_load.lanes, 2 * n);
             EXPECT_EQ(is.global_load.requests, 2 * up(n, 32));  // strides are multiples of 32 elements
             EXPECT_EQ(is.global_load.sectors, 2 * up(n, 8));
             EXPECT_EQ(is.global_store.lanes, n);
             EXPECT_EQ(is.global_store.sectors, up(n, 8));
           });
}

// A subtraction, two products, a division and a sum a term.
TEST_P(CorpusCounts, BinomialSeriesDoesFiveOperationsATerm) {
  at_sizes("binomial_series",
           {{{"blocks", 3}, {"block", 32}, {"terms", 40}},
            {{"blocks", 2}, {"block", 96}, {"terms", 41}},
            {{"blocks", 5}, {"block", 160}, {"terms", 1}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double threads = static_cast<double>(launch.grid.count() * launch.block.count());

             EXPECT_EQ(is.floating_point, 5 * threads * static_cast<double>(launch.parameters.at("terms")));
             EXPECT_EQ(is.global_load.lanes, threads);
             EXPECT_EQ(is.global_load.sectors, threads / 8);
             EXPECT_EQ(is.global_store.sectors, threads / 8);
             EXPECT_EQ(is.barriers, 0);
           });
}

// A warp of a 16 x 16 block is two rows of 16 threads. Along a row of the matrix: 2 x 64 bytes, 4 sectors. Along a
// column: 16 rows, in each two elements side by side: 16 sectors.
TEST_P(CorpusCounts, MatrixAdditionMovesFourTimesAsManySectorsAlongColumns) {
  for (const auto& [kernel, sectors] : {std::pair{"matrix_add_coalesced", 4.0}, {"matrix_add_uncoalesced", 16.0}})
    at_sizes(kernel, {{{"n", 32}}, {{"n", 64}}, {{"n", 160}}}, [&](const Counts& is, const launch::Launch& launch) {
      const auto n = static_cast<double>(launch.parameters.at("n"));

      EXPECT_EQ(is.floating_point, n * n);
      EXPECT_EQ(is.global_load.lanes, 2 * n * n);
      EXPECT_EQ(is.global_load.requests, 2 * n * n / 32);
      EXPECT_EQ(is.global_load.sectors, 2 * n * n / 32 * sectors);
      EXPECT_EQ(is.global_store.requests, n * n / 32);
      EXPECT_EQ(is.global_store.sectors, n * n / 32 * sectors);
    });
}

// 256 threads are 8 warps, 4 x 8 of them cover a tile of 32 x 32. A warp reads 32 floats of a row: 4 sectors. It writes
// a row as well, or (naive) 32 rows of a column: 32 sectors. 32 floats of a column of an unpadded tile lie in one bank.
TEST_P(CorpusCounts, TransposesDifferInTheSectorsTheyWriteAndTheBanksTheyMeet) {
  struct Variant {
    const char* kernel;
    double store_sectors, load_wavefronts;
  };
  for (const Variant& variant :
       {Variant{"transpose_naive", 32, 0}, {"transpose_tiled", 4, 32}, {"transpose_padded", 4, 1}})
    at_sizes(variant.kernel, {{{"n", 32}}, {{"n", 64}}, {{"n", 96}}},
             [&](const Counts& is, const launch::Launch& launch) {
               const auto n = static_cast<double>(launch.parameters.at("n"));
               const double requests = n * n / 32, shared = variant.load_wavefronts > 0 ? requests : 0;

               EXPECT_EQ(is.global_load.requests, requests);
               EXPECT_EQ(is.global_load.sectors, 4 * requests);
               EXPECT_EQ(is.global_store.requests, requests);
               EXPECT_EQ(is.global_store.sectors, variant.store_sectors * requests);
               EXPECT_EQ(is.shared_store.requests, shared);
               EXPECT_EQ(is.shared_store.wavefronts, shared);
               EXPECT_EQ(is.shared_load.requests, shared);
               EXPECT_EQ(is.shared_load.wavefronts, variant.load_wavefronts * shared);
               EXPECT_EQ(is.barriers, shared > 0 ? n / 32 * n / 32 * 8 : 0);
               EXPECT_EQ(is.floating_point, 0);
             });
}

}  // namespace
}  // namespace forewarp::kernels
