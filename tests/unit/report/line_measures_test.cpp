// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/line_measures.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/report/line_counts.hpp"

namespace forewarp::report {
namespace {

using views::LineMeasure;
using views::LineUse;

/// A line of two loads, a line of a multiply-add that runs ten times, and a return.
constexpr const char* kernel = R"(.version 7.0
.target sm_70
.address_size 64
.entry k() {
  .reg .f32 %f<3>;
  .reg .b64 %rd<2>;
  .reg .pred %p<2>;
  .loc 1 5 1
  ld.global.f32 %f1, [%rd1];
  ld.global.f32 %f2, [%rd1];
LOOP:
  .loc 1 6 1
  fma.rn.f32 %f2, %f2, %f1, %f2;
  @%p1 bra LOOP;
  .loc 1 7 1
  ret;
}
.file 1 "k.cu"
)";

profile::Profile ten_rounds() {
  profile::Profile p;
  p.basic_blocks = {{.function = "k", .instructions = 2, .warps = 4},
                    {.function = "k", .instructions = 2, .warps = 40},
                    {.function = "k", .instructions = 1, .warps = 4}};
  p.path.alu = 10;
  p.path.global = 1;
  return p;
}

std::map<std::uint32_t, LineUse> by_source_line(const profile::Profile& profile) {
  const ptx::Module module = ptx::parse(kernel, "k.ptx");
  std::map<std::uint32_t, LineUse> lines;
  for (const LineCount& line : line_counts(profile, module)) {
    EXPECT_EQ(line.source_file, "k.cu");
    LineUse& use = lines[line.source_line];
    use.warps += line.warps;
    use.chain_cycles += line.chain_cycles;
    for (const auto& [name, amount] : line.resources) use.resources[name] += amount;
  }
  return lines;
}

TEST(LineCounts, ALineHasTheInstructionsOfItsBasicBlocks) {
  auto lines = by_source_line(ten_rounds());

  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[5].warps, 8);   // two loads by four warps
  EXPECT_EQ(lines[6].warps, 80);  // the multiply-add and the branch, ten times
  EXPECT_EQ(lines[5].resources["load/store"], 8);
  EXPECT_EQ(lines[5].resources["fp32"], 0);
  EXPECT_EQ(lines[6].resources["fp32"], 40);
  // 10 links of 4 cycles of the class alu, of whose 44 executions (return is among them) line 6 has 40; one link of 400
  // cycles in global memory.
  EXPECT_DOUBLE_EQ(lines[6].chain_cycles, 40.0 * 40 / 44);
  EXPECT_DOUBLE_EQ(lines[5].chain_cycles, 400);
}

TEST(LineCounts, AnotherModulesCountsGiveNoLines) {
  profile::Profile other = ten_rounds();
  other.basic_blocks.pop_back();
  EXPECT_TRUE(by_source_line(other).empty());
}

std::vector<std::string> titles(const char* json, const LineUse& whole) {
  std::vector<std::string> all;
  for (const LineMeasure& m : views::line_measures(views::Json::parse(json), whole)) all.push_back(m.title);
  return all;
}

TEST(LineMeasures, TheLimiterOfTheFirstDeviceComesFirst) {
  LineUse whole;
  whole.warps = 10, whole.sectors = 20, whole.wavefronts = 30, whole.chain_cycles = 40;
  whole.resources["fp32"] = 5;

  EXPECT_EQ(titles(R"({"predictions": [{"device": "A", "limiter": "fp32"}, {"device": "B", "limiter": "dram"},
      {"device": "C", "limiter": "fp32"}, {"device": "D", "reason": "too old"}, {"device": "E", "limiter": "launch"}]})",
                   whole),
            (std::vector<std::string>{"time on A, C, by fp32: machine instructions of that kind",
                                      "time on B, by dram: sectors moved", "warp instructions", "shared wavefronts"}));
  EXPECT_EQ(titles(R"({"device": "A", "limiter": "latency"})", whole).front(),
            "time on A, by latency: links of the longest dependency chain");
  EXPECT_EQ(titles("{}", whole), (std::vector<std::string>{"warp instructions", "sectors moved", "shared wavefronts"}));
}

TEST(LineMeasures, TheLinkToTheHostCountsSectorsOfHostMemory) {
  LineUse use;
  const auto access = [](double share) {
    return views::Json{{"mnemonic", "ld.global.f32"}, {"space", "global"},   {"sectors", 40},  {"wavefronts", 0},
                       {"ideal_wavefronts", 0},       {"host_share", share}, {"requests", 10}, {"collisions", 0}};
  };
  use.add_access(access(1));
  use.add_access(access(0));
  const auto measures = views::line_measures(views::Json::parse(R"({"device": "A", "limiter": "host link"})"), use);

  ASSERT_FALSE(measures.empty());
  EXPECT_EQ(measures[0].title, "time on A, by host link: sectors of host memory");
  EXPECT_EQ(measures[0].amount(use), 40);
}

TEST(LineMeasures, WhatTheKernelDoesNotUseIsNotOffered) {
  LineUse whole;  // of a document without "lines", as old ones are
  whole.sectors = 20;
  EXPECT_EQ(titles(R"({"device": "A", "limiter": "fp32"})", whole), std::vector<std::string>{"sectors moved"});
}

}  // namespace
}  // namespace forewarp::report
