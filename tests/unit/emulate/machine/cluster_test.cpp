// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thread block clusters: registers, the barrier, addresses in other blocks' shared memory.
#include "forewarp/support/error.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Runs a body with blocks of this many threads; out has an element a thread of the grid.
Values run_cluster(std::string_view text, launch::Dim3 grid, launch::Dim3 cluster, unsigned threads,
                   std::string_view before = "", MachineOptions options = {}) {
  Kernel k(body(text, before), options);
  const auto count = grid.count() * threads;
  const std::uint64_t out = k.buffer(Values(count), "out");
  k.grid(grid).cluster(cluster).block({threads, 1, 1}).run();
  return k.read<std::uint32_t>(out, count);
}

std::string cluster_fault(std::string_view text, unsigned blocks, unsigned threads, std::string_view before = "",
                          MachineOptions options = {}) {
  Kernel k(body(text, before), options);
  k.buffer(Values(std::size_t{blocks} * threads), "out");
  return k.grid({blocks, 1, 1}).cluster({blocks, 1, 1}).block({threads, 1, 1}).fault();
}

/// What a kernel of one thread a block stores, by the linear index of the block.
constexpr std::string_view by_block = R"(
    mov.u32 %r15, %ctaid.y; mov.u32 %r16, %nctaid.x; mov.u32 %r17, %ctaid.x; mad.lo.u32 %r15, %r15, %r16, %r17;
    mad.wide.u32 %rd15, %r15, 4, %out; st.global.u32 [%rd15], %r1;)";

TEST(Cluster, RegistersSayWhereABlockIsInItsCluster) {
  const Values out = run_cluster(std::string(R"(
    mov.u32 %r1, %clusterid.x; mov.u32 %r2, %clusterid.y; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %nclusterid.x; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %cluster_ctaid.x; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %cluster_ctaid.y; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %cluster_nctaid.y; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %cluster_ctarank; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.u32 %r2, %cluster_nctarank; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.pred %p1, %is_explicit_cluster; selp.u32 %r2, 1, 0, %p1; mad.lo.u32 %r1, %r1, 10, %r2;)") +
                                     std::string(by_block),
                                 {6, 2, 1}, {3, 2, 1}, 1);

  // Block (4, 1) of a grid of 6 x 2: cluster (1, 0) of 2 in x, there at (1, 1) of 3 x 2, which is rank 1 + 1 * 3 = 4
  // of 6.
  EXPECT_EQ(out[6 + 4], 102112461U);
  // Block (0, 0): cluster (0, 0), at (0, 0), rank 0.
  EXPECT_EQ(out[0], 2002061U);
}

TEST(Cluster, OneBlockIsAClusterThatNobodyNamed) {
  const Values out = run_body(R"(
    mov.u32 %r1, %cluster_nctarank; mov.u32 %r2, %clusterid.x; mad.lo.u32 %r1, %r1, 10, %r2;
    mov.pred %p1, %is_explicit_cluster; selp.u32 %r2, 1, 0, %p1; mad.lo.u32 %r1, %r1, 10, %r2;
    st.global.u32 [%slot], %r1;)",
                              1);

  EXPECT_EQ(out[0], 100U);
}

TEST(Cluster, TheCodeMayNameIt) {
  Kernel k(
      ".visible .entry k(.param .u64 out) .reqnctapercluster 2 { .reg .b32 %r<4>; .reg .b64 %rd<3>; "
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %cluster_nctarank; mov.u32 %r2, %ctaid.x; "
      "mad.wide.u32 %rd2, %r2, 4, %rd1; st.global.u32 [%rd2], %r1; ret; }");
  const std::uint64_t out = k.buffer(Values(4));

  k.grid({4, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 4), Values(4, 2));
  EXPECT_THROW(k.cluster({4, 1, 1}).run(), InputError);  // the code says 2
}

TEST(Cluster, GridsThatCannotBeDividedAreRefused) {
  Kernel k(body("st.global.u32 [%slot], 1;"));
  k.buffer(Values(64));

  EXPECT_THROW(k.grid({3, 1, 1}).cluster({2, 1, 1}).run(), InputError);
  EXPECT_THROW(k.grid({32, 1, 1}).cluster({32, 1, 1}).run(), InputError);
}

