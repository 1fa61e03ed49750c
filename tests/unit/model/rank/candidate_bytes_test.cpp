// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/candidate_bytes.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/rank/input_digest.hpp"
#include "forewarp/support/error.hpp"
#include "rank_fixture.hpp"
#include "unit/support/distribute/local_team.hpp"

namespace forewarp::rank {
namespace {

class CandidateBytes : public Rank {
 protected:
  void SetUp() override {
    Rank::SetUp();
    options_.space.dimensions = {{"block_x", {"64", "128", "2048"}}};
    ranking_ = rank::rank(options_);
  }
  Ranking ranking_;
};

TEST_F(CandidateBytes, ComeBackTheSame) {
  ASSERT_EQ(ranking_.candidates.size(), 3u);
  for (const Candidate& candidate : ranking_.candidates) {
    const std::string bytes = packed(candidate);
    Candidate back;
    unpack(bytes, back);

    EXPECT_EQ(packed(back), bytes);
    EXPECT_EQ(back.reason, candidate.reason);
    EXPECT_EQ(back.key, candidate.key);
    ASSERT_EQ(back.prediction.has_value(), candidate.prediction.has_value());
    if (!back.prediction) continue;
    EXPECT_EQ(back.prediction->time_s, candidate.prediction->time_s);
    EXPECT_STREQ(back.prediction->work.memory.resource, candidate.prediction->work.memory.resource);
    EXPECT_EQ(back.results->buffers.size(), candidate.results->buffers.size());
  }
}

TEST_F(CandidateBytes, AreRefusedWhereverTheyAreCutOff) {
  const std::string bytes = packed(ranking_.candidates.front());
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    Candidate back;
    EXPECT_THROW(unpack(std::string_view(bytes).substr(0, size), back), InputError) << size;
  }
}

TEST_F(CandidateBytes, NameNoResourceThatThereIsNot) {
  std::string bytes = packed(ranking_.candidates.front());
  const std::string name = ranking_.candidates.front().prediction->work.memory.resource;
  const std::size_t at = bytes.rfind(name);
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'Q';
  Candidate back;

  EXPECT_THROW(unpack(bytes, back), InputError);
}

TEST_F(CandidateBytes, MakeARankingOfTwoProcessesThatOfOne) {
  distribute::test::Notes notes;
  distribute::Coordinator coordinator(distribute::test::coordinator_options(notes, 30, false));
  coordinator.expect(distribute::test::input);
  Ranking of_member;
  std::jthread member = distribute::test::member(coordinator, 1, [&](distribute::Team& team) {
    RankOptions options = options_;
    options.team = &team;
    of_member = rank::rank(options);
  });
  RankOptions options = options_;
  options.team = &coordinator;

  const Ranking shared = rank::rank(options);
  member.join();

  ASSERT_EQ(shared.candidates.size(), ranking_.candidates.size());
  for (std::size_t i = 0; i < shared.candidates.size(); ++i) {
    EXPECT_EQ(packed(shared.candidates[i]), packed(ranking_.candidates[i])) << i;
    EXPECT_EQ(shared.candidates[i].configuration, ranking_.candidates[i].configuration);
  }
  EXPECT_EQ(shared.notes, ranking_.notes);
  EXPECT_TRUE(of_member.candidates.empty());
}

TEST_F(CandidateBytes, AreOfAnInputWithADigest) {
  const std::string digest = input_digest(options_, {&options_.device, 1});
  RankOptions other = options_;
  other.space.dimensions.front().values.pop_back();

  EXPECT_EQ(digest, input_digest(options_, {&options_.device, 1}));
  EXPECT_NE(digest, input_digest(other, {&options_.device, 1}));
  other = options_;
  other.request.arguments = {"data=buffer:f32:2*n:iota"};
  EXPECT_NE(digest, input_digest(other, {&options_.device, 1}));
}

}  // namespace
}  // namespace forewarp::rank
