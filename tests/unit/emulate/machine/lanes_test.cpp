// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp that wait for each other (independent thread scheduling since Volta).
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Thread instructions and warp instructions executed.
class Count : public Observer {
 public:
  std::uint64_t warps = 0;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override {
    auto fresh = std::make_unique<Count>();
    fresh->map_ = map_;
    return fresh;
  }
  void merge(Observer& later) override { warps += static_cast<Count&>(later).warps; }
  void launch_begin(const ProgramMap& map, const launch::Launch&, unsigned) override { map_ = &map; }
  void basic_block(WarpId, std::uint32_t block, LaneMask) override {
    warps += map_->blocks[block].last - map_->blocks[block].first;
  }

 private:
  const ProgramMap* map_ = nullptr;
};

constexpr const char* lock = ".shared .align 4 .u32 lock;\n.shared .align 4 .u32 sum;\n";

TEST(Lanes, ALockWithinAWarpPassesFromLaneToLane) {
  // while (atomicCAS(&lock, 0, 1)); ++sum; atomicExch(&lock, 0); the increment is no atomic: only the lock protects it.
  for (const unsigned threads : {1U, 32U, 33U, 256U}) {
    const Values out = run_body(R"(
  L: atom.shared.cas.b32 %r1, [lock], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra L;
    ld.volatile.shared.u32 %r2, [sum]; add.u32 %r2, %r2, 1; st.volatile.shared.u32 [sum], %r2;
    membar.cta;
    atom.shared.exch.b32 %r1, [lock], 0;
    bar.sync 0;
    ld.shared.u32 %r3, [sum];
    st.global.u32 [%slot], %r3;)",
                                threads, lock, {.max_warp_instructions = 10'000'000});

    EXPECT_EQ(out, Values(threads, threads));
  }
}

TEST(Lanes, ALockWithGrowingPausesPassesToo) {
  // The mutex of the CUDA C++ Programming Guide (nanosleep): the pause doubles up to 256 ns.
  const Values out = run_body(R"(
    mov.u32 %r4, 8;
  L: atom.shared.exch.b32 %r1, [lock], 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra GOT;
    nanosleep.u32 %r4;
    setp.lt.u32 %p2, %r4, 256;
    @%p2 shl.b32 %r4, %r4, 1;
    bra L;
  GOT:
    ld.volatile.shared.u32 %r2, [sum]; add.u32 %r2, %r2, 1; st.volatile.shared.u32 [sum], %r2;
    atom.shared.exch.b32 %r1, [lock], 0;
    bar.sync 0;
    ld.shared.u32 %r3, [sum];
    st.global.u32 [%slot], %r3;)",
                              64, lock, {.max_warp_instructions = 10'000'000});

  EXPECT_EQ(out, Values(64, 64));
}

TEST(Lanes, AProducerAndAConsumerMayBeLanesOfOneWarp) {
  // Odd lanes wait for the flag of the lane below them, which is set behind the consumer's side of the branch, either
  // way round: whichever side the machine runs first, the other one has its turn.
  for (const std::string first : {"0", "1"}) {
    const Values out = run_body(R"(
    .shared .align 4 .u32 flag[32];
    shl.b32 %r1, %t, 2; mov.u32 %r2, flag; add.u32 %r1, %r1, %r2;
    and.b32 %r3, %t, 1;
    setp.eq.u32 %p1, %r3, )" + first +
                                    R"(;
    @%p1 bra OTHER;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra PRODUCE;
    bra CONSUME;
  OTHER:
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra PRODUCE;
  CONSUME:
    ld.volatile.shared.u32 %r4, [%r1+-4]; setp.eq.u32 %p3, %r4, 0; @%p3 bra CONSUME;
    bra MEET;
  PRODUCE:
    add.u32 %r4, %t, 100;
    st.volatile.shared.u32 [%r1], %r4;
  MEET:
    st.global.u32 [%slot], %r4;)",
                                32, "", {.max_warp_instructions = 1'000'000});

    for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], 100 + t / 2 * 2) << t;
  }
}

TEST(Lanes, AnswersGoBackAndForthBetweenTwoLanes) {
  // Lane 0 sets ping to i and waits for pong == i, lane 1 waits for ping == i and sets pong, 50 times; both in one loop
  // whose two sides meet at its end.
  const Values out = run_body(R"(
    .shared .align 4 .u32 ping;
    .shared .align 4 .u32 pong;
    setp.eq.u32 %p1, %t, 0;
    mov.u32 %r1, 1;
  LOOP:
    @%p1 bra FIRST;
  W1: ld.volatile.shared.u32 %r2, [ping]; setp.ne.u32 %p2, %r2, %r1; @%p2 bra W1;
    st.volatile.shared.u32 [pong], %r1;
    bra NEXT;
  FIRST:
    st.volatile.shared.u32 [ping], %r1;
  W0: ld.volatile.shared.u32 %r2, [pong]; setp.ne.u32 %p2, %r2, %r1; @%p2 bra W0;
  NEXT:
    add.u32 %r1, %r1, 1; setp.le.u32 %p3, %r1, 50; @%p3 bra LOOP;
    st.global.u32 [%slot], %r2;)",
                              2, "", {.max_warp_instructions = 1'000'000});

  EXPECT_EQ(out, Values(2, 50));
}

