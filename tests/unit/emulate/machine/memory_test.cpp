// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/memory.hpp"
#include "forewarp/emulate/machine/memory_impl.hpp"

#include <array>
#include <atomic>

#include "forewarp/support/parallel.hpp"
#include "kernel.hpp"

namespace forewarp::emu::test {
namespace {

using Values = std::vector<std::uint32_t>;

TEST(Memory, MakesOnlyThePagesThatAreTouched) {
  Memory memory;
  const std::uint64_t a =
      memory.allocate(std::uint64_t{1} << 39, "huge", [](std::uint64_t offset, std::span<std::byte> out) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>((offset + i) >> 12);
      });
  std::array<std::byte, 2> bytes{};

  memory.read(a + (std::uint64_t{5} << 12) - 1, bytes);  // straddles pages 4 and 5

  EXPECT_EQ(bytes[0], std::byte{4});
  EXPECT_EQ(bytes[1], std::byte{5});
  EXPECT_EQ(memory.touched_bytes(), 2 * Memory::page_bytes);
}

TEST(Memory, StopsAtItsBudget) {
  Memory memory(3 * Memory::page_bytes);
  const std::uint64_t a = memory.allocate(1 << 20, "b");
  std::vector<std::byte> bytes(4 * Memory::page_bytes);

  EXPECT_THROW(memory.read(a, bytes), InputError);
}

TEST(Memory, RefusesRangesOutsideABuffer) {
  Memory memory;
  const std::uint64_t a = memory.allocate(10, "ten");
  std::array<std::byte, 4> bytes{};

  EXPECT_NO_THROW(memory.read(a + 6, bytes));
  EXPECT_THROW(memory.read(a + 7, bytes), InputError);
  EXPECT_THROW(memory.write(0, bytes), InputError);
  EXPECT_THROW(memory.allocate(std::uint64_t{1} << 40, "too large"), InputError);
}

TEST(Memory, EachPageIsMadeOnceWhoeverTouchesIt) {
  Memory memory;
  std::atomic<int> made{0};
  const std::uint64_t a =
      memory.allocate(64 * Memory::page_bytes, "b", [&](std::uint64_t, std::span<std::byte>) { ++made; });

  parallel_for(
      1000,
      [&](std::size_t i) {
        std::array<std::byte, 1> byte{};
        memory.read(a + (i % 64) * Memory::page_bytes, byte);
      },
      2);

  EXPECT_EQ(made, 64);
}

TEST(MemoryAccess, NarrowLoadsExtendTheirSignIntoWiderRegisters) {
  const Values out = run_body(R"(
    st.global.u32 [%out], 0x0000ff80;
    ld.global.s8 %r1, [%out];          // 0xffffff80
    ld.global.u8 %r2, [%out+1];        // 0x000000ff
    ld.global.s16 %r3, [%out];         // 0xffffff80
    ld.global.s8 %rd1, [%out]; shr.u64 %rd1, %rd1, 32; cvt.u32.u64 %r4, %rd1;  // 0xffffffff
    ld.global.s8 %h1, [%out]; cvt.u32.u16 %r5, %h1;                            // 0x0000ff80
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};
    st.global.u32 [%out+16], %r5;)",
                              32);

  EXPECT_EQ(out[0], 0xffffff80U);
  EXPECT_EQ(out[1], 0x000000ffU);
  EXPECT_EQ(out[2], 0xffffff80U);
  EXPECT_EQ(out[3], 0xffffffffU);
  EXPECT_EQ(out[4], 0x0000ff80U);
}

TEST(MemoryAccess, VectorsMoveTheirElements) {
  Kernel k(body(R"(
    shl.b32 %r9, %t, 4; cvt.u64.u32 %rd1, %r9; add.u64 %rd1, %rd1, %out;
    ld.global.v4.u32 {%r1, _, %r3, %r4}, [%rd1];
    st.global.v2.u32 [%rd1], {%r4, %r3};
    st.global.u8 [%rd1+8], %r1;)"));
  Values in(128);
  for (unsigned i = 0; i < 128; ++i) in[i] = 1000 + i;
  const std::uint64_t out = k.buffer(in);

  k.block({32, 1, 1}).run();

  const Values result = k.read<std::uint32_t>(out, 128);
  for (unsigned t = 0; t < 32; ++t) {
    EXPECT_EQ(result[4 * t], 1003 + 4 * t);
    EXPECT_EQ(result[4 * t + 1], 1002 + 4 * t);
    EXPECT_EQ(result[4 * t + 2], ((1002 + 4 * t) & ~0xffU) | ((1000 + 4 * t) & 0xffU));
    EXPECT_EQ(result[4 * t + 3], 1003 + 4 * t);
  }
}

TEST(MemoryAccess, TheLastLaneWinsWhereAllStoreToOneAddress) {
  EXPECT_EQ(run_body("st.global.u32 [%out], %t;", 32)[0], 31U);
}

TEST(MemoryAccess, GenericAddressesReachEverySpace) {
  // Lane 0 goes through shared, lane 1 through local, lane 2 through global memory, in one instruction.
  const Values out = run_body(R"(
    .shared .align 4 .u32 s; .local .align 4 .u32 l;
    st.shared.u32 [s], 10; st.local.u32 [l], 20; st.global.u32 [%slot], 30;
    cvta.shared.u64 %rd1, s; cvta.local.u64 %rd2, l;
    setp.eq.u32 %p1, %t, 0; setp.eq.u32 %p2, %t, 1;
    mov.u64 %rd3, %slot;
    @%p1 mov.u64 %rd3, %rd1;
    @%p2 mov.u64 %rd3, %rd2;
    ld.u32 %r1, [%rd3];
    isspacep.shared %p3, %rd3; @%p3 add.u32 %r1, %r1, 1;
    isspacep.local %p3, %rd3; @%p3 add.u32 %r1, %r1, 2;
    isspacep.global %p3, %rd3; @%p3 add.u32 %r1, %r1, 3;
    st.global.u32 [%slot], %r1;)",
                              3);

  EXPECT_EQ(out, (Values{11, 22, 33}));
}

