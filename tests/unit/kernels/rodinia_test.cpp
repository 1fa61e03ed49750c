// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The kernels that stand for those of Rodinia in amaris2022 (Table 2): counts that follow from the algorithm.
#include <algorithm>

#include "forewarp/frontend/launch/corpus.hpp"
#include "kernels/references.hpp"
#include "unit/kernels/corpus_run.hpp"

namespace forewarp::kernels {
namespace {

double blocks_of(const launch::Launch& launch) { return static_cast<double>(launch.grid.count()); }
double value_of(const launch::Launch& launch, const char* name) {
  return static_cast<double>(launch.parameters.at(name));
}

// 256 products; the tree adds 8, 4, 2, 1 rows of 16. Barriers: two before it and one a step, for each of 8 warps.
TEST_P(CorpusCounts, BackpropLayerForwardAddsATreeOfSixteenRows) {
  at_sizes("backprop_layer_forward", {{{"n", 16}}, {{"n", 64}}, {{"n", 400}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double blocks = blocks_of(launch);

             EXPECT_EQ(is.floating_point, blocks * (256 + 16 * (8 + 4 + 2 + 1)));
             EXPECT_EQ(is.global_load.lanes, blocks * (16 + 256));
             EXPECT_EQ(is.global_store.lanes, blocks * 16);
             EXPECT_EQ(is.barriers, blocks * 8 * (2 + 4));
           });
}

TEST_P(CorpusCounts, BackpropAdjustWeightsReadsFourAndWritesTwoNumbersAWeight) {
  at_sizes("backprop_adjust_weights", {{{"n", 16}}, {{"n", 64}}, {{"n", 400}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double weights = 16 * value_of(launch, "n");

             EXPECT_EQ(is.floating_point, 4 * weights);  // two products, a fused multiply-add, a sum
             EXPECT_EQ(is.fused, weights);
             EXPECT_EQ(is.global_load.lanes, 4 * weights);
             EXPECT_EQ(is.global_store.lanes, 2 * weights);
           });
}

TEST_P(CorpusCounts, GaussianFan1DividesOnceARowBelow) {
  at_sizes("gaussian_fan1", {{{"n", 100}, {"block", 64}}, {{"n", 512}}, {{"n", 300}, {"step", 7}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double rows = value_of(launch, "n") - value_of(launch, "step") - 1;

             EXPECT_EQ(is.global_load.lanes, 2 * rows);
             EXPECT_EQ(is.global_store.lanes, rows);
             EXPECT_GE(is.floating_point, rows);
           });
}

// An element needs its multiplier, the one in row t and itself; the right-hand side two more for each row.
TEST_P(CorpusCounts, GaussianFan2UpdatesEveryElementBelowAndTheRightHandSide) {
  at_sizes("gaussian_fan2", {{{"n", 32}}, {{"n", 50}}, {{"n", 65}, {"step", 9}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double rows = value_of(launch, "n") - value_of(launch, "step") - 1, elements = rows * (rows + 1);

             EXPECT_EQ(is.fused, elements + rows);
             EXPECT_EQ(is.global_load.lanes, 3 * elements + 2 * rows);
             EXPECT_EQ(is.global_store.lanes, elements + rows);
           });
}

// Blocks overlap by 2 STEPS cells: a cell is read by every block that needs it, and written by one.
TEST_P(CorpusCounts, HotspotWritesEveryCellOnce) {
  at_sizes("hotspot", {{{"n", 24}}, {{"n", 64}}, {{"n", 101}}}, [](const Counts& is, const launch::Launch& launch) {
    const double n = value_of(launch, "n"), blocks = blocks_of(launch), across = std::ceil(n / 12);

    // Along one axis all blocks but those at the edge read 16 cells: two fewer before 0, the last up to n - 1.
    double read = 0;
    for (double b = 0; b < across; ++b) read += std::min(n, 12 * b + 14) - std::max(0.0, 12 * b - 2);
    EXPECT_EQ(is.global_load.lanes, 2 * read * read);
    EXPECT_EQ(is.global_store.lanes, n * n);
    EXPECT_EQ(is.barriers, blocks * 8 * (1 + 2));
  });
}

// Step k divides 15 - k rows and takes the product from 15 - k elements of each: sum of squares of 1..15 is 1240.
TEST_P(CorpusCounts, LudDiagonalFactorsOneTile) {
  at_sizes("lud_diagonal", {{{"n", 16}}, {{"n", 64}}, {{"n", 64}, {"first", 32}}},
           [](const Counts& is, const launch::Launch&) {
             EXPECT_GE(is.fused, 1240);  // a division may hold more
             EXPECT_EQ(is.global_load.lanes, 256);
             EXPECT_EQ(is.global_store.lanes, 256);
             EXPECT_EQ(is.barriers, 1 + 15);
           });
}

// Two triangular solves of 16 vectors with 15 * 16 / 2 = 120 products each; three tiles in, two out.
TEST_P(CorpusCounts, LudPerimeterSolvesForTwoTilesABlock) {
  at_sizes("lud_perimeter", {{{"n", 32}}, {{"n", 64}}, {{"n", 96}, {"first", 16}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double blocks = blocks_of(launch);

             EXPECT_EQ(blocks, (value_of(launch, "n") - value_of(launch, "first")) / 16 - 1);
             EXPECT_GE(is.fused, blocks * 2 * 16 * 120);
             EXPECT_EQ(is.global_load.lanes, blocks * 3 * 256);
             EXPECT_EQ(is.global_store.lanes, blocks * 2 * 256);
           });
}

TEST_P(CorpusCounts, LudInternalTakesSixteenProductsFromAnElement) {
  at_sizes("lud_internal", {{{"n", 32}}, {{"n", 64}}, {{"n", 96}, {"first", 16}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double elements = 256 * blocks_of(launch);

             EXPECT_EQ(is.fused, 16 * elements);
             EXPECT_EQ(is.floating_point, 17 * elements);
             EXPECT_EQ(is.global_load.lanes, 3 * elements);
             EXPECT_EQ(is.global_store.lanes, elements);
             EXPECT_EQ(is.shared_load.bytes, elements * 16 * 2 * 4);
             EXPECT_EQ(is.shared_store.bytes, elements * 2 * 4);
           });
}

// A tile needs its 256 gains and the 33 scores above and left of it. Half-warps: one warp a block, 31 antidiagonals.
TEST_P(CorpusCounts, NeedlemanWunschFillsADiagonalOfTiles) {
  for (const char* kernel : {"needleman_wunsch_1", "needleman_wunsch_2"})
    at_sizes(kernel, {{{"n", 32}, {"diagonal", 0}}, {{"n", 64}, {"diagonal", 2}}, {{"n", 96}, {"diagonal", 3}}},
             [&](const Counts& is, const launch::Launch& launch) {
               const double diagonal = value_of(launch, "diagonal"), tiles = value_of(launch, "n") / 16;
               const double blocks = std::string(kernel).back() == '1' ? diagonal + 1 : tiles - 1 - diagonal;

               EXPECT_EQ(is.global_load.lanes, blocks * (256 + 33));
               EXPECT_EQ(is.global_store.lanes, blocks * 256);
               EXPECT_EQ(is.barriers, blocks * (1 + 31));
               EXPECT_EQ(is.floating_point, 0);
             });
}

// 289 places of 256 pixels: two fused multiply-adds and a sum each; at most two more fused at the end of a place.
TEST_P(CorpusCounts, HeartwallTrackComparesEveryPlaceWithinReach) {
  at_sizes("heartwall_track", {{{"points", 1}}, {{"points", 2}}, {{"points", 5}}},
           [](const Counts& is, const launch::Launch& launch) {
             const double places = 289 * value_of(launch, "points");

             EXPECT_GE(is.fused, places * 512);
             EXPECT_LE(is.fused, places * 530);  // the division and the root, where they are written out
             EXPECT_EQ(is.global_load.lanes, value_of(launch, "points") * (32 * 32 + 256 + 2 * 256));
           });
}

// A bound that is infinite, or as large as the value, would let anything pass.
TEST(RodiniaReferences, BoundsAreFarBelowTheValues) {
  const std::vector<std::pair<const char*, launch::Parameters>> cases = {{"backprop_layer_forward", {{"n", 64}}},
                                                                         {"backprop_adjust_weights", {{"n", 64}}},
                                                                         {"gaussian_fan1", {{"n", 64}}},
                                                                         {"gaussian_fan2", {{"n", 64}}},
                                                                         {"hotspot", {{"n", 64}}},
                                                                         {"lud_diagonal", {{"n", 64}}},
                                                                         {"lud_perimeter", {{"n", 64}}},
                                                                         {"lud_internal", {{"n", 64}}},
                                                                         {"heartwall_track", {{"points", 3}}}};
  for (const auto& [kernel, set] : cases) {
    const launch::Description description = launch::load_kernel(kernel);
    const launch::Launch launch = launch::launch_from(description, {.set = set});

    for (const Expected& expected : find_reference(description.reference)(launch, Inputs(launch))) {
      if (expected.bound.empty()) continue;
      const auto smaller = [](double x, double y) { return std::abs(x) < std::abs(y); };
      const double value = *std::ranges::max_element(expected.value, smaller);
      EXPECT_LE(*std::ranges::max_element(expected.bound), 1e-4 * std::abs(value)) << kernel << ' ' << expected.buffer;
    }
  }
}

}  // namespace
}  // namespace forewarp::kernels
