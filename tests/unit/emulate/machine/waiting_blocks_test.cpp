// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Blocks that wait for later ones by flags in memory, without a synchronisation of the grid.
#include <fmt/format.h>

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

constexpr const char* waits_for_the_next = R"(
    mov.u32 %r1, %nctaid.x; sub.u32 %r1, %r1, 1; setp.eq.u32 %p1, %g, %r1; @%p1 bra SET;
    mad.wide.u32 %rd5, %g, 4, %out;
  WAIT: ld.acquire.gpu.global.u32 %r2, [%rd5+4]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;
  SET: st.release.gpu.global.u32 [%slot], 1;)";

TEST(WaitingBlocks, EachMayWaitForTheNextOne) {
  Kernel k(body(waits_for_the_next));
  const std::uint64_t out = k.buffer(Values(100), "out");

  k.grid({100, 1, 1}).block({1, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 100), Values(100, 1));
}

TEST(WaitingBlocks, AWaitMayCountItsAttempts) {
  Kernel k(body(R"(
    setp.ne.u32 %p1, %g, 0; @%p1 bra SET; mov.u32 %r3, 0;
  WAIT: ld.volatile.global.u32 %r2, [%slot+4]; add.u32 %r3, %r3, 1; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;
  SET: st.global.u32 [%slot], 1;)"),
           {.max_warp_instructions = 1'000'000});
  const std::uint64_t out = k.buffer(Values(2), "out");

  k.grid({2, 1, 1}).block({1, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 2), Values(2, 1));
}

TEST(WaitingBlocks, ForOneAnotherForEverIsFoundOut) {
  Kernel k(body(R"(
    xor.b32 %r1, %g, 1; mad.wide.u32 %rd5, %r1, 4, %out;
  WAIT: ld.volatile.global.u32 %r2, [%rd5]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;
    st.global.u32 [%slot], 1;)"),
           {.max_warp_instructions = 100'000});
  k.buffer(Values(4), "out");

  const std::string message = k.grid({4, 1, 1}).block({1, 1, 1}).fault();

  EXPECT_NE(message.find("no thread of the grid can go on"), std::string::npos) << message;
}

/// Warp instructions where the odd lanes compute for so many iterations without a store, and the others wait for them.
std::uint64_t executed(unsigned iterations) {
  Kernel k(body(fmt::format(R"(
    and.b32 %r1, %t, 1; mul.lo.u32 %r1, %r1, {}; mov.u32 %r2, 0;
  LOOP: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra LOOP;
    mov.u32 %r3, 0;
  TAIL: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 10000; @%p1 bra TAIL;
    st.global.u32 [%slot], %r2;)",
                            iterations)));
  k.buffer(Values(32), "out");
  k.block({32, 1, 1}).run();
  return k.machine().executed();
}

// 64 iterations a round: 400,000 are more than the 2 x 1024 rounds after which a loop may be one that waits.
TEST(WaitingBlocks, LanesThatWaitForOthersThatComputeDoNotGoAhead) {
  EXPECT_EQ(executed(400'000) - executed(400), 3 * (400'000 - 400));
}

}  // namespace
}  // namespace forewarp::emu::test
