// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/replay.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <span>

namespace forewarp::runtime {
namespace {

/// A "launch" that writes the sum of `in` into `out`, run by hand.
class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() {
    in = arena.allocate(64, MemoryKind::device, "in");
    out = arena.allocate(64, MemoryKind::device, "out");
    use.buffers = {{in->address(), true, false}, {out->address(), false, true}};
  }
  void set(Allocation& a, int value) {
    std::memset(a.data, value, a.bytes);
    replay.copied(a, 0, a.bytes, static_cast<std::uint64_t>(value) + 1);
  }
  /// Whether the launch was left out.
  bool launch() {
    const Replay::State state = replay.before(7, use);
    if (replay.replay(state, [] {})) return true;
    ++runs;
    std::memset(out->data, std::to_integer<int>(in->data[0]) + 1, out->bytes);
    replay.after(state, use, executed);
    return false;
  }

  emu::Memory memory;
  Arena arena{memory};
  Replay replay{arena, 1 << 20};
  Allocation *in = nullptr, *out = nullptr;
  emu::MemoryUse use;
  int runs = 0;
  std::uint64_t executed = 0;  ///< warp instructions, as the launch says
};

TEST_F(ReplayTest, TheSameLaunchAgainIsLeftOut) {
  set(*in, 3);

  EXPECT_FALSE(launch());
  EXPECT_TRUE(launch());
  EXPECT_EQ(out->data[63], std::byte{4});
}

TEST_F(ReplayTest, ChangedInputsRunAgain) {
  set(*in, 3);
  EXPECT_FALSE(launch());

  set(*in, 5);

  EXPECT_FALSE(launch());
  EXPECT_EQ(out->data[0], std::byte{6});
}

TEST_F(ReplayTest, WhatSomebodyElseWroteIsWrittenAgain) {
  set(*in, 3);
  EXPECT_FALSE(launch());

  replay.changed_somehow(*out);
  std::memset(out->data, 0, out->bytes);

  EXPECT_FALSE(launch());
  EXPECT_EQ(out->data[0], std::byte{4});
}

TEST_F(ReplayTest, WhatWasCopiedIsHeldUntilSomethingElseIsWritten) {
  replay.copied(*in, 0, in->bytes, 77);
  EXPECT_TRUE(Replay::holds(*in, 77));
  EXPECT_FALSE(Replay::holds(*in, 78));

  replay.copied(*in, 8, 4, 77);
  EXPECT_FALSE(Replay::holds(*in, 77));

  replay.copied(*in, 0, in->bytes, 77);
  replay.changed_somehow(*in);
  EXPECT_FALSE(Replay::holds(*in, 77));
}

// The results are kept when the same state is met for the second time, and copied from the third time on.
TEST_F(ReplayTest, ResultsThatAreMetAgainAreRestored) {
  set(*in, 3);
  for (const bool left_out : {false, false, true}) {
    set(*out, 0);
    EXPECT_EQ(launch(), left_out);
    EXPECT_EQ(out->data[63], std::byte{4});
  }
  EXPECT_EQ(runs, 2);
}

TEST_F(ReplayTest, ALaunchThatFollowsUnknownPointersAndWritesIsRun) {
  set(*in, 3);
  use.changes_any = true;

  EXPECT_FALSE(launch());
  EXPECT_FALSE(launch());
}

TEST_F(ReplayTest, MemoryThatTheHostWritesIsComparedByItsBytes) {
  Allocation* managed = arena.allocate(64, MemoryKind::managed, "managed");
  use.buffers = {{managed->address(), true, false}, {out->address(), false, true}};

  EXPECT_FALSE(launch());
  EXPECT_TRUE(launch());
  managed->data[5] = std::byte{1};
  EXPECT_FALSE(launch());
}

/// A "launch" that works in place and reaches its end at 5.
class InPlaceTest : public ReplayTest {
 protected:
  explicit InPlaceTest(std::uint64_t bytes = 64) {
    data = arena.allocate(bytes, MemoryKind::device, "data");
    use.buffers = {{data->address(), true, true}};
  }
  bool launch() {
    const Replay::State state = replay.before(7, use);
    if (replay.replay(state, [] {})) return true;
    std::memset(data->data, std::min(5, std::to_integer<int>(data->data[0]) + 1), data->bytes);
    replay.after(state, use, executed);
    return false;
  }
  Allocation* data = nullptr;
};

// 1 to 5 are five launches; the sixth finds 5 and leaves it; the seventh is known to do so.
TEST_F(InPlaceTest, ALaunchThatLeavesItsInputsAsTheyAreIsLeftOut) {
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(launch()) << i;

  EXPECT_TRUE(launch());
  EXPECT_EQ(data->data[0], std::byte{5});
}

TEST_F(InPlaceTest, AfterACopyItIsRunUntilItsStateIsKnown) {
  for (int i = 0; i < 6; ++i) EXPECT_FALSE(launch()) << i;
  data->data[0] = std::byte{9};
  replay.changed_somehow(*data);

  EXPECT_FALSE(launch());
  EXPECT_EQ(data->data[0], std::byte{5});
  EXPECT_TRUE(launch());
}

class LargeInPlaceTest : public InPlaceTest {
 protected:
  LargeInPlaceTest() : InPlaceTest(1 << 17) {}
};

// 2^17 bytes are hashed for a launch of 2^12 instructions: 2^16 are always, and 16 for each instruction.
TEST_F(LargeInPlaceTest, HashingCostsLittleBesideTheLaunch) {
  executed = (1 << 12) - 1;
  for (int i = 0; i < 8; ++i) EXPECT_FALSE(launch()) << i;

  executed = 1 << 12;
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(launch()) << i;
  EXPECT_TRUE(launch());
}

TEST(HashBytes, EachByteAndTheLengthMatter) {
  std::vector<std::byte> bytes(200);
  const std::uint64_t zeros = hash_bytes(bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = std::byte{1};
    EXPECT_NE(hash_bytes(bytes), zeros) << i;
    bytes[i] = std::byte{0};
  }
  bytes.resize(199);
  EXPECT_NE(hash_bytes(bytes), zeros);
}

TEST(HashBytes, EachPieceAndTheirOrderMatter) {
  constexpr std::size_t piece = 1 << 20;
  std::vector<std::byte> bytes(3 * piece + 5);
  std::set<std::uint64_t> hashes = {hash_bytes(bytes), hash_bytes(std::span(bytes).first(3 * piece)),
                                    hash_bytes(std::span(bytes).first(piece)), hash_bytes(bytes, 7)};
  for (const std::size_t at : {std::size_t{0}, piece - 1, piece, 2 * piece, 3 * piece, 3 * piece + 4}) {
    bytes[at] = std::byte{1};
    hashes.insert(hash_bytes(bytes));
    bytes[at] = std::byte{0};
  }
  EXPECT_EQ(hashes.size(), 10U);
}

}  // namespace
}  // namespace forewarp::runtime