TEST(MemoryAccess, ModuleVariablesHaveTheirInitialValues) {
  const Values out = run_body(R"(
    mul.lo.u32 %r1, %t, 4; cvt.u64.u32 %rd1, %r1;
    mov.u64 %rd2, table; add.u64 %rd2, %rd2, %rd1; ld.const.u32 %r2, [%rd2];
    ld.global.u64 %rd3, [pointer]; ld.u32 %r3, [%rd3];
    ld.global.u32 %r4, [zeros+4];
    add.u32 %r2, %r2, %r3; add.u32 %r2, %r2, %r4;
    st.global.u32 [%slot], %r2;)",
                              3, R"(
.const .align 4 .u32 table[3] = {5, 6, 7};
.global .align 4 .u32 value = 100;
.global .align 8 .u64 pointer = generic(value);
.global .align 4 .b8 zeros[8];
)");

  EXPECT_EQ(out, (Values{105, 106, 107}));
}

TEST(MemoryAccess, DynamicSharedMemoryBeginsBehindTheStatic) {
  Kernel k(body(R"(
    .shared .align 4 .b8 fixed[20];
    mov.u32 %r1, dynamic;
    st.shared.u32 [dynamic+60], 3;
    ld.shared.u32 %r2, [%r1+60];
    mov.u32 %r3, %dynamic_smem_size; mov.u32 %r4, %total_smem_size;
    st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};)",
                ".extern .shared .align 16 .b8 dynamic[];\n"));
  const std::uint64_t out = k.buffer(Values(4));

  k.dynamic_shared(64).run();

  EXPECT_EQ(k.machine().static_shared_bytes(), 20U);
  EXPECT_EQ(k.read<std::uint32_t>(out, 4), (Values{32, 3, 64, 128}));  // 20 in 16s is 32; 96 in 128s
}

TEST(MemoryAccess, SharedMemoryIsEmptyAtTheBeginningOfEachBlock) {
  Kernel k(body(R"(
    .shared .align 4 .u32 s;
    ld.shared.u32 %r1, [s]; add.u32 %r1, %r1, 1; st.shared.u32 [s], %r1;
    st.global.u32 [%slot], %r1;)"));
  const std::uint64_t out = k.buffer(Values(3));

  k.grid({3, 1, 1}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 3), Values(3, 1));
}

TEST(MemoryAccess, ParametersMayBeReadByAddress) {
  Kernel k(R"(
.visible .entry k(.param .u64 out, .param .align 8 .b8 s[16]) {
  .reg .b64 %rd<4>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [out];
  mov.u64 %rd2, s;
  ld.param.u32 %r1, [%rd2+8];
  ld.param.v2.u32 {%r2, %r3}, [s];
  add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3;
  st.global.u32 [%rd1], %r1;
  ret;
}
)");
  const std::uint64_t out = k.buffer(Values(1));

  k.scalar(std::array<std::uint32_t, 4>{1, 20, 300, 4000}).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 1)[0], 321U);
}

TEST(MemoryAccess, TwoLaunchesOverHugeBuffersTouchOnlyWhatTheyUse) {
  Kernel k(body("mul.wide.u32 %rd1, %t, 0x1000000; add.u64 %rd1, %rd1, %out; st.global.u32 [%rd1], 1;"));
  k.scalar(k.machine().memory().allocate(std::uint64_t{1} << 36, "huge"));

  k.block({32, 1, 1}).run();

  EXPECT_EQ(k.machine().memory().touched_bytes(), 32 * Memory::page_bytes);
}

/// k over a buffer of 10 words that ends as said.
Kernel over_ten_words(std::string_view text, Bounds bounds, std::uint64_t& out) {
  Kernel k(body(text));
  out = k.machine().memory().allocate(40, "ten", {}, bounds);
  k.scalar(out).block({1, 1, 1});
  return k;
}

TEST(MemoryAccess, ABufferEndsWithItsAllocationAndTheFirstAccessBeyondItsLastElementIsReported) {
  std::uint64_t out = 0;
  Kernel k = over_ten_words("st.global.u32 [%out+44], 7; st.global.u32 [%out+252], 8;", Bounds::allocation, out);

  k.run();

  EXPECT_EQ(k.machine().beyond_end(),
            "test.ptx:14: store of 4 bytes at byte 44 of buffer 'ten', which has 40: beyond its last element, though "
            "within the 256 bytes that a device allocates");
}

