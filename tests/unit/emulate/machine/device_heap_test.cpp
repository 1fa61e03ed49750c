// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/device_heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "forewarp/support/error.hpp"
#include "kernel.hpp"

namespace forewarp::emu {
namespace {

class DeviceHeapTest : public testing::Test {
 protected:
  explicit DeviceHeapTest(std::uint64_t bytes = 1 << 16)
      : base(memory.allocate(bytes, "heap")), heap(memory.impl(), *memory.impl().find(base)) {}

  void overwrite(std::uint64_t address, std::uint64_t value) {
    memory.write(address, std::as_bytes(std::span(&value, 1)));
  }

  Memory memory;
  std::uint64_t base;
  DeviceHeap heap;
};

TEST_F(DeviceHeapTest, AllocationsAreAlignedApartAndInside) {
  std::map<std::uint64_t, std::uint64_t> live;  // bytes by address
  std::mt19937 random(7);
  std::uint64_t refused = 0;
  for (int i = 0; i < 20000; ++i) {
    if (random() % 3 != 0 || live.empty()) {
      const std::uint64_t bytes = random() % 5 == 0 ? random() % 9000 : random() % 200;
      const std::uint64_t at = heap.allocate(bytes);
      refused += at == 0 ? 1 : 0;
      if (at == 0) continue;
      ASSERT_EQ(at % 16, 0U);
      ASSERT_GE(at, base);
      ASSERT_LE(at + bytes, base + (1 << 16));
      const auto behind = live.lower_bound(at);
      ASSERT_TRUE(behind == live.end() || at + bytes <= behind->first);
      ASSERT_TRUE(behind == live.begin() || std::prev(behind)->first + std::prev(behind)->second <= at);
      const std::vector<std::byte> noise(bytes, std::byte{0xa5});
      memory.write(at, noise);
      live[at] = bytes;
    } else {
      const auto one = std::next(live.begin(), static_cast<std::ptrdiff_t>(random() % live.size()));
      heap.release(one->first);
      live.erase(one);
    }
  }
  EXPECT_GT(refused, 100U);
  for (const auto& [at, bytes] : live) heap.release(at);
  // Everything is in one piece again.
  EXPECT_NE(heap.allocate(65000), 0U);
}

TEST_F(DeviceHeapTest, WhatDoesNotFitIsNull) {
  EXPECT_EQ(heap.allocate(1 << 16), 0U);
  EXPECT_EQ(heap.allocate(~std::uint64_t{0}), 0U);
  EXPECT_NE(heap.allocate(0), heap.allocate(0));
}

TEST_F(DeviceHeapTest, FreedMemoryIsGivenAgain) {
  const std::uint64_t first = heap.allocate(100), second = heap.allocate(100), third = heap.allocate(100);
  heap.release(second);

  EXPECT_EQ(heap.allocate(90), second);
  heap.release(0);
  heap.release(first);
  heap.release(second);
  EXPECT_EQ(heap.allocate(230), first);  // two neighbours together
  heap.release(third);
}

TEST_F(DeviceHeapTest, WhatMallocDidNotReturnCannotBeFreed) {
  const std::uint64_t at = heap.allocate(100);

  EXPECT_THROW(heap.release(at + 16), InputError);
  EXPECT_THROW(heap.release(at + 1), InputError);
  EXPECT_THROW(heap.release(base), InputError);
  EXPECT_THROW(heap.release(base - 64), InputError);
  EXPECT_THROW(heap.release(std::uint64_t{1} << 63), InputError);
  heap.release(at);
  EXPECT_THROW(heap.release(at), InputError);
}

// Whatever kernels write into the heap, every call ends and stays inside.
TEST_F(DeviceHeapTest, ADamagedHeapIsAnError) {
  const std::uint64_t first = heap.allocate(40), second = heap.allocate(40);
  heap.release(first);
  overwrite(second - 16, 0);  // the size of its chunk
  EXPECT_THROW(heap.release(second), InputError);
  overwrite(first, std::uint64_t{1} << 40);  // the next free chunk
  EXPECT_THROW((void)heap.allocate(40), InputError);
}

TEST_F(DeviceHeapTest, RandomDamageNeverLeavesTheHeap) {
  std::mt19937_64 random(3);
  unsigned errors = 0;
  for (int round = 0; round < 300; ++round) {
    Memory fresh;
    const std::uint64_t at = fresh.allocate(4096, "heap");
    DeviceHeap damaged(fresh.impl(), *fresh.impl().find(at));
    std::vector<std::uint64_t> live;
    for (int i = 0; i < 60; ++i) {
      try {
        if (i % 3 == 2) {
          damaged.release(live[random() % live.size()]);
        } else {
          live.push_back(damaged.allocate(random() % 200));
        }
      } catch (const InputError&) {
        ++errors;
      }
      if (i % 10 == 9) {
        const std::uint64_t word = random() % 512 * 8, value = random() % 3 == 0 ? random() : random() % 4096;
        fresh.write(at + word, std::as_bytes(std::span(&value, 1)));
      }
    }
  }
  EXPECT_GT(errors, 100U);
}

const char* const kernel_with_heap = R"(
.extern .func (.param .b64 result) malloc (.param .b64 bytes);
.visible .entry k(.param .u64 out) {
  .reg .b32 %r<4>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.s32 %r1, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r1, 8;
  add.s64 %rd1, %rd1, %rd2;
  { .param .b64 p; .param .b64 r;
    mov.u64 %rd3, 24;
    st.param.b64 [p], %rd3;
    call.uni (r), malloc, (p);
    ld.param.b64 %rd4, [r]; }
  st.u32 [%rd4], %r1;
  st.global.u64 [%rd1], %rd4;
  ret;
})";

/// What malloc returns to each thread.
std::vector<std::uint64_t> addresses(unsigned host_threads) {
  test::Kernel kernel(kernel_with_heap, {.threads = host_threads});
  constexpr std::size_t count = std::size_t{64} * 64;
  const std::uint64_t out = kernel.buffer(std::vector<std::uint64_t>(count), "out");
  kernel.grid({64, 1, 1}).block({64, 1, 1}).run();
  return kernel.read<std::uint64_t>(out, count);
}

TEST(KernelsWithMalloc, EachThreadHasMemoryOfItsOwn) {
  const std::vector<std::uint64_t> one = addresses(1);

  EXPECT_EQ(std::set<std::uint64_t>(one.begin(), one.end()).size(), one.size());
  EXPECT_FALSE(std::ranges::count(one, std::uint64_t{0}));
  EXPECT_EQ(one, addresses(4));
}

}  // namespace
}  // namespace forewarp::emu
