// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/rank.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/model/rank/configure.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/support/error.hpp"
#include "unit/doubling_kernel.hpp"

namespace forewarp::rank {
namespace {

using testing::doubling;

namespace fs = std::filesystem;

class Rank : public ::testing::Test {
 protected:
  void SetUp() override {
    ::setenv("FOREWARP_CACHE", "off", 1);
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const fs::path file = fs::path(::testing::TempDir()) / ("forewarp_rank_test_" + test + ".ptx");
    std::ofstream(file) << doubling;
    options_.request.path = file.string();
    options_.request.grid = "n/block_x";
    options_.request.set = {"n=1048576", "block_x=32"};
    options_.request.block = "block_x";
    options_.request.arguments = {"data=buffer:f32:n:iota"};
    options_.device = device::find_device("V100");
  }
  RankOptions options_;
};

TEST_F(Rank, FastestComeFirstAndWhatCannotRunLastWithItsReason) {
  options_.device = device::find_device("K20");
  options_.space.dimensions = {parse_dimension("block_x=32,256,2048")};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.candidates.size(), 3u);
  // An SM of a K20 holds 16 blocks: of one warp each they leave three quarters of its 64 warps empty.
  EXPECT_EQ(ranking.candidates[0].configuration.at("block_x"), "256");
  EXPECT_EQ(ranking.candidates[1].configuration.at("block_x"), "32");
  EXPECT_LE(ranking.candidates[0].prediction->time_s, ranking.candidates[1].prediction->time_s);
  EXPECT_FALSE(ranking.candidates[2].prediction.has_value());
  EXPECT_NE(ranking.candidates[2].reason.find("2048"), std::string::npos) << ranking.candidates[2].reason;
}

TEST_F(Rank, SeveralDevicesHaveTheRankingsThatEachHasAlone) {
  options_.space.dimensions = {parse_dimension("block_x=32,256,2048")};
  const std::vector<device::DeviceSpec> devices{device::find_device("V100"), device::find_device("K20"),
                                                device::find_device("MI250X")};  // of 64 lanes

  const std::vector<Ranking> all = rank_each(options_, devices);

  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].profiles_made, 4u);  // two that can run, for two widths of a warp
  for (std::size_t d = 0; d < devices.size(); ++d) {
    options_.device = devices[d];
    const Ranking alone = rank(options_);
    ASSERT_EQ(all[d].candidates.size(), alone.candidates.size());
    for (std::size_t i = 0; i < alone.candidates.size(); ++i) {
      EXPECT_EQ(all[d].candidates[i].configuration, alone.candidates[i].configuration);
      EXPECT_EQ(all[d].candidates[i].reason, alone.candidates[i].reason);
      ASSERT_EQ(all[d].candidates[i].prediction.has_value(), alone.candidates[i].prediction.has_value());
      if (!alone.candidates[i].prediction) continue;
      EXPECT_EQ(all[d].candidates[i].prediction->time_s, alone.candidates[i].prediction->time_s);
    }
    EXPECT_EQ(all[d].notes, alone.notes);
  }
}

TEST_F(Rank, ARefusalHasItsKind) {
  options_.space.dimensions = {parse_dimension("block_x=32,64,2048")};
  options_.space.constraints = {"block_x != 64"};

  const Ranking ranking = rank(options_);

  ASSERT_EQ(ranking.candidates.size(), 3u);
  EXPECT_EQ(ranking.candidates[0].refusal, Refusal::none);
  EXPECT_EQ(ranking.candidates[1].refusal, Refusal::constraint);
  EXPECT_NE(ranking.candidates[2].refusal, Refusal::none);
  EXPECT_FALSE(ranking.candidates[0].entry.empty());
}

