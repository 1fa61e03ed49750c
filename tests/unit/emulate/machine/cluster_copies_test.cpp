// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Thread block clusters: mbarriers and asynchronous copies between blocks.
#include <numeric>

#include "forewarp/emulate/machine/tensor_map.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

/// Every kernel here has an mbarrier and 256 bytes, and waits in parity 0 of the barrier with WAIT.
constexpr std::string_view memory = ".shared .align 128 .b8 s[256];\n.shared .align 8 .b64 bar;\n";
/// Thread 0 makes the barrier for this many arrivals and bytes; %r10 is the block's rank, %p9 whether it is thread 0.
std::string set_up(const std::string& arrivals, const std::string& bytes) {
  return "mov.u32 %r10, %cluster_ctarank; setp.eq.u32 %p9, %t, 0;"
         "@%p9 mbarrier.init.shared::cta.b64 [bar], " +
         arrivals + ";" +
         (bytes.empty() ? "" : "@%p9 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], " + bytes + ";") +
         "fence.mbarrier_init.release.cluster; barrier.cluster.arrive; barrier.cluster.wait;";
}
constexpr std::string_view wait = R"(
  WAIT:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [bar], 0;
    @!%p1 bra WAIT;)";
constexpr std::string_view load_and_end = R"(
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2; ld.shared.u32 %r3, [%r1];
    st.global.u32 [%slot], %r3;
    barrier.cluster.arrive; barrier.cluster.wait;)";

/// out holds 0, 1, 2, ... before, an element a thread of 32 a block.
Values run_cluster(const std::string& text, unsigned blocks, MachineOptions options = {}) {
  Kernel k(body(text, memory), options);
  Values values(std::size_t{blocks} * 32);
  std::iota(values.begin(), values.end(), 0U);
  const std::uint64_t out = k.buffer(values, "out");
  k.grid({blocks, 1, 1}).cluster({blocks, 1, 1}).block({32, 1, 1}).run();
  return k.read<std::uint32_t>(out, values.size());
}

TEST(ClusterCopy, BlocksArriveAtEachOthersMbarriers) {
  // Each of 4 blocks arrives at the barriers of all, which take 4 arrivals; so none goes on before all have come.
  const Values out = run_cluster(set_up("4", "") + R"(
    mov.u32 %r1, bar;
    mapa.shared::cluster.u32 %r2, %r1, %t;
    setp.lt.u32 %p2, %t, 4;
    @%p2 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2];)" +
                                     std::string(wait) + "mov.u32 %r3, 1; st.global.u32 [%slot], %r3;" +
                                     "barrier.cluster.arrive; barrier.cluster.wait;",
                                 4);

  EXPECT_EQ(out, Values(128, 1));
}

TEST(ClusterCopy, StoresTellTheMbarrierOfTheirBytes) {
  // The threads of each block store 4 bytes each to the next block: 128 bytes.
  const Values out = run_cluster(set_up("1", "128") + R"(
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2; mov.u32 %r4, bar;
    xor.b32 %r5, %r10, 1;
    mapa.shared::cluster.u32 %r1, %r1, %r5;
    mapa.shared::cluster.u32 %r4, %r4, %r5;
    mad.lo.u32 %r6, %r10, 100, %t;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r6, [%r4];)" +
                                     std::string(wait) + std::string(load_and_end),
                                 2);

  EXPECT_EQ(out[5], 105U);
  EXPECT_EQ(out[32 + 5], 5U);
}

TEST(ClusterCopy, VectorsAreStoredWhole) {
  // Lanes 0 to 7 store 16 bytes each.
  const Values out = run_cluster(set_up("1", "128") + R"(
    mov.u32 %r1, s; shl.b32 %r2, %t, 4; add.u32 %r1, %r1, %r2; mov.u32 %r4, bar;
    xor.b32 %r5, %r10, 1;
    mapa.shared::cluster.u32 %r1, %r1, %r5;
    mapa.shared::cluster.u32 %r4, %r4, %r5;
    add.u32 %r6, %t, 10; add.u32 %r7, %t, 20; add.u32 %r8, %t, 30; add.u32 %r9, %t, 40;
    setp.lt.u32 %p2, %t, 8;
    @%p2 st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%r1], {%r6, %r7, %r8, %r9}, [%r4];)" +
                                     std::string(wait) + std::string(load_and_end),
                                 2);

  EXPECT_EQ((Values{out[28], out[29], out[30], out[31]}), (Values{17, 27, 37, 47}));
}

TEST(ClusterCopy, ReductionsTellTheMbarrierOfTheirBytes) {
  // Both blocks' threads add 3 to their word of block 1: 2 * 32 * 4 bytes for its barrier; block 0's expects none.
  const Values out =
      run_cluster("mov.u32 %r11, %cluster_ctarank; mul.lo.u32 %r11, %r11, 256;" + set_up("1", "%r11") + R"(
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2; mov.u32 %r4, bar;
    mapa.shared::cluster.u32 %r1, %r1, 1;
    mapa.shared::cluster.u32 %r4, %r4, 1;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], 3, [%r4];)" +
                      std::string(wait) + std::string(load_and_end),
                  2);

  EXPECT_EQ(out[7], 0U);
  EXPECT_EQ(out[32 + 7], 6U);
}

