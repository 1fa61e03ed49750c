// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/deferred.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <random>

#include "forewarp/runtime/replay.hpp"

namespace forewarp::runtime {
namespace {

/// "Launches" that fill a buffer with a function of the first byte of another one, run by hand.
class DeferredTest : public ::testing::Test {
 protected:
  explicit DeferredTest(std::uint64_t max_kept_bytes = 1 << 20) : replay(arena, max_kept_bytes, true) {
    a = arena.allocate(64, MemoryKind::device, "a");
    b = arena.allocate(64, MemoryKind::device, "b");
  }
  void set(Allocation& to, int value) {
    replay.deferred().before_change(to, true);
    std::memset(to.data, value, to.bytes);
    replay.copied(to, 0, to.bytes, static_cast<std::uint64_t>(value) + 1);
  }
  void launch(std::uint64_t key, Allocation& from, Allocation& to, const std::function<int(int)>& f) {
    emu::MemoryUse use;
    if (&from == &to)
      use.buffers = {{to.address(), true, true}};
    else
      use.buffers = {{from.address(), true, false}, {to.address(), false, true}};
    const auto run = [this, &from, &to, f] {
      ++runs;
      std::memset(to.data, f(std::to_integer<int>(from.data[0])), to.bytes);
    };
    const Replay::State state = replay.before(key, use);
    if (replay.replay(state, run)) return;
    replay.deferred().before_run(use);
    run();
    replay.after(state, use, 1 << 20);
  }
  int read(const Allocation& from) {
    replay.deferred().before_read(from);
    return std::to_integer<int>(from.data[63]);
  }
  /// b = a + 1, a = b + 1.
  void sequence() {
    set(*a, 1);
    launch(1, *a, *b, [](int x) { return x + 1; });
    launch(2, *b, *a, [](int x) { return x + 1; });
  }
  /// a = 3 - a
  void toggle() {
    launch(3, *a, *a, [](int x) { return 3 - x; });
  }

