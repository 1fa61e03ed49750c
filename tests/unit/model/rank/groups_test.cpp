// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/groups.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/rank/profile_store.hpp"
#include "forewarp/model/rank/trial.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/doubling_kernel.hpp"

namespace forewarp::rank {
namespace {

using testing::doubling;

/// A configuration of so many threads that store four bytes each; without a time it cannot run.
Candidate candidate(const std::string& block, double threads, std::optional<double> time_s) {
  Candidate c;
  c.configuration = {{"block", block}};
  c.key = block;
  c.work.threads = threads, c.work.thread_instructions = 10 * threads;
  c.work.stored = 4 * threads;
  c.work.buffers = {{"out", 4 * threads, 0, 4 * threads, threads}};
  if (time_s) {
    c.prediction.emplace();
    c.prediction->time_s = *time_s;
    c.prediction->errors.emplace();
  }
  return c;
}

Ranking ordered(std::vector<Candidate> candidates) {
  RankOptions options;
  options.space.dimensions = {{"block", {}}};
  Ranking ranking;
  ranking.candidates = std::move(candidates);
  put_in_order(options, ranking);
  return ranking;
}

std::vector<std::string> blocks_of(const Ranking& ranking) {
  std::vector<std::string> blocks;
  for (const Candidate& c : ranking.candidates) blocks.push_back(c.configuration.at("block"));
  return blocks;
}

TEST(Groups, EqualWorkIsOneGroupFastestFirstAndRefusedOnesLast) {
  const Ranking ranking = ordered(
      {candidate("32", 1000, 3), candidate("64", 1000, {}), candidate("128", 1000, 1), candidate("256", 1000, 3)});

  EXPECT_EQ(blocks_of(ranking), (std::vector<std::string>{"128", "32", "256", "64"}));
  ASSERT_EQ(ranking.groups.size(), 1);
  EXPECT_EQ(ranking.groups[0].count, 3);
  EXPECT_EQ(ranking.groups[0].difference, "");
  EXPECT_EQ(ranking.compared,
            "by bytes stored and read; the results are not compared (too long to be emulated, or no "
            "such launch)");
}

TEST(Groups, AFastConfigurationThatDoesLessIsRankedApartAndSaysWhatItLeavesOut) {
  const Ranking ranking = ordered({candidate("32", 250, 1), candidate("128", 1000, 4), candidate("64", 250, 2)});

  EXPECT_EQ(blocks_of(ranking), (std::vector<std::string>{"128", "32", "64"}));
  ASSERT_EQ(ranking.groups.size(), 2);
  EXPECT_EQ(ranking.groups[1].first, 1);
  EXPECT_EQ(ranking.groups[1].count, 2);
  EXPECT_EQ(ranking.groups[1].difference, "block=32 stores 1/4 of the bytes of `out` that block=128 stores");
  EXPECT_EQ(ranking.notes.at(0).rfind("not all configurations do the same work: 2 groups", 0), 0);
}

TEST(Groups, ADimensionThatChangesNothingIsNamed) {
  Candidate one = candidate("32", 1000, 1), other = candidate("64", 1000, 2);
  one.key = other.key = "the same";

  const Ranking ranking = ordered({one, other});

  ASSERT_EQ(ranking.notes.size(), 1);
  EXPECT_EQ(ranking.notes[0], "block changes nothing: all its values give the same code and the same launch");
}

TEST(Groups, TimesThatTheModelCannotTellApartAreSaidToBeEqual) {
  const Ranking ranking = ordered({candidate("32", 1000, 1), candidate("64", 1000, 1.01), candidate("128", 1000, 2)});

  EXPECT_EQ(ranking.notes, std::vector<std::string>{"the first 2 are within 2 % of the fastest: take them as equal"});
}

TEST(Groups, OfNothingIsNothing) {
  const Ranking ranking = ordered({});

  EXPECT_TRUE(ranking.groups.empty());
  EXPECT_TRUE(ranking.notes.empty());
}

class Doubling : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_ / "k.ptx") << doubling;
    request_.path = (folder_ / "k.ptx").string();
    request_.grid = "n/64";
    request_.block = "64";
    request_.set = {"n=4096"};
    request_.arguments = {"data=buffer:f32:n:iota"};
  }
  TemporaryFolder folder_;
  kernel::Request request_;
};

TEST_F(Doubling, AProfileIsMadeOnceForOneLaunch) {
  source::Compiler compiler;
  const kernel::Kernel kernel = kernel::load(request_, compiler);
  request_.set = {"n=8192"};
  const kernel::Kernel larger = kernel::load(request_, compiler);
  ProfileStore store(std::make_shared<source::CacheStore>(folder_ / "cache"));

  const auto first = store.get(kernel, {}), again = store.get(kernel, {}), other = store.get(larger, {});

  EXPECT_EQ(first, again);
  EXPECT_EQ(store.made(), 2);
  EXPECT_EQ(other->threads, 2 * first->threads);
  ProfileStore later(std::make_shared<source::CacheStore>(folder_ / "cache"));
  EXPECT_EQ(later.get(kernel, {})->threads, first->threads);
  EXPECT_EQ(later.made(), 0);  // found in the folder
}

// 4096 threads at n = 4096; halved until at most 1024 are left.
TEST_F(Doubling, ASmallerProblemHasTheParametersThatTheGridFollowsHalved) {
  RankOptions options;
  options.request = request_;
  options.space.dimensions = {{"block", {"64"}}};

  EXPECT_EQ(smaller_problem(options, 1024), std::vector<std::string>{"n=1024"});
  EXPECT_TRUE(smaller_problem(options, 4096).empty());
  options.space.dimensions = {{"n", {"4096"}}};
  EXPECT_TRUE(smaller_problem(options, 1024).empty());  // what is varied stays
}

}  // namespace
}  // namespace forewarp::rank
