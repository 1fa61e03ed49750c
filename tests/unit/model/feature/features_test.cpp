// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/features.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "forewarp/model/feature/profile_features.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::feature {
namespace {

TEST(Catalogue, NamesEachFeatureOnceWithAUnitAMeaningAndASource) {
  std::set<std::string_view> names;
  for (const FeatureInfo& f : catalogue()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_FALSE(f.unit.empty()) << f.name;
    EXPECT_FALSE(f.meaning.empty()) << f.name;
    EXPECT_TRUE(f.source == "emulated" || f.source == "counters" || f.source == "launch") << f.name;
  }
}

TEST(Catalogue, MarksWhatIsTimeInAnotherUnit) {
  EXPECT_TRUE(find_feature("elapsed_cycles")->proxy_of_time);
  EXPECT_TRUE(find_feature("dram_throughput")->proxy_of_time);
  EXPECT_FALSE(find_feature("dram_traffic")->proxy_of_time);
}

TEST(Features, KeepTheOrderInWhichTheyWereSetAndOverwrite) {
  Features f;
  f.set("ctas", 4);
  f.set("warps", 8);
  f.set("ctas", 5);

  ASSERT_EQ(f.items().size(), 2U);
  EXPECT_EQ(f.items()[0], (std::pair<std::string, double>("ctas", 5)));
  EXPECT_EQ(f.get("special_ops", -1), -1);
}

TEST(Features, RefuseUnknownNamesMissingNamesAndWhatIsNoNumber) {
  Features f;

  EXPECT_THROW(f.set("flops", 1), InputError);
  EXPECT_THROW(f.set("warps", std::numeric_limits<double>::quiet_NaN()), InputError);
  EXPECT_THROW((void)f.at("warps"), InputError);
}

TEST(ProfileFeatures, OfAnEmptyProfileAreFinite) {
  const Features f = profile_features(profile::Profile{});

  EXPECT_EQ(f.at("global_efficiency"), 1);
  EXPECT_EQ(f.at("shared_conflict_rate"), 1);
}

TEST(ProfileFeatures, SumSitesAndBuffers) {
  profile::Profile p;
  profile::AccessSite load;
  load.space = ptx::StateSpace::global;
  load.lanes = 32;
  load.bytes_per_lane = 4;
  load.sectors = 32;  // a stride of 32 bytes: 128 bytes asked, 1024 moved
  profile::AccessSite shared;
  shared.space = ptx::StateSpace::shared;
  shared.requests = 10;
  shared.wavefronts = 40;
  shared.ideal_wavefronts = 10;
  p.sites = {load, shared};
  p.buffers.resize(1);
  p.buffers[0].sectors_total = 32;

  const Features f = profile_features(p);

  EXPECT_DOUBLE_EQ(f.at("global_efficiency"), 0.125);
  EXPECT_DOUBLE_EQ(f.at("shared_conflict_rate"), 4);
  EXPECT_DOUBLE_EQ(f.at("footprint_bytes"), 1024);
}

}  // namespace
}  // namespace forewarp::feature
