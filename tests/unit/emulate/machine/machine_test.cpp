// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <array>
#include <memory>

#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

constexpr const char* vector_add = R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {
  .reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %rd<11>;
  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u32 %r2, [n];
  mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra DONE;
  cvta.to.global.u64 %rd4, %rd1; cvta.to.global.u64 %rd6, %rd2; cvta.to.global.u64 %rd8, %rd3;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd7, %rd4, %rd5; add.s64 %rd9, %rd6, %rd5; add.s64 %rd10, %rd8, %rd5;
  ld.global.f32 %f1, [%rd7]; ld.global.f32 %f2, [%rd9];
  add.f32 %f3, %f1, %f2;
  st.global.f32 [%rd10], %f3;
DONE: ret;
}
)";

TEST(Machine, AddsTwoVectorsWithATailInTheLastBlock) {
  constexpr unsigned n = 1000;
  std::vector<float> a(n), b(n);
  for (unsigned i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0F * static_cast<float>(i);
  }
  Kernel k(vector_add);
  k.buffer(a);
  k.buffer(b);
  const std::uint64_t c = k.buffer(std::vector<float>(n));

  k.scalar(n).grid({8, 1, 1}).block({128, 1, 1}).run();  // 1024 threads for 1000 elements

  const std::vector<float> sum = k.read<float>(c, n);
  for (unsigned i = 0; i < n; ++i) ASSERT_EQ(sum[i], 3.0F * static_cast<float>(i)) << i;
}

/// C = A B for n x n, tiles of 16 x 16 in shared memory.
constexpr const char* tiled_matmul = R"(
.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {
  .shared .align 4 .b8 ta[1024];
  .shared .align 4 .b8 tb[1024];
  .reg .pred %p<2>; .reg .f32 %f<5>; .reg .b32 %r<30>; .reg .b64 %rd<12>;
  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u64 %rd3, [c]; ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x; mov.u32 %r3, %tid.y; mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y;
  shl.b32 %r6, %r5, 4; add.s32 %r6, %r6, %r3;          // row
  shl.b32 %r7, %r4, 4; add.s32 %r7, %r7, %r2;          // column
  mov.f32 %f1, 0f00000000;
  mov.u32 %r8, 0;                                       // tile
  shl.b32 %r9, %r3, 4; add.s32 %r9, %r9, %r2; shl.b32 %r9, %r9, 2;
  mov.u32 %r10, ta; add.s32 %r11, %r10, %r9;
  mov.u32 %r12, tb; add.s32 %r13, %r12, %r9;
  shl.b32 %r14, %r3, 6; add.s32 %r15, %r10, %r14;       // &ta[ty][0]
  shl.b32 %r16, %r2, 2; add.s32 %r17, %r12, %r16;       // &tb[0][tx]
TILE:
  add.s32 %r18, %r8, %r2; mad.lo.s32 %r19, %r6, %r1, %r18; mul.wide.u32 %rd4, %r19, 4; add.s64 %rd5, %rd1, %rd4;
  ld.global.f32 %f2, [%rd5]; st.shared.f32 [%r11], %f2;
  add.s32 %r20, %r8, %r3; mad.lo.s32 %r21, %r20, %r1, %r7; mul.wide.u32 %rd6, %r21, 4; add.s64 %rd7, %rd2, %rd6;
  ld.global.f32 %f3, [%rd7]; st.shared.f32 [%r13], %f3;
  bar.sync 0;
  mov.u32 %r22, 0; mov.u32 %r23, %r15; mov.u32 %r24, %r17;
INNER:
  ld.shared.f32 %f2, [%r23]; ld.shared.f32 %f3, [%r24];
  fma.rn.f32 %f1, %f2, %f3, %f1;
  add.s32 %r23, %r23, 4; add.s32 %r24, %r24, 64; add.s32 %r22, %r22, 1;
  setp.lt.u32 %p1, %r22, 16;
  @%p1 bra INNER;
  bar.sync 0;
  add.s32 %r8, %r8, 16;
  setp.lt.u32 %p1, %r8, %r1;
  @%p1 bra TILE;
  mad.lo.s32 %r25, %r6, %r1, %r7; mul.wide.u32 %rd8, %r25, 4; add.s64 %rd9, %rd3, %rd8;
  st.global.f32 [%rd9], %f1;
  ret;
}
)";

std::vector<float> multiply(unsigned n, MachineOptions options) {
  std::vector<float> a(n * n), b(n * n);
  for (unsigned i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i % 7);
    b[i] = static_cast<float>(i % 5) - 2.0F;
  }
  Kernel k(tiled_matmul, options);
  k.buffer(a);
  k.buffer(b);
  const std::uint64_t c = k.buffer(std::vector<float>(n * n));
  k.scalar(n).grid({n / 16, n / 16, 1}).block({16, 16, 1}).run();
  return k.read<float>(c, n * n);
}

std::vector<float> expected_product(unsigned n) {
  std::vector<float> c(n * n);
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      for (unsigned l = 0; l < n; ++l)
        c[i * n + j] += static_cast<float>((i * n + l) % 7) * (static_cast<float>((l * n + j) % 5) - 2.0F);
  return c;
}

TEST(Machine, MultipliesMatricesThroughSharedMemoryWithBarriers) {
  EXPECT_EQ(multiply(64, {}), expected_product(64));  // small integers: every order of summation gives the same float
}

TEST(Machine, GivesTheSameResultsWithWarpsOf64) { EXPECT_EQ(multiply(32, {.warp_size = 64}), expected_product(32)); }

TEST(Machine, GivesTheSameResultsWhateverTheSliceOfAWarp) {
  EXPECT_EQ(multiply(32, {.warp_slice = 1}), expected_product(32));
  EXPECT_EQ(multiply(32, {.warp_slice = 1U << 30}), expected_product(32));
}

/// A program keeps a little of each launch (a line of its recording), between what the launch itself needs for a
/// moment.
TEST(Machine, LaunchesLeaveTheHeapAsLargeAsItWas) {
  constexpr unsigned n = 1024, launches = 1000;
  Kernel k(vector_add);
  for (int i = 0; i < 3; ++i) k.buffer(std::vector<float>(n));
  k.scalar(n).grid({1, 1, 1}).block({1024, 1, 1}).run();
  std::vector<std::unique_ptr<std::array<std::byte, 112>>> kept(launches);

  const std::size_t before = ::mallinfo2().arena;
  for (auto& one : kept) {
    k.run();
    one = std::make_unique<std::array<std::byte, 112>>();
  }

  EXPECT_LT(::mallinfo2().arena - before, 4U << 20);  // 32 warps of 1.7 kB a launch would be 50 MB
}

}  // namespace
}  // namespace forewarp::emu::test
