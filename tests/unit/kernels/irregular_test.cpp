// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

// (n - 2)^2 inner points, each 5 loads, 3 sums, 2 fused multiply-adds and a store.
TEST_P(CorpusCounts, StencilFromGlobalMemory) {
  at_sizes("stencil5_global", {{{"n", 32}}, {{"n", 50}}, {{"n", 100}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double inner = (n - 2) * (n - 2);

             EXPECT_EQ(is.floating_point, 5 * inner);
             EXPECT_EQ(is.fused, 2 * inner);
             EXPECT_EQ(is.global_load.lanes, 5 * inner);
             EXPECT_EQ(is.global_store.lanes, inner);
           });
}

// Every point comes once, and 16 more for each side of a block that has a neighbour there: between g x g blocks there
// are 2 g (g - 1) borders with two sides each.
TEST_P(CorpusCounts, StencilThroughSharedMemory) {
  at_sizes("stencil5_shared", {{{"n", 32}}, {{"n", 48}}, {{"n", 96}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto n = static_cast<double>(launch.parameters.at("n"));
             const double inner = (n - 2) * (n - 2), side = n / 16, brought = n * n + 16 * 4 * side * (side - 1);

             EXPECT_EQ(is.floating_point, 5 * inner);
             EXPECT_EQ(is.global_load.lanes, brought);
             EXPECT_EQ(is.global_store.lanes, inner);
             EXPECT_EQ(is.shared_store.lanes, brought);
             EXPECT_EQ(is.shared_load.lanes, 5 * inner);
             EXPECT_EQ(is.barriers, side * side * 8);
           });
}

// Two offsets a row; column, value and x a nonzero, and one fused multiply-add; y a row.
TEST_P(CorpusCounts, SpmvReadsThreeNumbersANonzero) {
  at_sizes("spmv_csr", {{{"rows", 256}}, {{"rows", 1000}}, {{"rows", 3000}}},
           [](const Counts& is, const launch::Launch& launch) {
             const auto rows = static_cast<double>(launch.parameters.at("rows"));
             const double nonzeros = rows * static_cast<double>(launch.parameters.at("nonzeros"));

             EXPECT_EQ(is.fused, nonzeros);
             EXPECT_EQ(is.floating_point, nonzeros);
             EXPECT_EQ(is.global_load.lanes, 2 * rows + 3 * nonzeros);
             EXPECT_EQ(is.global_store.lanes, rows);
           });
}

// Every node reads its level; one in the frontier two offsets; each of its edges a target and that target's level.
TEST_P(CorpusCounts, BfsReadsTwoNumbersAnEdgeOfTheFrontier) {
  at_sizes("bfs_step", {{{"nodes", 256}}, {{"nodes", 1000}}, {{"nodes", 3000}}},
           [](const Counts& is, const launch::Launch& launch) {
             const Inputs inputs(launch);
             const auto offsets = inputs.values<std::int32_t>("offsets"), level = inputs.values<std::int32_t>("level");
             double frontier = 0, edges = 0;
             for (std::size_t node = 0; node < level.size(); ++node)
               if (level[node] == 0) {
                 frontier += 1;
                 edges += offsets[node + 1] - offsets[node];
               }

             EXPECT_GT(edges, 0);
             EXPECT_EQ(is.global_load.lanes, static_cast<double>(level.size()) + 2 * frontier + 2 * edges);
             EXPECT_EQ(is.floating_point, 0);
           });
}

// Half of the threads have a partner above them and load two elements; they store two where these are out of order.
TEST_P(CorpusCounts, BitonicStepExchangesWhatIsOutOfOrder) {
  for (const launch::Parameters& step :
       {launch::Parameters{{"distance", 1}, {"run", 2}}, {{"distance", 64}, {"run", 128}}})
    for (const std::int64_t n : {256, 1024, 4096}) {
      launch::Parameters set = step;
      set["n"] = n;
      at_sizes("bitonic_step", {set}, [](const Counts& is, const launch::Launch& launch) {
        const Inputs inputs(launch);
        const auto before = inputs.values<std::int32_t>("data");
        const Expected after = find_reference("bitonic_step")(launch, inputs)[0];
        double moved = 0;
        for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] != after.value[i];

        EXPECT_EQ(is.global_load.lanes, static_cast<double>(before.size()));
        EXPECT_EQ(is.global_store.lanes, moved);
      });
    }
}

// An interaction: 3 differences, 3 fused multiply-adds to the square, a reciprocal root, 3 products, 3 fused
// multiply-adds to the sums. A block of 256 brings n bodies of 16 bytes and each of its threads reads them all.
TEST_P(CorpusCounts, NbodyMeetsEveryPair) {
  at_sizes("nbody", {{{"n", 256}}, {{"n", 512}}, {{"n", 768}}}, [](const Counts& is, const launch::Launch& launch) {
    const auto n = static_cast<double>(launch.parameters.at("n"));

    EXPECT_EQ(is.fused, 6 * n * n);
    EXPECT_EQ(is.floating_point, 13 * n * n);
    const double own = GetParam() == Source::nvcc ? 16 : 12;  // clang leaves a thread's own mass unread
    EXPECT_EQ(is.global_load.bytes, own * n + 16 * n * n / 256);
    EXPECT_EQ(is.global_store.bytes, 16 * n);
    EXPECT_EQ(is.shared_store.bytes, 16 * n * n / 256);
    EXPECT_EQ(is.shared_load.bytes, 16 * n * n);
    EXPECT_EQ(is.barriers, n / 32 * n / 256 * 2);
  });
}

// The OpenCL twins ask for the same bytes and do the same arithmetic as the CUDA kernels by the same compiler.
TEST(OpenClTwins, DoWhatTheCudaKernelsDo) {
  struct Twin {
    const char* kernel;
    launch::Parameters set;
  };
  for (const Twin& twin : {Twin{"bfs_step", {{"nodes", 1000}}},
                           {"histogram", {{"n", 1000}, {"blocks", 2}}},
                           {"matmul_tiled", {{"n", 32}}},
                           {"nbody", {{"n", 256}}},
                           {"saxpy", {{"n", 1000}, {"blocks", 2}}},
                           {"spmv_csr", {{"rows", 1000}}},
                           {"stencil5_global", {{"n", 50}}},
                           {"transpose_tiled", {{"n", 64}}},
                           {"vector_add", {{"n", 1000}}}}) {
    SCOPED_TRACE(twin.kernel);
    if (!module_of(twin.kernel, Source::opencl)) GTEST_SKIP() << "clang is not here";
    const Counts opencl = run_kernel(twin.kernel, twin.set, Source::opencl).counts;
    const Counts cuda = run_kernel(twin.kernel, twin.set, Source::clang).counts;

    EXPECT_EQ(opencl.floating_point, cuda.floating_point);
    EXPECT_EQ(opencl.barriers, cuda.barriers);
    EXPECT_EQ(opencl.global_load.bytes, cuda.global_load.bytes);
    EXPECT_EQ(opencl.shared_load.bytes, cuda.shared_load.bytes);
    EXPECT_EQ(opencl.shared_store.bytes, cuda.shared_store.bytes);
    EXPECT_EQ(opencl.shared_atomic.lanes, cuda.shared_atomic.lanes);
  }
}

}  // namespace
}  // namespace forewarp::kernels