TEST(MemoryAccess, BeyondTheAllocationAndWithExactBoundsItIsAFault) {
  std::uint64_t out = 0;
  const std::string beyond = over_ten_words("st.global.u32 [%out+256], 7;", Bounds::allocation, out).fault();
  const std::string exact = over_ten_words("st.global.u32 [%out+44], 7;", Bounds::exact, out).fault();

  EXPECT_NE(beyond.find("out of bounds, byte 256 of buffer 'ten' (40 bytes)"), std::string::npos) << beyond;
  EXPECT_NE(exact.find("out of bounds, byte 44 of buffer 'ten' (40 bytes)"), std::string::npos) << exact;
}

TEST(MemoryAccess, BehindMappedMemoryADevicePageReadsZerosAndIsReported) {
  alignas(Memory::page_bytes) static std::array<std::byte, Memory::page_bytes> bytes;
  const auto base = reinterpret_cast<std::uintptr_t>(bytes.data());
  const auto over = [&](std::string_view text) {
    Kernel k(body(text));
    k.machine().memory().map(bytes.data(), bytes.size(), "mapped", Bounds::allocation);
    return std::move(k.scalar(base).block({1, 1, 1}));
  };
  const std::uintptr_t device_page = std::uintptr_t{2} << 20;
  const std::uintptr_t left = (base + bytes.size() + device_page - 1) / device_page * device_page - base;
  Kernel behind = over("st.global.u32 [%out+4096], 7; ld.global.u32 %r1, [%out+4096]; st.global.u32 [%out], %r1;");
  if (left > bytes.size()) {
    bytes.fill(std::byte{1});
    behind.run();
    EXPECT_EQ(bytes[0], std::byte{0});
    EXPECT_NE(behind.machine().beyond_end().find("within the 2 MiB that a device maps at once"), std::string::npos);
  }

  const std::string beyond = over("st.global.u32 [%out+2097152], 7;").fault();

  EXPECT_NE(beyond.find("wild address"), std::string::npos) << beyond;
}

TEST(MemoryAccess, NothingIsReportedWhereEveryAccessIsInside) {
  std::uint64_t out = 0;
  Kernel k = over_ten_words("st.global.u32 [%out+36], 7;", Bounds::allocation, out);

  k.run();

  EXPECT_EQ(k.machine().beyond_end(), "");
}

TEST(MemoryAccess, ABufferWithoutAnEndRepeatsItself) {
  Kernel k(
      body("ld.global.u32 %r1, [%out+1032]; st.global.u32 [%out], %r1; ld.global.u32 %r2, [%out+-4];\n"
           "st.global.u32 [%out+4], %r2;"));
  const auto index = [](std::uint64_t offset, std::span<std::byte> bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 4) bytes[i] = static_cast<std::byte>((offset + i) / 4);
  };
  const std::uint64_t out = k.machine().memory().allocate(512, "endless", index, Bounds::none);

  k.scalar(out).run();

  EXPECT_EQ(k.read<std::uint32_t>(out, 2), (Values{2, 127}));  // words 258 and -1 of 128
}

TEST(MappedMemory, KernelsReachItAtItsOwnAddress) {
  Memory memory;
  alignas(Memory::page_bytes) static std::byte bytes[2 * Memory::page_bytes];
  memory.map(bytes, 100, "first", Bounds::exact);
  memory.map(bytes + 128, 4096, "second", Bounds::exact);
  const auto address = reinterpret_cast<std::uintptr_t>(bytes);

  const std::byte value[] = {std::byte{7}};
  memory.write(address + 99, value);

  EXPECT_EQ(bytes[99], std::byte{7});
  EXPECT_EQ(memory.impl().find(address + 50)->name, "first");
  EXPECT_EQ(memory.impl().find(address + 128)->name, "second");
  EXPECT_EQ(memory.impl().find(address + 4200)->name, "second");
  EXPECT_THROW(memory.write(address + 100, value), InputError);
  EXPECT_THROW(memory.map(bytes + 64, 10, "third", Bounds::exact), InputError);
}

TEST(MappedMemory, WhatIsUnmappedIsGoneAndItsPageIsTheNeighbours) {
  Memory memory;
  alignas(Memory::page_bytes) static std::byte bytes[Memory::page_bytes];
  memory.map(bytes, 64, "first", Bounds::exact);
  memory.map(bytes + 64, 64, "second", Bounds::exact);
  const auto address = reinterpret_cast<std::uintptr_t>(bytes);

  memory.unmap(bytes);

  EXPECT_EQ(memory.impl().find(address), nullptr);
  ASSERT_NE(memory.impl().find(address + 64), nullptr);
  EXPECT_EQ(memory.impl().find(address + 64)->name, "second");
  memory.map(bytes, 64, "again", Bounds::exact);
  EXPECT_EQ(memory.impl().find(address)->name, "again");
}

}  // namespace
}  // namespace forewarp::emu::test