TEST_F(Rank, AFaultOfOneConfigurationIsItsReasonAndNoMore) {
  options_.request.grid = "n/256";  // with blocks of 512 twice as many threads as elements
  options_.space.dimensions = {parse_dimension("block_x=256,512")};

  const Ranking ranking = rank(options_);

  EXPECT_TRUE(ranking.candidates[0].prediction.has_value());
  EXPECT_NE(ranking.candidates[1].reason.find("out of bounds"), std::string::npos) << ranking.candidates[1].reason;
}

TEST_F(Rank, ARefusalOfTheCompilerHasItsFirstErrorAndTheMacro) {
  const fs::path file = fs::path(options_.request.path).replace_extension(".cu");
  std::ofstream(file) << "__global__ void k(float* data, int n) { data[threadIdx.x] = n; }\n";
  options_.request.path = file.string();
  options_.request.set = {};
  options_.request.grid = "1";
  options_.request.block = "32";
  options_.request.arguments = {};
  options_.space.dimensions = {parse_dimension("n=1,2")};

  const std::string reason = rank(options_).candidates.at(0).reason;

  if (reason.find("failed") == std::string::npos) GTEST_SKIP() << "no compiler of CUDA here: " << reason;
  EXPECT_NE(reason.find("error:"), std::string::npos) << reason;
  EXPECT_NE(reason.find("n is varied as a macro (-D), --set n=1 makes it a size"), std::string::npos) << reason;
  EXPECT_EQ(reason.find('\n'), std::string::npos) << reason;
}

TEST_F(Rank, ConstraintsLeaveConfigurationsOut) {
  options_.space.dimensions = {parse_dimension("block_x=64,128,256")};
  options_.space.constraints = {"block_x >= 128", "n % block_x == 0"};

  const Ranking ranking = rank(options_);

  EXPECT_EQ(ranking.candidates.back().reason, "breaks the constraint block_x >= 128");
  EXPECT_EQ(ranking.candidates.back().configuration.at("block_x"), "64");
}

TEST_F(Rank, TheGridFollowsTheBlock) {
  options_.request.set = {"n=1048576"};
  options_.request.block = "";
  options_.space.dimensions = {parse_dimension("block=128,16x16")};

  const Ranking ranking = rank(options_);

  for (const Candidate& c : ranking.candidates) {
    ASSERT_TRUE(c.prediction.has_value()) << c.reason;
    EXPECT_EQ(c.grid.x * c.block.x, 1048576u);
  }
}

TEST_F(Rank, AVariantIsWhatItsPredictionWasMadeFrom) {
  options_.space.dimensions = {parse_dimension("block_x=64,256")};
  const Ranking ranking = rank(options_);
  ASSERT_EQ(ranking.candidates.size(), 2U);

  for (const Candidate& c : ranking.candidates) {
    const Variant made = variant(options_, c.configuration);
    EXPECT_EQ(std::to_string(made.kernel.launch.block.x), c.configuration.at("block_x"));
    EXPECT_EQ(made.kernel.launch.grid, c.grid);
    EXPECT_EQ(model::predict(*made.profile, options_.device).time_s, c.prediction->time_s);
  }
}

TEST_F(Rank, APageHasTheBestAndTheSlowestThatCanRun) {
  options_.space.dimensions = {parse_dimension("block_x=64,256,2048")};
  const Ranking ranking = rank(options_);

  const nlohmann::json page = report::ranking_page_json(ranking, options_);

  // 2048 threads are too many for a block: two can run.
  ASSERT_EQ(page.at("variants").size(), 2U);
  EXPECT_EQ(page.at("variants")[0].at("role"), "best");
  EXPECT_EQ(page.at("variants")[0].at("configuration"), page.at("candidates")[0].at("configuration"));
  EXPECT_TRUE(page.at("variants")[0].contains("ptx"));
  EXPECT_EQ(page.at("variants")[1].at("role"), "slowest");
  EXPECT_EQ(page.at("variants")[1].at("configuration"), page.at("candidates")[1].at("configuration"));
  EXPECT_GT(page.at("variants")[1].at("profile").at("thread_instructions"), 0);
  EXPECT_FALSE(report::ranking_json(ranking, options_).contains("variants"));  // what --json prints costs nothing more
}

