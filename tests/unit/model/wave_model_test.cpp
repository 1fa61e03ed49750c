// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave_model.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

/// 50 instructions a warp, 400 a block: 100 cycles of an SM that issues four. Alone a warp takes 60 * 5 = 300 cycles.
Demand arithmetic(double blocks) {
  Demand d = blocks_of_eight_warps(blocks);
  d.issue = blocks * 8 * 50;
  d.path = {.alu = 60, .ilp = 1, .mlp = 1};
  return d;
}

Prediction predicted(double blocks) { return model_called("wave").predict(arithmetic(blocks), a_device()); }

TEST(WaveModel, ConstantsAreThePathAndTheResourceThatIsWantedMost) {
  const wave::Constants c = wave::constants_from(arithmetic(1000), a_device());

  EXPECT_NEAR(c.tau_s, 300e-9, 1e-12);                // 300 cycles at 1 GHz
  EXPECT_NEAR(c.saturation_warps, 300 / 12.5, 1e-9);  // 100 cycles of 8 warps: 12.5 a warp
}

TEST(WaveModel, AWarpAloneHasOneScheduler) {
  // A path of 5 cycles, but 50 instructions at one a cycle: four warps, one on each scheduler, fill the SM.
  Demand d = arithmetic(1000);
  d.path = {.alu = 1, .ilp = 50, .mlp = 1};

  EXPECT_NEAR(wave::constants_from(d, a_device()).tau_s, 50e-9, 1e-12);
  EXPECT_NEAR(wave::constants_from(d, a_device()).saturation_warps, 4, 1e-9);
}

TEST(WaveModel, FewBlocksTakeThePathAndManyTheRate) {
  // 10 blocks on 10 SMs: 8 of 24 warps. 8000 blocks, 800 an SM: 100 cycles each.
  EXPECT_NEAR(predicted(10).time_s, 300e-9, 1e-9);
  EXPECT_EQ(predicted(10).limiter, "latency");
  EXPECT_NEAR(predicted(8000).time_s, 80e-6, 0.1e-6);
  EXPECT_EQ(predicted(8000).limiter, "issue");
  EXPECT_LE(predicted(8000).low_s, predicted(8000).time_s);
  EXPECT_GE(predicted(8000).high_s, predicted(8000).time_s);
}

TEST(WaveModel, NeedsWhatTheBoundsModelNeeds) {
  EXPECT_THROW((void)model_called("wave").predict({}, a_device()), InputError);
}

TEST(WaveModel, StatesItsAssumptions) {
  Demand cold = arithmetic(10);
  cold.caches = Caches::cold;

  const Prediction p = model_called("wave").predict(cold, a_device());

  EXPECT_EQ(p.caches, Caches::cold);
  EXPECT_FALSE(p.errors);
  EXPECT_EQ(p.notes.size(), 3u);  // the model's own, times that were not checked, a sharpness of another device
}

TEST(WaveModel, WidensTheRangeByTwoStandardErrorsOfSampledCounts) {
  Demand sampled = arithmetic(8000);
  sampled.sampling_error = 0.1;

  const Prediction exact = predicted(8000), p = model_called("wave").predict(sampled, a_device());

  EXPECT_EQ(p.time_s, exact.time_s);
  EXPECT_DOUBLE_EQ(p.high_s, exact.high_s * 1.2);  // 1 + 2 * 0.1; this device launches in no time
  EXPECT_DOUBLE_EQ(p.low_s, exact.low_s / 1.2);
}

}  // namespace
}  // namespace forewarp::model
