// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Configurations that do other work than the best are ranked apart from it.
#include "unit/model/rank/rank_fixture.hpp"

#include <nlohmann/json.hpp>

#include "forewarp/model/rank/configure.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::rank {
namespace {

using testing::doubling;
namespace fs = std::filesystem;

TEST_F(Rank, WhatDoesAPartOfTheWorkIsRankedApartFromWhatDoesAll) {
  options_.request.grid = "n/256";  // with blocks of 64 threads a quarter of the elements is left as it is
  options_.space.dimensions = {parse_dimension("block_x=64,256")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_EQ(ranking.candidates[0].configuration.at("block_x"), "256");
  EXPECT_EQ(ranking.candidates[1].configuration.at("block_x"), "64");
  EXPECT_LT(ranking.candidates[1].prediction->time_s, ranking.candidates[0].prediction->time_s);
  EXPECT_EQ(ranking.groups[1].difference, "block_x=64 reads 1/4 of the bytes of `data` that block_x=256 reads");
}

TEST_F(Rank, BlocksThatAllDoTheSameWorkAreOneGroup) {
  options_.space.dimensions = {parse_dimension("block_x=32..1024*2")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 1U);
  EXPECT_EQ(ranking.groups[0].count, 6U);
  EXPECT_EQ(ranking.groups[0].difference, "");
}

TEST_F(Rank, ProblemSizesAreSaidToBeDifferentProblems) {
  options_.request.set = {"n=1048576", "block_x=256"};
  options_.space.dimensions = {parse_dimension("n=524288,1048576"), parse_dimension("block_x=128,256")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_EQ(ranking.groups[0].count, 2U);
  EXPECT_EQ(ranking.candidates[0].configuration.at("n"), "1048576");
  EXPECT_TRUE(ranking.groups[1].difference.starts_with("n=524288 is another problem than n=1048576: "))
      << ranking.groups[1].difference;
}

/// The kernel with the addition as often as %STEPS% says: out of one text for several numbers.
std::string doubling_steps() {
  std::string code = doubling;
  const std::string add = "  add.f32 %f2, %f1, %f1;\n";
  code.replace(code.find(add), add.size(), R"(  ld.param.u32 %r0, [steps];
  mov.f32 %f2, %f1;
again:
  add.f32 %f2, %f2, %f1;
  sub.u32 %r0, %r0, 1;
  setp.ne.u32 %p1, %r0, 0;
  @%p1 bra again;
)");
  const std::string parameters = "(.param .u64 data)\n{";
  code.replace(code.find(parameters), parameters.size(),
               "(.param .u64 data, .param .u32 steps)\n{\n  .reg .pred %p<2>;");
  return code;
}

TEST_F(Rank, OtherResultsInTheSameBytesAreRankedApart) {
  std::ofstream(options_.request.path) << doubling_steps();
  options_.request.set = {"n=65536", "block_x=128"};
  options_.request.arguments.emplace_back("steps=steps");
  options_.request.set.emplace_back("steps=5");
  options_.space.dimensions = {parse_dimension("steps=5,6"), parse_dimension("block_x=128,256")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_EQ(ranking.groups[0].count, 2U);
  EXPECT_NE(ranking.groups[1].difference.find(" computes other values than "), std::string::npos)
      << ranking.groups[1].difference;
  EXPECT_EQ(ranking.compared, "by results of the whole launch");
}

TEST_F(Rank, ALongLaunchIsComparedByItsResultsAtSmallerParameters) {
  std::ofstream(options_.request.path) << doubling_steps();
  options_.request.set = {"n=16777216", "block_x=128", "steps=5"};
  options_.request.arguments.emplace_back("steps=steps");
  options_.space.dimensions = {parse_dimension("steps=5,6"), parse_dimension("block_x=128,256")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_TRUE(ranking.compared.starts_with("by results at n=8192, by bytes stored and read")) << ranking.compared;
}

TEST_F(Rank, ALongLaunchWithoutParametersIsComparedByItsFirstBlock) {
  std::string code = doubling_steps();
  options_.request.grid = "16777216/block_x";
  options_.request.set = {"block_x=128", "steps=5"};
  options_.request.arguments = {"data=buffer:f32:16777216:iota", "steps=steps"};
  std::ofstream(options_.request.path) << code;
  options_.space.dimensions = {parse_dimension("steps=5,6"), parse_dimension("block_x=128,256")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_TRUE(ranking.compared.starts_with("by results of the first block, ")) << ranking.compared;
  EXPECT_NE(ranking.groups[1].difference.find("(its first block)"), std::string::npos) << ranking.groups[1].difference;
}

/// With zeros in the array, as it is without a description, every result would be zero.
TEST_F(Rank, ResultsAreComparedWithNumbersInConstantArraysThatNobodyDescribed) {
  std::string code = doubling;
  code.replace(code.find(".visible"), 8, ".const .align 4 .b8 weights[8];\n.visible");
  const std::string add = "  add.f32 %f2, %f1, %f1;\n";
  code.replace(code.find(add), add.size(), R"(  ld.param.u32 %r0, [which];
  mul.wide.s32 %rd2, %r0, 4;
  mov.u64 %rd0, weights;
  add.s64 %rd0, %rd0, %rd2;
  ld.const.f32 %f0, [%rd0];
  mul.f32 %f2, %f1, %f0;
)");
  const std::string parameters = "(.param .u64 data)";
  code.replace(code.find(parameters), parameters.size(), "(.param .u64 data, .param .u32 which)");
  std::ofstream(options_.request.path) << code;
  options_.request.set = {"n=65536", "block_x=128", "which=0"};
  options_.request.arguments.emplace_back("which=which");
  options_.space.dimensions = {parse_dimension("which=0,1")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_NE(ranking.groups[1].difference.find(" computes other values than "), std::string::npos)
      << ranking.groups[1].difference;
}

TEST_F(Rank, ASpaceThatNobodyNamesHasTheBlockOfTheLaunch) {
  const auto blocks = [&](const std::string& own) {
    options_.request.block = own;
    return space_of(options_.request).dimensions.at(0).values;
  };
  const std::vector<std::string> usual = default_space().dimensions.at(0).values;

  EXPECT_EQ(blocks("64"), usual);
  EXPECT_EQ(blocks(""), usual);
  EXPECT_EQ(blocks("32x8").back(), "32x8");
  EXPECT_EQ(blocks("96").back(), "96");
  EXPECT_EQ(blocks("4,4,4").back(), "4x4x4");
}

TEST_F(Rank, ATwentiethLessIsNoticed) {
  options_.request.grid = "n/128";  // with blocks of 120 threads one element in sixteen is left as it is
  options_.space.dimensions = {parse_dimension("block_x=120,128")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.groups.size(), 2U);
  EXPECT_EQ(ranking.candidates[0].configuration.at("block_x"), "128");
}

TEST_F(Rank, TheTextTheTableAndTheJsonKeepGroupsApart) {
  options_.request.grid = "n/256";
  options_.space.dimensions = {parse_dimension("block_x=64,256")};
  const Ranking ranking = rank(options_);

  const std::string text = report::ranking_text(ranking, options_);
  const std::string csv = report::ranking_csv(ranking, options_);
  const nlohmann::json json = report::ranking_json(ranking, options_);

  EXPECT_NE(text.find("\nnot the same work: block_x=64 reads 1/4 of"), std::string::npos) << text;
  EXPECT_NE(text.find("note: not all configurations do the same work: 2 groups"), std::string::npos) << text;
  EXPECT_NE(csv.find("\n1,64,"), std::string::npos) << csv;  // ranked first of its own group
  EXPECT_NE(text.find("\nwork compared: by "), std::string::npos) << text;
  EXPECT_EQ(json.at("compared"), ranking.compared);
  EXPECT_EQ(json.at("candidates")[0].at("group"), 1);
  EXPECT_EQ(json.at("candidates")[1].at("group"), 2);
  EXPECT_EQ(json.at("groups")[1].at("difference"), ranking.groups[1].difference);
}

}  // namespace
}  // namespace forewarp::rank