TEST(ClusterCopy, BulkCopiesGoToOtherBlocks) {
  // Each block writes its own words, then copies 128 of its bytes behind those of the other block.
  const Values out = run_cluster(set_up("1", "128") + R"(
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r3, %r1, %r2;
    mad.lo.u32 %r6, %r10, 100, %t; st.shared.u32 [%r3], %r6;
    fence.proxy.async.shared::cta;
    bar.warp.sync -1;
    mov.u32 %r4, bar; xor.b32 %r5, %r10, 1; add.u32 %r7, %r1, 128;
    mapa.shared::cluster.u32 %r7, %r7, %r5;
    mapa.shared::cluster.u32 %r4, %r4, %r5;
    @%p9 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r7], [%r1], 128, [%r4];)" +
                                     std::string(wait) + R"(
    ld.shared.u32 %r8, [%r3+128];
    st.global.u32 [%slot], %r8;
    barrier.cluster.arrive; barrier.cluster.wait;)",
                                 2);

  EXPECT_EQ(out[9], 109U);
  EXPECT_EQ(out[32 + 9], 9U);
}

/// Block 0 of 4 loads 128 bytes for blocks 0, 2 and 3 at once; block 1 expects nothing.
std::string multicast(const std::string& copy) {
  return "mov.u32 %r12, %cluster_ctarank; setp.ne.u32 %p3, %r12, 1; selp.u32 %r11, 128, 0, %p3;" + set_up("1", "%r11") +
         "mov.u32 %r1, s; mov.u32 %r4, bar; mov.b16 %h1, 13; mov.u32 %r13, 0;" +
         "setp.eq.and.u32 %p4, %r10, 0, %p9; @%p4 " + copy + std::string(wait) +
         "@%p3 bra LOADED; mov.u32 %r3, s; shl.b32 %r2, %t, 2; add.u32 %r3, %r3, %r2; st.shared.u32 [%r3], 77;"
         "LOADED: " +
         std::string(load_and_end);
}

TEST(ClusterCopy, AMulticastBringsOneCopyToSeveralBlocks) {
  const Values out = run_cluster(
      multicast("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%out], "
                "128, [%r4], %h1;"),
      4);

  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(out[t], t);
    EXPECT_EQ(out[32 + t], 77U);
    EXPECT_EQ(out[64 + t], t);
    EXPECT_EQ(out[96 + t], t);
  }
}

/// 8 x 4 of 16 x 8 floats that are behind their map.
TEST(ClusterCopy, AMulticastOfATensorBringsOneCopyToSeveralBlocks) {
  Kernel k(body("add.u64 %rd1, %out, 512;" +
                    multicast("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
                              ".multicast::cluster [%r1], [%rd1, {%r13, %r13}], [%r4], %h1;"),
                memory));
  Values values(4 * 32 + 256);
  std::iota(values.begin(), values.end(), 0U);
  const std::uint64_t out = k.buffer(values, "out");
  TensorMap map;
  map.rank = 2;
  map.type = TensorMap::Type::u32;
  map.sizes = {16, 8, 0, 0, 0};
  map.strides = {64, 0, 0, 0};
  map.box = {8, 4, 0, 0, 0};
  map.steps = {1, 1, 0, 0, 0};
  map.address = out + 512 + tensor_map_bytes;
  k.machine().memory().write(out + 512, to_bytes(map));

  k.grid({4, 1, 1}).cluster({4, 1, 1}).block({32, 1, 1}).run();

  const auto after = k.read<std::uint32_t>(out, 128);
  const std::uint32_t first = (512 + tensor_map_bytes) / 4;
  for (const unsigned block : {0U, 2U, 3U})
    for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(after[block * 32 + t], first + t / 8 * 16 + t % 8);
  EXPECT_EQ(after[32], 77U);
}

TEST(ClusterCopy, TheChecksKnowWhatAnMbarrierOrders) {
  // The copy of block 0 into block 2, and the read behind block 2's wait, are no race.
  const Values out = run_cluster(
      multicast("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], [%out], "
                "128, [%r4], %h1;"),
      4, {.check_uninitialised = true, .check_races = true});

  EXPECT_EQ(out[64 + 3], 3U);
}

TEST(ClusterCopy, AMulticastToABlockThatIsNotThereIsAFault) {
  Kernel k(body(multicast("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r1], "
                          "[%out], 128, [%r4], %h1;"),
                memory));
  k.buffer(Values(64), "out");

  const std::string message = k.grid({2, 1, 1}).cluster({2, 1, 1}).block({32, 1, 1}).fault();

  EXPECT_NE(message.find("multicast to block 2 of a cluster of 2"), std::string::npos) << message;
}

}  // namespace
}  // namespace forewarp::emu::test
