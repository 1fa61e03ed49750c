// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "unit/emulate/lanes/check.hpp"

namespace forewarp::emu {
namespace {

using testing::Rig;
using u64 = std::uint64_t;

/// shfl with a = 100 + lane, everybody a member: d and p of every lane.
struct Shuffled {
  std::array<u64, 64> value{};
  u64 predicate = 0;
};
Shuffled shuffle(const std::string& mode, unsigned b, unsigned c, LaneMask active = 0xffffffff, unsigned width = 32) {
  Rig rig("shfl.sync." + mode + ".b32 ( b32 pred ) b32 " + std::to_string(b) + " " + std::to_string(c) + " 0xffffffff",
          best_isa(), width);
  EXPECT_TRUE(rig.selected());
  for (unsigned lane = 0; lane < width; ++lane) {
    rig.set(0, lane, 7);
    rig.set(1, lane, 0);
    rig.set(2, lane, 100 + lane);
  }
  rig.run(active);
  Shuffled result;
  for (unsigned lane = 0; lane < width; ++lane) {
    result.value[lane] = rig.get(0, lane);
    result.predicate |= rig.get(1, lane) << lane;
  }
  return result;
}

TEST(LanesShuffle, DownStopsAtTheClampAndUpAtZero) {
  const Shuffled down = shuffle("down", 1, 0x1f), up = shuffle("up", 2, 0);

  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(down.value[lane], 100 + std::min(lane + 1, 31U));
    EXPECT_EQ(up.value[lane], 100 + (lane < 2 ? lane : lane - 2));
  }
  EXPECT_EQ(down.predicate, 0x7fffffffU);
  EXPECT_EQ(up.predicate, 0xfffffffcU);
}

TEST(LanesShuffle, SegmentsKeepTheirLanesToThemselves) {
  // Width 8: segment mask 0x18, clamp 7 in bits 0-4: c = 0x1807.
  const Shuffled down = shuffle("down", 4, 0x181f), bfly = shuffle("bfly", 16, 0x181f), idx = shuffle("idx", 3, 0x181f);

  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(down.value[lane], 100 + (lane % 8 < 4 ? lane + 4 : lane));
    EXPECT_EQ(bfly.value[lane], 100 + (lane < 16 ? lane : lane - 16));  // upwards is out of the segment
    EXPECT_EQ(idx.value[lane], 100 + lane / 8 * 8 + 3);
  }
  EXPECT_EQ(down.predicate, 0x0f0f0f0fU);
  EXPECT_EQ(idx.predicate, 0xffffffffU);
}

TEST(LanesShuffle, AnInactiveSourceGivesTheLanesOwnValueAndInactiveLanesKeepTheirs) {
  const Shuffled bfly = shuffle("bfly", 1, 0x1f, 0x00000007);

  EXPECT_EQ(bfly.value[0], 101U);
  EXPECT_EQ(bfly.value[1], 100U);
  EXPECT_EQ(bfly.value[2], 102U);  // lane 3 is not there
  EXPECT_EQ(bfly.value[3], 7U);
}

TEST(LanesShuffle, AWarpOf64IsTwoGroups) {
  const Shuffled idx = shuffle("idx", 5, 0x1f, ~LaneMask{0}, 64);

  EXPECT_EQ(idx.value[0], 105U);
  EXPECT_EQ(idx.value[63], 137U);
}

u64 vote(const std::string& line, LaneMask yes, LaneMask active) {
  Rig rig(line);
  EXPECT_TRUE(rig.selected()) << line;
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set(0, lane, 0);
    rig.set(1, lane, yes >> lane & 1);
  }
  rig.run(active);
  return rig.get(0, static_cast<unsigned>(__builtin_ctzll(active)));
}

