// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/profile_view.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

profile::Profile two_accesses() {
  profile::Profile p;
  p.kernel = "k";
  p.launch.grid = {4, 2, 1};
  p.launch.block = {64, 1, 1};
  launch::Argument argument;
  argument.name = "data";
  argument.value = launch::Buffer{ptx::Type::f32, 1024, {}};
  p.launch.arguments.push_back(argument);
  p.sampling = {8, 8, true, false, 0, 100};
  p.instructions.push_back({"fma.rn.f32", ptx::Opcode::fma, ptx::Type::f32, {}, 16, 512});
  p.warp_instructions = 100;
  p.thread_instructions = 1600;
  p.path.alu = 3;
  p.path.instructions = 6;
  profile::AccessSite cheap, dear;
  cheap.mnemonic = "ld.shared.f32";
  cheap.space = ptx::StateSpace::shared;
  cheap.ptx_line = 7;
  cheap.requests = cheap.wavefronts = cheap.ideal_wavefronts = 10;
  dear.mnemonic = "ld.global.f32";
  dear.space = ptx::StateSpace::global;
  dear.ptx_line = 9;
  dear.source_file = "/somewhere/kernel.cu";
  dear.source_line = 3;
  dear.buffer = 0;
  dear.bytes_per_lane = 4;
  dear.requests = 10;
  dear.lanes = 320;
  dear.sectors = 320;
  p.sites = {cheap, dear};
  p.buffers.push_back({"data", 4096, false, 128, 16, 16, 0, 128, 1024, {0, 0.5, 1}, {}, {}, {}});
  p.notes = {"a note"};
  return p;
}

TEST(ProfileView, PutsTheCostliestAccessFirst) {
  const auto text = profile_text(two_accesses());

  // 320 sectors against 10 wavefronts of 4.
  const auto dear = text.find("ld.global.f32 data"), cheap = text.find("ld.shared.f32");
  ASSERT_NE(dear, std::string::npos);
  ASSERT_NE(cheap, std::string::npos);
  EXPECT_LT(dear, cheap);
  EXPECT_NE(text.find("kernel.cu:3"), std::string::npos);
  EXPECT_EQ(profile_text(two_accesses(), 1).find("ld.shared.f32"), std::string::npos);
}

TEST(ProfileView, CountsInstructionsByKindInWholeNumbers) {
  const auto text = profile_text(two_accesses());

  EXPECT_NE(text.find("fma.rn.f32          512        16\n"), std::string::npos) << text;
}

TEST(ProfileView, SitesOfOneLineAreOneRow) {
  auto p = two_accesses();
  p.sites.push_back(p.sites[1]);  // the same line again, as an unrolled loop has it

  const auto text = profile_text(p);

  // 2 sites, 20 requests, 2 * 320 lanes * 4 bytes asked = 2.5 KiB, 640 sectors = 20 KiB moved, 32 sectors a request
  EXPECT_NE(text.find("kernel.cu:3  ld.global.f32 data      2        20  2.50 KiB  20.0 KiB           32"),
            std::string::npos)
      << text;
}

TEST(ProfileView, TellsWhatGoesToHostMemoryByDirection) {
  auto p = two_accesses();
  EXPECT_EQ(profile_text(p).find("host memory"), std::string::npos);

  p.buffers[0].host = true;
  p.sites[1].host_share = 1;
  p.sites[1].lines = 80;
  p.sampling.host_error = 0.015;
  const auto text = profile_text(p);
  EXPECT_NE(text.find("host memory   reads 1.25 KiB in 320 sectors of 80 lines (10 requests), standard error 1.5 %\n"),
            std::string::npos)
      << text;

  p.sites[1].kind = emu::AccessKind::store;
  const auto json = profile_json(p);
  EXPECT_EQ(json["host_memory"]["reads"]["sectors"], 0);
  EXPECT_EQ(json["host_memory"]["writes"]["sectors"], 320);
  EXPECT_EQ(json["host_memory"]["writes"]["lines"], 80);
  EXPECT_EQ(json["host_memory"]["writes"]["bytes"], 1280);
  EXPECT_EQ(json["buffers"][0]["host"], true);
  EXPECT_EQ(json["sampling"]["host_error"], 0.015);
}

TEST(ProfileView, HasTheFeaturesOfBraun2020) {
  const auto text = profile_text(two_accesses());
  const auto json = profile_json(two_accesses());

  for (const char* name :
       {"threads_per_cta", "ctas", "total_instructions", "special_ops", "logic_ops", "control_ops", "arithmetic_ops",
        "sync_ops", "global_bytes", "param_bytes", "shared_bytes", "arithmetic_intensity"}) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
    EXPECT_TRUE(json.at("braun2020").contains(name)) << name;
  }
}

TEST(ProfileView, JsonKeepsNumbersWhole) {
  const auto json = profile_json(two_accesses());

  EXPECT_EQ(json.at("thread_instructions"), 1600);
  EXPECT_EQ(json.at("accesses").size(), 2U);
  EXPECT_EQ(json.at("accesses")[1].at("sectors"), 320);
  EXPECT_EQ(json.at("accesses")[1].at("buffer"), "data");
  EXPECT_EQ(json.at("buffers")[0].at("overlap")[1], 0.5);
}

TEST(ProfileView, CsvHasARowASite) {
  const auto csv = profile_csv(two_accesses());

  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(csv.find("ld.global.f32,global,data,10,320,4,320"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::report