/// Each block keeps its number in shared memory and reads that of the next one of its cluster.
constexpr std::string_view ring = R"(
    mov.u32 %r1, %ctaid.x; add.u32 %r1, %r1, 100; add.u32 %r2, %r1, %t;
    mov.u32 %r3, s; shl.b32 %r4, %t, 2; add.u32 %r3, %r3, %r4;
    st.shared.u32 [%r3], %r2;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    mov.u32 %r5, %cluster_ctarank; mov.u32 %r6, %cluster_nctarank; add.u32 %r5, %r5, 1; rem.u32 %r5, %r5, %r6;
    mapa.shared::cluster.u32 %r7, %r3, %r5;
    ld.shared::cluster.u32 %r8, [%r7];
    st.global.u32 [%slot], %r8;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;)";
constexpr std::string_view ring_memory = ".shared .align 4 .b8 s[256];\n";

TEST(Cluster, BlocksReadEachOthersSharedMemory) {
  const Values out = run_cluster(ring, {8, 1, 1}, {4, 1, 1}, 64, ring_memory);

  for (unsigned block = 0; block < 8; ++block)
    for (unsigned t = 0; t < 64; ++t)
      EXPECT_EQ(out[block * 64 + t], 100 + block / 4 * 4 + (block + 1) % 4 + t) << block << " " << t;
}

TEST(Cluster, AllWaysOfRunningGiveTheSame) {
  const Values one = run_cluster(ring, {64, 1, 1}, {8, 1, 1}, 64, ring_memory, {.threads = 1});

  EXPECT_EQ(run_cluster(ring, {64, 1, 1}, {8, 1, 1}, 64, ring_memory, {.threads = 4}), one);
  EXPECT_EQ(run_cluster(ring, {64, 1, 1}, {8, 1, 1}, 64, ring_memory, {.warp_slice = 1}), one);
  EXPECT_EQ(
      run_cluster(ring, {64, 1, 1}, {8, 1, 1}, 64, ring_memory, {.check_uninitialised = true, .check_races = true}),
      one);
}

TEST(Cluster, GenericAddressesReachOtherBlocks) {
  // Lane 0 to 15 read their own block's word, 16 to 31 that of the other block, by one instruction.
  const Values out = run_cluster(R"(
    mov.u32 %r1, %ctaid.x; st.shared.u32 [s], %r1;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;
    mov.u32 %r2, %cluster_ctarank; shr.u32 %r3, %t, 4; xor.b32 %r3, %r3, %r2;
    mapa.u64 %rd2, %rd1, %r3;
    ld.u32 %r4, [%rd2];
    getctarank.u64 %r5, %rd2;
    isspacep.shared::cta %p1, %rd2; selp.u32 %r6, 1, 0, %p1;
    isspacep.shared::cluster %p2, %rd2; selp.u32 %r7, 1, 0, %p2;
    isspacep.shared %p3, %rd2; selp.u32 %r8, 1, 0, %p3;
    mad.lo.u32 %r4, %r4, 10, %r5; mad.lo.u32 %r4, %r4, 10, %r6; mad.lo.u32 %r4, %r4, 10, %r7;
    mad.lo.u32 %r4, %r4, 10, %r8;
    st.global.u32 [%slot], %r4;
    barrier.cluster.arrive; barrier.cluster.wait;)",
                                 {2, 1, 1}, {2, 1, 1}, 32, ".shared .align 4 .b8 s[4];\n");

  // Word, rank of the address, and whether it is of ::cta, of ::cluster and of .shared (::cta).
  EXPECT_EQ(out[0], 111U);
  EXPECT_EQ(out[16], 11010U);
  EXPECT_EQ(out[32], 11111U);
  EXPECT_EQ(out[48], 10U);
}