TEST_F(Rank, EqualConfigurationsShareOneProfile) {
  options_.space.dimensions = {parse_dimension("block_x=128"), parse_dimension("other=1..4")};

  EXPECT_EQ(rank(options_).profiles_made, 1u);
}

TEST_F(Rank, TheOutputIsTheSameOnOneThreadAndOnTwo) {
  options_.space.dimensions = {parse_dimension("block_x=32..1024*2")};

  options_.profile.threads = 1;
  const std::string one = report::ranking_json(rank(options_), options_).dump();
  options_.profile.threads = 2;
  const std::string two = report::ranking_json(rank(options_), options_).dump();

  EXPECT_EQ(one, two);
}

TEST_F(Rank, ASearchThatIsCancelledGivesWhatItHas) {
  struct StopAfterOne : Progress {
    std::size_t seen = 0;
    void advance(std::size_t done, std::size_t, std::string_view) override { seen = done; }
    [[nodiscard]] bool cancelled() const override { return seen >= 1; }
  } progress;
  options_.space.dimensions = {parse_dimension("block_x=32..1024*2")};
  options_.profile.threads = 1;

  const Ranking ranking = rank(options_, &progress);

  EXPECT_EQ(ranking.evaluated, 1u);
  EXPECT_EQ(ranking.candidates.size(), 1u);
  EXPECT_TRUE(ranking.cancelled);
  EXPECT_EQ(ranking.notes.back(), "interrupted: 1 of 6 configurations were evaluated");
}

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

TEST_F(Rank, ADimensionThatChangesNeitherCodeNorLaunchIsNamed) {
  options_.space.dimensions = {parse_dimension("block_x=128,256"), parse_dimension("other=1,2")};

  const Ranking ranking = rank(options_);

  ASSERT_FALSE(ranking.notes.empty());
  EXPECT_NE(ranking.notes[0].find("other changes nothing: all its values give the same code and the same launch"),
            std::string::npos)
      << ranking.notes[0];
}

TEST_F(Rank, ABlockBeyondTheLaunchBoundsCannotRunForThatReason) {
  std::string bounded = doubling;
  bounded.insert(bounded.find("\n{"), "\n.maxntid 256, 1, 1");
  std::ofstream(options_.request.path) << bounded;
  options_.space.dimensions = {parse_dimension("block_x=256,512")};

  const Ranking ranking = rank(options_);

  EXPECT_TRUE(ranking.candidates[0].prediction.has_value()) << ranking.candidates[0].reason;
  EXPECT_NE(ranking.candidates[1].reason.find("blocks of at most 256 threads"), std::string::npos)
      << ranking.candidates[1].reason;
}

TEST_F(Rank, ATemplateArgumentIsVariedInTheNameOfTheKernel) {
  options_.request.kernel = "reduce<float, TB, 2 * TB>";

  const kernel::Request request = configured(options_.request, {{"TB", "128"}});

  EXPECT_EQ(request.kernel, "reduce<float, 128, 2 * 128>");
  EXPECT_EQ(request.set.back(), "TB=128");  // so that --block TB is understood
  EXPECT_TRUE(request.defines.empty());     // -DTB=128 would break "template <typename T, int TB>"
  EXPECT_EQ(role_of(options_.request, "B"), Role::macro);
}

TEST_F(Rank, AnUnknownNameInAConstraintIsRefusedForEveryConfiguration) {
  options_.space.dimensions = {parse_dimension("block_x=64")};
  options_.space.constraints = {"blokc_x > 3"};

  EXPECT_NE(rank(options_).candidates[0].reason.find("blokc_x"), std::string::npos);
}

}  // namespace
}  // namespace forewarp::rank
