// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// cp.async, mbarrier, ldmatrix and its kin.
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

Values counted(unsigned n) {
  Values v(n);
  for (unsigned i = 0; i < n; ++i) v[i] = i;
  return v;
}

TEST(AsyncCopy, CopiesAndFillsUpWithZeros) {
  Kernel k(body(R"(
    .shared .align 16 .b8 s[64];
    mul.wide.u32 %rd1, %t, 16; add.u64 %rd1, %rd1, %out;
    shl.b32 %r1, %t, 4; mov.u32 %r2, s; add.u32 %r2, %r2, %r1;
    mov.u32 %r3, 8;
    cp.async.cg.shared.global [%r2], [%rd1], 16, %r3;
    cp.async.commit_group;
    cp.async.wait_group 0;
    ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2];
    st.global.v4.u32 [%rd1], {%r7, %r6, %r5, %r4};)"));
  const std::uint64_t out = k.buffer(counted(16));

  k.block({4, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 16), (Values{0, 0, 1, 0, 0, 0, 5, 4, 0, 0, 9, 8, 0, 0, 13, 12}));
}

TEST(Mbarrier, APhaseEndsWithItsLastArrival) {
  // Two warps of one block; warp 1 spins until all 64 threads have arrived.
  const Values out = run_body(R"(
    setp.ne.u32 %p1, %t, 0;
    @!%p1 mbarrier.init.shared.b64 [bar], 64;
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd1, [bar];
  WAIT:
    mbarrier.test_wait.shared.b64 %p2, [bar], %rd1;
    @!%p2 bra WAIT;
    mbarrier.test_wait.parity.shared.b64 %p3, [bar], 0;
    mbarrier.test_wait.parity.shared.b64 %p4, [bar], 1;
    selp.u32 %r1, 1, 0, %p3; selp.u32 %r2, 10, 0, %p4; add.u32 %r1, %r1, %r2;
    st.global.u32 [%slot], %r1;)",
                              64, ".shared .align 8 .b64 bar;\n");

  EXPECT_EQ(out, Values(64, 1));  // phase 0 is over, phase 1 is not
}

TEST(Mbarrier, BulkCopiesCompleteTheirBytes) {
  Kernel k(body(R"(
    setp.ne.u32 %p1, %t, 0;
    @%p1 bra WAIT;
    mbarrier.init.shared::cta.b64 [bar], 1;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%out], 128, [bar];
  WAIT:
    bar.sync 0;
  SPIN:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
    @!%p2 bra SPIN;
    mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2; ld.shared.u32 %r3, [%r1];
    add.u32 %r3, %r3, 100;
    st.global.u32 [%slot], %r3;)",
                ".shared .align 16 .b8 s[128];\n.shared .align 8 .b64 bar;\n"));
  const std::uint64_t out = k.buffer(counted(32));

  k.block({32, 1, 1}).run();

  const Values result = k.read<std::uint32_t>(out, 32);
  for (unsigned t = 0; t < 32; ++t) EXPECT_EQ(result[t], 100 + t);
}

/// Fills shared memory with 16-bit numbers row * 16 + column of an 8 x 8 matrix, then runs the text.
Values with_matrix(const std::string& text) {
  return run_body(R"(
    .shared .align 16 .b8 s[128];
    // element pair (t / 4, 2 (t % 4)) is word t of the matrix
    shr.u32 %r1, %t, 2; shl.b32 %r1, %r1, 4; and.b32 %r2, %t, 3; shl.b32 %r2, %r2, 1; add.u32 %r1, %r1, %r2;
    add.u32 %r2, %r1, 1; shl.b32 %r2, %r2, 16; or.b32 %r3, %r1, %r2;
    mov.u32 %r4, s; shl.b32 %r5, %t, 2; add.u32 %r5, %r5, %r4;
    st.shared.u32 [%r5], %r3;
    bar.warp.sync -1;
    and.b32 %r6, %t, 7; shl.b32 %r6, %r6, 4; add.u32 %r6, %r6, %r4;)" +
                      text + "st.global.u32 [%slot], %r7;",
                  32);
}

TEST(Matrix, FragmentsHoldTwoElementsOfARow) {
  const Values plain = with_matrix("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r7}, [%r6];");
  const Values transposed = with_matrix("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r7}, [%r6];");
  const Values moved = with_matrix("movmatrix.sync.aligned.m8n8.trans.b16 %r7, %r3;");

  // Lane 9 holds row 2, columns 2 and 3; transposed it holds rows 2 and 3 of column 2.
  EXPECT_EQ(plain[9], 0x00230022U);
  EXPECT_EQ(transposed[9], 0x00320022U);
  EXPECT_EQ(moved, transposed);
}

TEST(Matrix, StoringIsTheInverseOfLoading) {
  const Values out = with_matrix(R"(
    ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r7}, [%r6];
    stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r6], {%r7};
    ld.shared.u32 %r7, [%r5];
    sub.u32 %r7, %r7, %r3;)");

  EXPECT_EQ(out, Values(32, 0));
}

}  // namespace
}  // namespace forewarp::emu::test