TEST(Cluster, AtomicsUpdateOtherBlocks) {
  // All 4 * 32 threads add to a word of block 2; it stores the sum.
  const Values out = run_cluster(R"(
    setp.eq.u32 %p1, %t, 0;
    @%p1 st.shared.u32 [s], 1000;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r1, s; mov.u32 %r2, 2;
    mapa.shared::cluster.u32 %r3, %r1, %r2;
    atom.add.relaxed.cluster.shared::cluster.u32 %r4, [%r3], 1;
    red.add.relaxed.cluster.shared::cluster.u32 [%r3], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
    ld.shared.u32 %r5, [s];
    st.global.u32 [%slot], %r5;)",
                                 {4, 1, 1}, {4, 1, 1}, 32, ".shared .align 4 .b8 s[4];\n");

  EXPECT_EQ(out[0], 1000U);
  EXPECT_EQ(out[64], 1000U + 2 * 4 * 32);
}

TEST(Cluster, ABlockMayWaitForAWordThatAnotherOneStores) {
  // Block 0 waits for block 1 in a loop, and block 1 for block 0: no order one after the other works.
  const Values out = run_cluster(R"(
    mov.u32 %r1, s; mov.u32 %r2, %cluster_ctarank; xor.b32 %r3, %r2, 1;
    mapa.shared::cluster.u32 %r4, %r1, %r3;
    add.u32 %r5, %r2, 7;
    st.relaxed.cluster.shared::cluster.u32 [%r4], %r5;
  WAIT:
    ld.relaxed.cluster.shared::cta.u32 %r6, [s];
    setp.eq.u32 %p1, %r6, 0;
    @%p1 bra WAIT;
    st.global.u32 [%slot], %r6;
    barrier.cluster.arrive; barrier.cluster.wait;)",
                                 {2, 1, 1}, {2, 1, 1}, 1, ".shared .align 4 .b8 s[4];\n");

  EXPECT_EQ(out, (Values{8, 7}));
}

TEST(Cluster, ThreadsThatHaveLeftCountAsArrived) {
  const Values out = run_cluster(R"(
    setp.ge.u32 %p1, %t, 32;
    @%p1 exit;
    barrier.cluster.arrive.relaxed; barrier.cluster.wait;
    st.global.u32 [%slot], 5;)",
                                 {2, 1, 1}, {2, 1, 1}, 64);

  EXPECT_EQ(out[0], 5U);
  EXPECT_EQ(out[64 + 31], 5U);
  EXPECT_EQ(out[32], 0U);
}

TEST(Cluster, AnArrivalAndItsWaitMayBeApart) {
  // Block 1 arrives early and late to its wait, so it passes at once; the second phase works, too.
  const Values out = run_cluster(R"(
    barrier.cluster.arrive;
    mov.u32 %r1, %ctaid.x; add.u32 %r1, %r1, 1; mul.lo.u32 %r1, %r1, 40;
  LOOP:
    sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;
    barrier.cluster.wait;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    st.global.u32 [%slot], 1;)",
                                 {2, 1, 1}, {2, 1, 1}, 64, "", {.warp_slice = 1});

  EXPECT_EQ(out, Values(128, 1));
}

TEST(Cluster, MisusesOfItsBarrierAreFaults) {
  EXPECT_NE(cluster_fault("barrier.cluster.wait;", 2, 32).find("without a barrier.cluster.arrive before"),
            std::string::npos);
  EXPECT_NE(
      cluster_fault("barrier.cluster.arrive; barrier.cluster.arrive;", 2, 32).find("barrier.cluster.arrive again"),
      std::string::npos);
}

TEST(Cluster, ABarrierThatABlockNeverReachesIsADeadlock) {
  // Block 1 waits for a barrier of 64 threads, block 0 for block 1.
  const std::string message = cluster_fault(R"(
    mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1;
    @%p1 bra OTHER;
    barrier.cluster.arrive; barrier.cluster.wait;
    bra END;
  OTHER: bar.sync 3, 64;
  END: st.global.u32 [%slot], 1;)",
                                            2, 32);

  EXPECT_NE(message.find("barrier 3 waits for 64 threads, 32 arrived"), std::string::npos) << message;
}