  emu::Memory memory;
  Arena arena{memory};
  Replay replay;
  Allocation *a = nullptr, *b = nullptr;
  int runs = 0;
};

TEST_F(DeferredTest, AKnownLaunchWaitsUntilItsResultIsRead) {
  sequence();
  sequence();

  EXPECT_EQ(runs, 2);
  EXPECT_EQ(replay.deferred().waiting(), 1U);
  EXPECT_EQ(read(*a), 3);
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(replay.deferred().waiting(), 0U);
}

TEST_F(DeferredTest, AResultThatWasMadeGoodOnceIsCopiedFromThenOn) {
  for (int i = 0; i < 2; ++i) {
    sequence();
    EXPECT_EQ(read(*a), 3);
  }
  const int before = runs;

  sequence();

  EXPECT_EQ(read(*a), 3);
  EXPECT_EQ(runs, before);
}

TEST_F(DeferredTest, ResultsThatNobodyReadsAreNotMade) {
  for (int i = 0; i < 10; ++i) sequence();

  EXPECT_EQ(runs, 2);
  EXPECT_EQ(read(*b), 2);
  EXPECT_EQ(runs, 2);  // b never changed
}

// 1 by a copy, then 2, 1 and 2 by launches; what a copy wrote is not known to be the 1 of a launch. The fourth and
// fifth launch are known.
TEST_F(DeferredTest, LaunchesThatComeFullCircleLeaveTheBytesAsTheyAre) {
  set(*a, 1);
  for (int i = 0; i < 5; ++i) toggle();

  EXPECT_EQ(runs, 3);
  EXPECT_EQ(replay.deferred().waiting(), 0U);
  EXPECT_EQ(read(*a), 2);

  toggle();
  EXPECT_EQ(replay.deferred().waiting(), 1U);
  EXPECT_EQ(read(*a), 1);
  EXPECT_EQ(runs, 4);
}

TEST_F(DeferredTest, APartialChangeFindsTheResult) {
  set(*a, 1);
  for (int i = 0; i < 4; ++i) toggle();
  ASSERT_EQ(replay.deferred().waiting(), 1U);

  replay.deferred().before_change(*a, false);

  EXPECT_EQ(std::to_integer<int>(a->data[63]), 1);
}

TEST_F(DeferredTest, WhatIsOverwrittenAsAWholeIsNotMade) {
  set(*a, 1);
  for (int i = 0; i < 4; ++i) toggle();
  ASSERT_EQ(replay.deferred().waiting(), 1U);

  set(*a, 9);

  EXPECT_EQ(runs, 3);
  EXPECT_EQ(replay.deferred().waiting(), 0U);
  EXPECT_EQ(read(*a), 9);
}

TEST_F(DeferredTest, AnInputOfAWaitingLaunchIsNotChangedBeforeItRan) {
  sequence();
  sequence();
  ASSERT_EQ(replay.deferred().waiting(), 1U);  // a = b + 1

  set(*b, 7);

  EXPECT_EQ(read(*a), 3);
}

TEST_F(DeferredTest, ALaunchThatRunsFindsTheResultsItReads) {
  sequence();
  sequence();

  launch(4, *a, *b, [](int x) { return 10 * x; });

  EXPECT_EQ(read(*b), 30);
}

TEST_F(DeferredTest, MemoryThatTheHostSeesIsNeverLate) {
  Allocation* managed = arena.allocate(64, MemoryKind::managed, "managed");
  managed->data[0] = std::byte{1};
  for (int i = 0; i < 4; ++i) {
    launch(5, *managed, *a, [](int x) { return x + 4; });
    set(*a, 0);
  }

  EXPECT_EQ(replay.deferred().waiting(), 0U);
}

class DeferredWithoutRoomTest : public DeferredTest {
 protected:
  DeferredWithoutRoomTest() : DeferredTest(100) {}
};

// Half of 100 bytes hold no buffer of 64.
TEST_F(DeferredWithoutRoomTest, ResultsAreMadeEachTime) {
  for (int i = 0; i < 4; ++i) {
    sequence();
    EXPECT_EQ(read(*a), 3);
  }

  EXPECT_EQ(runs, 5);
}

TEST_F(DeferredTest, WhatIsOverwrittenBeforeAnybodyLooksIsNotCopied) {
  for (int i = 0; i < 4; ++i) {
    sequence();
    EXPECT_EQ(read(*a), 3);
    EXPECT_EQ(read(*b), 2);
    set(*b, 40);
  }
  sequence();
  const int before = runs;
  std::memset(b->data, 99, 64);  // these bytes are not read
  set(*a, 7);                    // the launches are dropped, b has a copy

  EXPECT_EQ(replay.deferred().waiting(), 0U);
  EXPECT_EQ(std::to_integer<int>(b->data[0]), 99);
  launch(9, *b, *a, [](int x) { return x + 10; });
  EXPECT_EQ(std::to_integer<int>(a->data[0]), 12);
  EXPECT_EQ(read(*b), 2);
  EXPECT_EQ(runs, before + 1);
}

/// Random copies, launches and reads of two buffers, with copies for all, for some and for no results.
class RandomDeferred : public ::testing::TestWithParam<std::uint64_t> {};

class AnyDeferred : public DeferredTest {
 public:
  explicit AnyDeferred(std::uint64_t max_kept_bytes) : DeferredTest(max_kept_bytes) {}
  void TestBody() override {}

  void run(unsigned seed) {
    std::mt19937 random(seed);
    int values[2] = {0, 0};
    Allocation* const buffers[2] = {a, b};
    for (int step = 0; step < 3000; ++step) {
      const unsigned to = random() % 2, from = random() % 3 == 0 ? to : 1 - to;
      switch (random() % 4) {
        case 0:
          values[to] = static_cast<int>(random() % 3);
          set(*buffers[to], values[to]);
          break;
        case 1:
        case 2: {
          const int key = static_cast<int>(random() % 2);
          const auto f = [key](int x) { return (x + 1 + 2 * key) % 5; };
          launch(static_cast<std::uint64_t>(1 + key * 4) + 2 * to + (from == to ? 100 : 0), *buffers[from],
                 *buffers[to], f);
          values[to] = f(values[from]);
          break;
        }
        default:
          ASSERT_EQ(read(*buffers[to]), values[to]) << "step " << step << " of seed " << seed;
      }
    }
    EXPECT_LT(runs, 1500);
  }
};

TEST_P(RandomDeferred, ProgramsReadWhatTheyWouldWithoutIt) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    AnyDeferred one(GetParam());
    one.run(seed);
  }
}

INSTANTIATE_TEST_SUITE_P(KeptBytes, RandomDeferred, ::testing::Values(0, 128, 256, 512, 1 << 20));

}  // namespace
}  // namespace forewarp::runtime