TEST(Lanes, ALoopMayWaitForTwoFlagsHoweverFarApartItsLoadsAre) {
  // Lanes 1 and 2 wait for ready and go; lane 0 sets them. Accesses are numbered as they are written: between the loads
  // of the two flags there are `between` others. Whichever side runs first, the other one has its turn.
  for (const int between : {0, 6, 7, 8, 15})
    for (const char* setter : {"0", "2"}) {
      std::string others;
      for (int i = 0; i < between; ++i) others += "ld.shared.u32 %r4, [sum]; add.u32 %r5, %r5, %r4;\n";
      const Values out = run_body(std::string(R"(
    .shared .align 4 .u32 ready;
    .shared .align 4 .u32 go;
    .shared .align 4 .u32 sum;
    setp.eq.u32 %p1, %t, )") + setter +
                                      R"(;
    @%p1 bra SET;
  WAIT:
    ld.volatile.shared.u32 %r2, [ready];
)" + others + R"(
    ld.volatile.shared.u32 %r3, [go];
    and.b32 %r1, %r2, %r3; setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT;
    bra MEET;
  SET:
    mov.u32 %r3, 5;
    st.volatile.shared.u32 [ready], %r3;
    st.volatile.shared.u32 [go], %r3;
  MEET:
    st.global.u32 [%slot], %r3;)",
                                  3, "", {.max_warp_instructions = 1'000'000});

      EXPECT_EQ(out, Values(3, 5)) << between << " between, lane " << setter << " sets";
    }
}

TEST(Lanes, AHashTableWithALockForEachBucketTakesAllInsertions) {
  // 128 threads insert 10 numbers each into 7 buckets (t + i) % 7: while (atomicCAS(lock + b, 0, 1)); n[b]++; unlock.
  // Of the 1280 numbers t + i, bucket b gets those that are b modulo 7.
  const Values out = run_body(R"(
    .shared .align 4 .u32 locks[8];
    .shared .align 4 .u32 counts[8];
    mov.u32 %r1, 0;
  NEXT:
    add.u32 %r2, %t, %r1; rem.u32 %r2, %r2, 7; shl.b32 %r2, %r2, 2;
    mov.u32 %r3, locks; add.u32 %r3, %r3, %r2; mov.u32 %r4, counts; add.u32 %r4, %r4, %r2;
  L: atom.acquire.cta.shared.cas.b32 %r5, [%r3], 0, 1; setp.ne.u32 %p1, %r5, 0; @%p1 bra L;
    ld.volatile.shared.u32 %r6, [%r4]; add.u32 %r6, %r6, 1; st.volatile.shared.u32 [%r4], %r6;
    atom.release.cta.shared.exch.b32 %r5, [%r3], 0;
    add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 10; @%p2 bra NEXT;
    bar.sync 0;
    and.b32 %r7, %t, 7; shl.b32 %r7, %r7, 2; mov.u32 %r4, counts; add.u32 %r4, %r4, %r7;
    ld.shared.u32 %r6, [%r4];
    st.global.u32 [%slot], %r6;)",
                              128, "", {.max_warp_instructions = 100'000'000});

  Values counts(8);
  for (unsigned t = 0; t < 128; ++t)
    for (unsigned i = 0; i < 10; ++i) ++counts[(t + i) % 7];
  for (unsigned t = 0; t < 128; ++t) EXPECT_EQ(out[t], counts[t & 7]) << t;
}