TEST(Cluster, WrongAddressesAreFaults) {
  constexpr std::string_view memory = ".shared .align 4 .b8 s[64];\n";
  const std::string outside = cluster_fault(
      "mov.u32 %r1, s; mapa.shared::cluster.u32 %r2, %r1, 1; ld.shared::cluster.u32 %r3, [%r2+64];", 2, 1, memory);
  const std::string no_block = cluster_fault(
      "mov.u32 %r1, s; mapa.shared::cluster.u32 %r2, %r1, 7; ld.shared::cluster.u32 %r3, [%r2];", 2, 1, memory);
  const std::string own_only = cluster_fault(
      "mov.u32 %r1, s; mov.u32 %r5, %cluster_ctarank; xor.b32 %r5, %r5, 1; mapa.shared::cluster.u32 %r2, %r1, %r5; "
      "ld.shared::cta.u32 %r3, [%r2];",
      2, 1, memory);

  EXPECT_NE(outside.find("out of bounds, the block has 64 bytes"), std::string::npos) << outside;
  EXPECT_NE(no_block.find("out of bounds, the cluster has 2 blocks"), std::string::npos) << no_block;
  EXPECT_NE(own_only.find("it is that of block 1 of the cluster (.shared::cluster reaches it)"), std::string::npos)
      << own_only;
}

TEST(Cluster, TheSharedMemoryOfABlockThatHasEndedIsGone) {
  // Block 1 ends at once; block 0 reads its memory later, with no barrier at which block 1 waits.
  const std::string message = cluster_fault(R"(
    mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1;
    @%p1 exit;
    mov.u32 %r5, 200;
  LOOP: sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra LOOP;
    mov.u32 %r1, s; mapa.shared::cluster.u32 %r2, %r1, 1; ld.shared::cluster.u32 %r3, [%r2];)",
                                            2, 1, ".shared .align 4 .b8 s[64];\n");

  EXPECT_NE(message.find("block 1 of the cluster has ended"), std::string::npos) << message;
}

TEST(Cluster, RacesBetweenBlocksAreFound) {
  // Block 0 stores to block 1's word, which block 1 reads; the first version has no barrier between.
  constexpr std::string_view memory = ".shared .align 4 .b8 s[64];\n";
  const auto text = [](const std::string& between) {
    return R"(
    st.shared.u32 [s], 3;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 0;
    mov.u32 %r2, s; mapa.shared::cluster.u32 %r3, %r2, 1;
    @%p1 st.shared::cluster.u32 [%r3], 9;)" +
           between + R"(
    @!%p1 ld.shared.u32 %r4, [s];
    st.global.u32 [%slot], %r4;
    barrier.cluster.arrive; barrier.cluster.wait;)";
  };

  const std::string race = cluster_fault(text(""), 2, 1, memory, {.check_races = true});
  EXPECT_NE(race.find("data race in shared memory at 0x0: read here by warp 0 of the cluster's block 1 and written at"),
            std::string::npos)
      << race;
  EXPECT_EQ(run_cluster(text("barrier.cluster.arrive; barrier.cluster.wait;"), {2, 1, 1}, {2, 1, 1}, 1, memory,
                        {.check_races = true})[1],
            9U);
}

class Watched final : public Observer {
 public:
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return std::make_unique<Watched>(); }
  void merge(Observer& later) override {
    for (const std::uint64_t b : dynamic_cast<Watched&>(later).blocks) blocks.push_back(b);
  }
  void block_end(std::uint64_t linear) override { blocks.push_back(linear); }
  std::vector<std::uint64_t> blocks;
};

TEST(Cluster, ObserversSeeTheBlocksThatWereAskedFor) {
  Kernel k(body(ring, ring_memory));
  const std::uint64_t out = k.buffer(Values(16 * 64), "out");
  k.grid({16, 1, 1}).cluster({4, 1, 1}).block({64, 1, 1});
  const std::vector<std::uint64_t> asked{1, 6, 7};
  Watched some, all;

  k.run(&some, asked);
  const Values after = k.read<std::uint32_t>(out, 16 * 64);
  k.run(&all);

  EXPECT_EQ(some.blocks, asked);
  EXPECT_EQ(after[0], 101U);     // block 0 ran, too: it is in the cluster of block 1
  EXPECT_EQ(after[8 * 64], 0U);  // that of block 8 did not
  EXPECT_EQ(all.blocks.size(), 16U);
}

}  // namespace
}  // namespace forewarp::emu::test