TEST(LanesVote, OnlyActiveLanesVote) {
  EXPECT_EQ(vote("vote.sync.ballot.b32 b32 pred 0xffffffff", 0xf0f0, 0xff00), 0xf000U);
  EXPECT_EQ(vote("vote.ballot.sync.b32 b32 pred 0xffffffff", 0xf0f0, 0xff00), 0xf000U);
  EXPECT_EQ(vote("vote.sync.ballot.b32 b32 !pred 0xffffffff", 0xf0f0, 0xff00), 0x0f00U);
  EXPECT_EQ(vote("vote.sync.all.pred pred pred 0xffffffff", 0xff00, 0xff00), 1U);
  EXPECT_EQ(vote("vote.sync.any.pred pred pred 0xffffffff", 0x00ff, 0xff00), 0U);
  EXPECT_EQ(vote("vote.sync.uni.pred pred pred 0xffffffff", 0x00ff, 0xff00), 1U);
  EXPECT_EQ(vote("vote.uni.pred pred pred", 0x01ff, 0xff00), 0U);
  EXPECT_EQ(vote("vote.sync.all.pred pred pred 0x0f00", 0x0f00, 0xff00), 1U);  // members only
}

TEST(LanesMatch, LanesFindTheirLikes) {
  Rig any("match.any.sync.b64 b32 b64 0xffffffff");
  Rig all("match.all.sync.b32 ( b32 pred ) b32 0xffffffff");
  ASSERT_TRUE(any.selected() && all.selected());
  for (unsigned lane = 0; lane < 32; ++lane) {
    any.set(1, lane, u64{lane % 3} << 32);
    all.set(2, lane, lane < 8 ? 4 : 5);
  }

  any.run(0xffffffff);
  all.run(0x000000ff);

  EXPECT_EQ(any.get(0, 1), 0x92492492U);  // 1, 4, 7, ...
  EXPECT_EQ(all.get(0, 3), 0xffU);
  EXPECT_EQ(all.get(1, 3), 1U);
  all.run(0x000001ff);
  EXPECT_EQ(all.get(0, 3), 0U);
  EXPECT_EQ(all.get(1, 3), 0U);
}

u64 redux(const std::string& line, const std::vector<u64>& values) {
  Rig rig(line);
  EXPECT_TRUE(rig.selected()) << line;
  for (unsigned lane = 0; lane < values.size(); ++lane) rig.set(1, lane, values[lane]);
  rig.run((LaneMask{1} << values.size()) - 1);
  EXPECT_EQ(rig.get(0, 0), rig.get(0, static_cast<unsigned>(values.size()) - 1));
  return rig.get(0, 0);
}

TEST(LanesRedux, FoldsTheActiveLanes) {
  EXPECT_EQ(redux("redux.sync.add.s32 s32 s32 0xffffffff", {5, 7, 0xffffffff}), 11U);
  EXPECT_EQ(redux("redux.sync.min.s32 s32 s32 0xffffffff", {5, 7, 0xffffffff}), 0xffffffffU);
  EXPECT_EQ(redux("redux.sync.min.u32 u32 u32 0xffffffff", {5, 7, 0xffffffff}), 5U);
  EXPECT_EQ(redux("redux.sync.xor.b32 b32 b32 0xffffffff", {5, 7, 1}), 3U);
  EXPECT_EQ(redux("redux.sync.max.f32 f32 f32 0xffffffff", {0x3f800000, 0x7fc00000, 0x40000000}), 0x40000000U);
  EXPECT_EQ(redux("redux.sync.max.NaN.f32 f32 f32 0xffffffff", {0x3f800000, 0x7fc00000}), 0x7fffffffU);
  EXPECT_EQ(redux("redux.sync.min.abs.f32 f32 f32 0xffffffff", {0xbf800000, 0xc0000000}), 0x3f800000U);
}

TEST(LanesCross, ActivemaskAndElectSeeTheActiveLanes) {
  Rig mask("activemask.b32 b32");
  mask.run(0x0ff0);
  EXPECT_EQ(mask.get(0, 4), 0x0ff0U);
  Rig elect("elect.sync ( b32 pred ) 0xffffff00");
  ASSERT_TRUE(elect.selected());
  elect.run(0xfff0);
  EXPECT_EQ(elect.get(0, 12), 8U);
  EXPECT_EQ(elect.get(1, 8), 1U);
  EXPECT_EQ(elect.get(1, 9), 0U);
}

}  // namespace
}  // namespace forewarp::emu