TEST(Lanes, LanesThatWentAheadWaitForTheOthersWhereAMaskNamesThem) {
  // Behind the lock all lanes add up what they got by shuffles: 1 + 2 + ... + 32.
  const Values out = run_body(R"(
  L: atom.shared.cas.b32 %r1, [lock], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra L;
    ld.volatile.shared.u32 %r2, [sum]; add.u32 %r2, %r2, 1; st.volatile.shared.u32 [sum], %r2;
    atom.shared.exch.b32 %r1, [lock], 0;
    shfl.sync.bfly.b32 %r3, %r2, 16, 31, -1; add.u32 %r2, %r2, %r3;
    shfl.sync.bfly.b32 %r3, %r2, 8, 31, -1; add.u32 %r2, %r2, %r3;
    shfl.sync.bfly.b32 %r3, %r2, 4, 31, -1; add.u32 %r2, %r2, %r3;
    shfl.sync.bfly.b32 %r3, %r2, 2, 31, -1; add.u32 %r2, %r2, %r3;
    shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1; add.u32 %r2, %r2, %r3;
    activemask.b32 %r4; popc.b32 %r4, %r4; mad.lo.u32 %r2, %r4, 1000, %r2;
    st.global.u32 [%slot], %r2;)",
                              32, lock, {.max_warp_instructions = 1'000'000});

  EXPECT_EQ(out, Values(32, 528 + 32000));  // 32 * 33 / 2, and all 32 lanes are together again
}

TEST(Lanes, SyncwarpOnBothSidesOfABranchOrdersWhatTheyDo) {
  // if (t < 16) { s[t] = t; __syncwarp(); } else { __syncwarp(); r = s[t - 16]; }, whichever side is first in the text.
  for (const std::string branch : {"@%p1 bra WRITE; bra READ;", "@!%p1 bra READ; bra WRITE;"}) {
    const Values out = run_body(R"(
    .shared .align 4 .u32 s[32];
    shl.b32 %r1, %t, 2; mov.u32 %r2, s; add.u32 %r1, %r1, %r2; mov.u32 %r3, 7;
    setp.lt.u32 %p1, %t, 16;)" + branch +
                                    R"(
  READ:
    bar.warp.sync -1;
    ld.shared.u32 %r3, [%r1+-64];
    bra MEET;
  WRITE:
    add.u32 %r4, %t, 50; st.shared.u32 [%r1], %r4;
    bar.warp.sync -1;
  MEET:
    st.global.u32 [%slot], %r3;)",
                                32);

    for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(out[t], t < 16 ? 7U : t + 34) << t;
  }
}

TEST(Lanes, AMaskThatNamesLanesThatDoNotComeHoldsUpNobody) {
  // if (t < 16) v = shfl_down(full mask, v, 8): undefined where a lane reads one that is not there, common otherwise.
  const Values out = run_body(R"(
    add.u32 %r1, %t, 1;
    setp.ge.u32 %p1, %t, 16;
    @%p1 bra MEET;
    shfl.sync.down.b32 %r2, %r1, 8, 31, -1; add.u32 %r1, %r1, %r2;
  MEET:
    st.global.u32 [%slot], %r1;)",
                              32);

  EXPECT_EQ(out[0], 10U);  // 1 + 9
  EXPECT_EQ(out[31], 32U);
}

TEST(Lanes, LongWorkOfOneLaneKeepsTheWarpTogether) {
  // Lane 0 goes round 10,000 times, with an atomic in each, while 31 lanes wait at the end of the loop: nobody waits
  // for anybody, so what follows is executed once.
  Kernel k(body(R"(
    .shared .align 4 .u32 n;
    setp.ne.u32 %p1, %t, 0; mov.u32 %r1, 0;
    @%p1 bra MEET;
  WORK: atom.shared.add.u32 %r2, [n], 1; add.u32 %r1, %r1, 1; setp.lt.u32 %p2, %r1, 10000; @%p2 bra WORK;
  MEET:
    activemask.b32 %r3; popc.b32 %r3, %r3;
    st.global.u32 [%slot], %r3;)"));
  const std::uint64_t out = k.buffer(Values(32), "out");
  Count count;

  k.block({32, 1, 1}).run(&count);

  EXPECT_EQ(k.read<std::uint32_t>(out, 32), Values(32, 32));
  EXPECT_EQ(count.warps, 6U + 3 + 4 * 10000 + 4);  // loading, branch, loop, end
}

TEST(Lanes, CallsThatLanesAreInWhenTheyGoAheadEndOnTheirOwn) {
  // The lock is taken in a function, so that the lane that has it returns while the others are in the loop inside.
  const Values out = run_body(R"(
    call take, ();
    ld.volatile.shared.u32 %r2, [sum]; add.u32 %r2, %r2, %t; st.volatile.shared.u32 [sum], %r2;
    atom.shared.exch.b32 %r1, [lock], 0;
    bar.sync 0;
    ld.shared.u32 %r3, [sum];
    st.global.u32 [%slot], %r3;)",
                              64, std::string(lock) + R"(
.func take() {
  .reg .b32 %r1; .reg .pred %p1;
L: atom.shared.cas.b32 %r1, [lock], 0, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra L;
  ret;
}
)",
                              {.max_warp_instructions = 10'000'000});

  EXPECT_EQ(out, Values(64, 64 * 63 / 2));
}

}  // namespace
}  // namespace forewarp::emu::test
