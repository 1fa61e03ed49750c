// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

TEST(Atomic, LanesUpdateOneAddressInLaneOrder) {
  const Values out =
      run_body("atom.shared.add.u32 %r1, [s], 3; st.global.u32 [%slot], %r1;", 5, ".shared .align 4 .u32 s;\n");

  EXPECT_EQ(out, (Values{0, 3, 6, 9, 12}));
}

/// Starts with 10 in out[0], applies the operation from one thread and returns {old, new}.
std::pair<std::uint32_t, std::uint32_t> apply(const std::string& op, std::uint32_t start = 10) {
  Kernel k(body("atom.global." + op + "; st.global.u32 [%out+4], %r1;"));
  const std::uint64_t out = k.buffer(Values{start, 0});
  k.run();
  const Values v = k.read<std::uint32_t>(out, 2);
  return {v[1], v[0]};
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;

TEST(Atomic, KnowsEveryIntegerOperation) {
  EXPECT_EQ(apply("add.u32 %r1, [%out], 5"), Pair(10, 15));
  EXPECT_EQ(apply("min.s32 %r1, [%out], -1"), Pair(10, 0xffffffff));
  EXPECT_EQ(apply("min.u32 %r1, [%out], -1"), Pair(10, 10));
  EXPECT_EQ(apply("max.s32 %r1, [%out], -1"), Pair(10, 10));
  EXPECT_EQ(apply("max.u32 %r1, [%out], 11"), Pair(10, 11));
  EXPECT_EQ(apply("and.b32 %r1, [%out], 6"), Pair(10, 2));
  EXPECT_EQ(apply("or.b32 %r1, [%out], 6"), Pair(10, 14));
  EXPECT_EQ(apply("xor.b32 %r1, [%out], 6"), Pair(10, 12));
  EXPECT_EQ(apply("exch.b32 %r1, [%out], 6"), Pair(10, 6));
  EXPECT_EQ(apply("cas.b32 %r1, [%out], 10, 7"), Pair(10, 7));
  EXPECT_EQ(apply("cas.b32 %r1, [%out], 9, 7"), Pair(10, 10));
  EXPECT_EQ(apply("inc.u32 %r1, [%out], 10"), Pair(10, 0));
  EXPECT_EQ(apply("inc.u32 %r1, [%out], 11"), Pair(10, 11));
  EXPECT_EQ(apply("dec.u32 %r1, [%out], 9"), Pair(10, 9));
  EXPECT_EQ(apply("dec.u32 %r1, [%out], 20"), Pair(10, 9));
}

TEST(Atomic, AddsFloats) {
  EXPECT_EQ(apply("add.f32 %r1, [%out], 0f40000000", std::bit_cast<std::uint32_t>(1.5F)),
            Pair(std::bit_cast<std::uint32_t>(1.5F), std::bit_cast<std::uint32_t>(3.5F)));
  EXPECT_EQ(apply("add.f32 %r1, [%out], 0f00000000", 1), Pair(1, 0));  // subnormals flush in global memory
  EXPECT_EQ(apply("add.noftz.f16x2 %r1, [%out], 0x3c004000", 0x3c003c00), Pair(0x3c003c00, 0x40004200));  // 1+1, 1+2
  EXPECT_EQ(apply("add.noftz.bf16x2 %r1, [%out], 0x3f804000", 0x3f803f80), Pair(0x3f803f80, 0x40004040));
}

TEST(Atomic, ReducesWideTypesAndVectors) {
  Kernel k(body(R"(
    red.global.add.u64 [%out], 0x100000000;
    red.global.add.f64 [%out+8], 0d3FF0000000000000;
    mov.f32 %f1, 0f3F800000; mov.f32 %f2, 0f40000000;
    red.global.add.v2.f32 [%out+16], {%f1, %f2};)"));
  const std::uint64_t out = k.buffer(Values(6));

  k.block({33, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint64_t>(out, 1)[0], std::uint64_t{33} << 32);
  EXPECT_EQ(k.read<double>(out + 8, 1)[0], 33.0);
  EXPECT_EQ(k.read<float>(out + 16, 2), (std::vector<float>{33.0F, 66.0F}));
}

TEST(Atomic, CountsAHistogramOverAllBlocks) {
  Kernel k(
      body("and.b32 %r1, %g, 3; mul.wide.u32 %rd1, %r1, 4; add.u64 %rd1, %rd1, %out; red.global.add.u32 [%rd1], 1;"),
      {.threads = 2});
  const std::uint64_t out = k.buffer(Values(4));

  k.grid({100, 1, 1}).block({100, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 4), Values(4, 2500));
}

TEST(Atomic, ALockBetweenWarpsIsPassedOn) {
  // One lane of each of 8 warps takes the lock and adds 1 by a plain load and store.
  const Values out = run_body(R"(
    and.b32 %r1, %t, 31; setp.ne.u32 %p1, %r1, 0;
    @%p1 bra END;
  L: atom.shared.cas.b32 %r1, [lock], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra L;
    ld.shared.u32 %r2, [lock+4]; add.u32 %r2, %r2, 1; st.shared.u32 [lock+4], %r2;
    atom.shared.exch.b32 %r1, [lock], 0;
  END:
    bar.sync 0;
    ld.shared.u32 %r2, [lock+4]; st.global.u32 [%slot], %r2;)",
                              256, ".shared .align 4 .u32 lock[2];\n", {.warp_slice = 1});

  EXPECT_EQ(out, Values(256, 8));
}

}  // namespace
}  // namespace forewarp::emu::test
