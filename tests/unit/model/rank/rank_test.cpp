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
#include "unit/model/rank/rank_fixture.hpp"

namespace forewarp::rank {
namespace {

using testing::doubling;

namespace fs = std::filesystem;

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
