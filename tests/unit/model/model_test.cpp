// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/model.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/bounds_model.hpp"
#include "forewarp/model/bounds/feature_demand.hpp"
#include "forewarp/model/counters/features.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

launch::Launch thousand_blocks() {
  launch::Launch l;
  l.grid = {1000, 1, 1};
  l.block = {256, 1, 1};
  return l;
}

Demand some_demand() {
  Demand d = blocks_of_eight_warps(1000);
  d.issue = 8000 * 50;
  d.fp32 = 8000 * 20;
  d.l2_sectors = 8000 * 8;
  d.dram_bytes = 8000 * 256;
  d.dram_written_bytes = d.dram_bytes / 2;  // as features are read, which do not tell
  d.path = {.alu = 30, .global = 1, .ilp = 1.5, .mlp = 2};
  return d;
}

TEST(Models, AreFoundByName) {
  for (const auto name : model_names()) EXPECT_EQ(model_called(name).name(), name);
  EXPECT_THROW((void)model_called("oracle"), InputError);
  EXPECT_TRUE(is_model("wave"));
  EXPECT_FALSE(is_model("model.fwm"));
  EXPECT_EQ(default_model().name(), "bounds");
}

TEST(Models, PredictASummaryAndItsProfileAlike) {
  profile::Profile profile;
  profile.launch = thousand_blocks();
  profile.warps = 8000;
  profile.instructions = {{"fma.rn.f32", ptx::Opcode::fma, ptx::Type::f32, ptx::StateSpace::none, 8e5, 256e5}};
  profile.path = {.alu = 100, .instructions = 100, .ilp = 1, .mlp = 1};
  for (const auto name : model_names()) {
    const Model& model = model_called(name);

    const Prediction p = predict(profile, a_device(), Caches::warm, model);

    EXPECT_EQ(p.time_s, predict(summarise(profile), a_device(), Caches::warm, model).time_s) << name;
    EXPECT_EQ(p.time_s, model.predict(demand(profile, a_device(), Caches::warm), a_device()).time_s) << name;
    EXPECT_EQ(p.caches, Caches::warm) << name;
  }
}

TEST(BoundsModel, SaysTheSameFromFeaturesAsFromTheDemandTheySpell) {
  feature::Features f = features_of(some_demand());

  const Prediction p = default_model().predict(demand_from(f, thousand_blocks(), a_device()), a_device());

  EXPECT_DOUBLE_EQ(p.time_s, bounds(some_demand(), a_device()).time_s);
  EXPECT_EQ(p.theoretical.blocks_per_sm, 8U);
}

TEST(BoundsModel, IsTheDefaultAndAnswersAsItsFunction) {
  const BoundsModel model;

  EXPECT_EQ(model.name(), "bounds");
  EXPECT_EQ(default_model().name(), model.name());
  EXPECT_EQ(model.predict(some_demand(), a_device()).high_s, bounds(some_demand(), a_device()).high_s);
}

TEST(BoundsModel, NeedsTheCountOfInstructions) {
  EXPECT_THROW((void)demand_from({}, thousand_blocks(), a_device()), InputError);
}

TEST(DemandFromFeatures, TakesAchievedOccupancyOnlyWhereRegistersAreUnknown) {
  feature::Features f;
  f.set("warp_instructions", 8000);
  f.set("achieved_occupancy", 0.30);  // 19.2 of 64 warps: three blocks of eight

  EXPECT_EQ(demand_from(f, thousand_blocks(), a_device()).occupancy.blocks_per_sm, 3U);

  f.set("registers_per_thread", 32);
  EXPECT_EQ(demand_from(f, thousand_blocks(), a_device()).occupancy.blocks_per_sm, 8U);
}

TEST(DemandFromFeatures, EstimatesACriticalPathWhereCountersSeeNone) {
  const auto f = counters::features_of(
      {{"inst_executed", 8000 * 100}, {"gld_transactions", 8000 * 16}, {"gld_transactions_per_request", 4}});

  const Demand d = demand_from(f, thousand_blocks(), a_device());

  // a warp: 100 instructions, 4 of them loads, of which two are in flight; of the others one and a half
  EXPECT_DOUBLE_EQ(d.path.global, 2);
  EXPECT_DOUBLE_EQ(d.path.alu, 64);
  // 96 a warp that no counter names, half for either pipe
  EXPECT_DOUBLE_EQ(d.int_add, 8000 * 48);
  EXPECT_DOUBLE_EQ(d.fp32, 8000 * 48);
}

}  // namespace
}  // namespace forewarp::model
