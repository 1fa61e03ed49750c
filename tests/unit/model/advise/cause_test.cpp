// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/cause.hpp"

#include <gtest/gtest.h>

#include <set>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/device/database.hpp"
#include "unit/message_of.hpp"

namespace forewarp::advise {
namespace {

profile::AccessSite load_at(std::uint32_t line, double sectors) {
  profile::AccessSite site;
  site.mnemonic = "ld.global.f32";
  site.space = ptx::StateSpace::global;
  site.kind = emu::AccessKind::load;
  site.bytes_per_lane = 4;
  site.requests = 100, site.lanes = 3200;
  site.sectors = sectors;
  site.ptx_line = line;
  return site;
}

Situation a_situation() {
  Situation s;
  s.device = device::find_device("V100");
  s.profile.kernel = "k";
  s.profile.launch.grid = {100, 1, 1};
  s.profile.launch.block = {32, 1, 1};
  s.profile.warps = 100, s.profile.threads = 3200;
  return s;
}

const ptx::Module nothing;

TEST(Cause, NamesAreOnceAndOthersAreRefused) {
  const auto names = cause_names();

  EXPECT_EQ(std::set<std::string_view>(names.begin(), names.end()).size(), names.size());
  for (const std::string_view name : names) EXPECT_TRUE(is_cause(name)) << name;
  EXPECT_FALSE(is_cause("uncoalesed"));
  EXPECT_EQ(testing::message_of([] { (void)find_causes("uncoalesed", a_situation(), nothing); }).substr(0, 21),
            "no cause 'uncoalesed'");
}

// 100 requests of 32 lanes x 4 bytes need 4 sectors each; sites with 32, 6 and 4.5 sectors a request; 5 is the limit.
TEST(Cause, UncoalescedSitesComeLargestExcessFirst) {
  Situation s = a_situation();
  s.profile.sites = {load_at(10, 450), load_at(11, 600), load_at(12, 3200)};

  const auto causes = find_causes("uncoalesced", s, nothing);

  ASSERT_EQ(causes.size(), 2);
  EXPECT_EQ(causes[0].ptx_line, 12);
  EXPECT_EQ(causes[0].what, "ld.global.f32: 32 sectors a request where 4 would do");
  EXPECT_EQ(causes[0].weight, 2800);
  EXPECT_EQ(causes[1].ptx_line, 11);
}

TEST(Cause, AtMostThreeAreNamedEqualOnesInTheOrderOfTheCode) {
  Situation s = a_situation();
  s.profile.sites = {load_at(10, 800), load_at(11, 800), load_at(12, 800), load_at(13, 800)};

  const auto causes = find_causes("uncoalesced", s, nothing);

  ASSERT_EQ(causes.size(), 3);
  EXPECT_EQ(causes[0].ptx_line, 10);
  EXPECT_EQ(causes[2].ptx_line, 12);
}

TEST(Cause, DivergentBlocksWeighWhatTheyWaste) {
  Situation s = a_situation();
  profile::BasicBlockCount full, half;
  full.first_line = 3, full.last_line = 5, full.warps = 100, full.threads = 3200, full.instructions = 3;
  half.first_line = 6, half.last_line = 9, half.warps = 10, half.threads = 160, half.instructions = 4;
  s.profile.basic_blocks = {full, half};

  const auto causes = find_causes("divergence", s, nothing);

  ASSERT_EQ(causes.size(), 1);
  EXPECT_EQ(causes[0].what, "PTX lines 6-9: 16 of 32 lanes at work");
  EXPECT_EQ(causes[0].weight, 4 * (10 - 160 / 32.0));
}

TEST(Cause, InstructionsOfAKindAreFoundInTheText) {
  const ptx::Module module = ptx::parse(R"(.version 8.0
.target sm_70
.address_size 64
.visible .entry k()
{
  .reg .f64 %fd<3>;
  .reg .f32 %f<3>;
  add.f64 %fd1, %fd1, %fd2;
  div.rn.f32 %f1, %f1, %f2;
  bar.sync 0;
  ret;
})");

  EXPECT_EQ(find_causes("doubles", a_situation(), module).at(0).ptx_line, 8);
  EXPECT_EQ(find_causes("divisions", a_situation(), module).at(0).what, "div.rn.f32");
  EXPECT_EQ(find_causes("barriers", a_situation(), module).at(0).ptx_line, 10);
  EXPECT_TRUE(find_causes("doubles", a_situation(), nothing).empty());
}

TEST(Cause, AnEvenLaunchHasNoImbalance) {
  Situation s = a_situation();
  s.profile.imbalance = 1;
  EXPECT_TRUE(find_causes("imbalance", s, nothing).empty());

  s.profile.imbalance = 2;
  EXPECT_EQ(find_causes("imbalance", s, nothing).at(0).what, "the most expensive block costs 2 times the mean");
}

}  // namespace
}  // namespace forewarp::advise
