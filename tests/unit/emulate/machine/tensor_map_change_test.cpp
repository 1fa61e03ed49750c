// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// tensormap.replace and tensormap.cp_fenceproxy.
#include "forewarp/emulate/machine/tensor_map.hpp"
#include "kernel.hpp"
#include "tensor_map_example.hpp"

namespace forewarp::emu::test {
namespace {

/// The map at the begin of the buffer after these instructions of one thread.
TensorMap changed(const std::string& text) {
  Kernel k(body(text));
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(64));
  k.machine().memory().write(out, to_bytes(example_map()));

  k.block({1, 1, 1}).run();

  std::array<std::byte, tensor_map_bytes> bytes;
  k.machine().memory().read(out, bytes);
  TensorMap map;
  EXPECT_TRUE(from_bytes(bytes, map));
  return map;
}

TEST(TensorMapChange, EachFieldGetsItsValue) {
  const TensorMap map = changed(R"(
    mov.u64 %rd1, 4096; mov.u64 %rd2, 320; mov.u32 %r1, 77; mov.u32 %r2, 2;
    tensormap.replace.tile.global_address.global.b1024.b64 [%out], %rd1;
    tensormap.replace.tile.global_stride.global.b1024.b64 [%out], 0, %rd2;
    tensormap.replace.tile.global_stride.b1024.b64 [%out], 1, 6400;
    tensormap.replace.tile.rank.global.b1024.b32 [%out], %r2;
    tensormap.replace.tile.global_dim.global.b1024.b32 [%out], 0, %r1;
    tensormap.replace.tile.global_dim.global.b1024.b32 [%out], 2, 3;
    tensormap.replace.tile.box_dim.global.b1024.b32 [%out], 1, 4;
    tensormap.replace.tile.box_dim.global.b1024.b32 [%out], 2, 1;
    tensormap.replace.tile.element_stride.global.b1024.b32 [%out], 1, %r2;
    tensormap.replace.tile.element_stride.global.b1024.b32 [%out], 2, 1;
    tensormap.replace.tile.elemtype.global.b1024.b32 [%out], 10;
    tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%out], 1;
    tensormap.replace.tile.fill_mode.global.b1024.b32 [%out], 1;
    tensormap.replace.tile.interleave_layout.global.b1024.b32 [%out], 0;)");

  EXPECT_EQ(map.address, 4096U);
  EXPECT_EQ(map.strides[0], 320U);
  EXPECT_EQ(map.strides[1], 6400U);
  EXPECT_EQ(map.rank, 3);  // counted from zero: 2
  EXPECT_EQ(map.sizes[0], 77U);
  EXPECT_EQ(map.sizes[2], 3U);
  EXPECT_EQ(map.box[1], 4);
  EXPECT_EQ(map.steps[1], 2);
  EXPECT_EQ(map.type, TensorMap::Type::bf16);
  EXPECT_EQ(map.swizzle, 1);
  EXPECT_EQ(map.fills_nan, 1);
}

TEST(TensorMapChange, AMapInSharedMemoryIsCopiedByTheWholeWarp) {
  // Each thread copies a word of the map to shared memory, thread 0 changes it there, the warp brings it back.
  Kernel k(body(R"(
    .shared .align 128 .b8 map[128];
    mov.u32 %r1, map; shl.b32 %r2, %t, 2; add.u32 %r2, %r2, %r1;
    ld.global.u32 %r3, [%slot]; st.shared.u32 [%r2], %r3;
    bar.warp.sync -1;
    setp.ne.u32 %p1, %t, 0; mov.u64 %rd1, 8192;
    @!%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r1], %rd1;
    bar.warp.sync -1;
    add.u64 %rd2, %out, 128;
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd2], [%r1], 128;)"));
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(64));
  k.machine().memory().write(out, to_bytes(example_map()));

  k.block({32, 1, 1}).run();

  std::array<std::byte, tensor_map_bytes> bytes;
  k.machine().memory().read(out + 128, bytes);
  TensorMap map;
  ASSERT_TRUE(from_bytes(bytes, map));
  EXPECT_EQ(map.address, 8192U);
  EXPECT_EQ(map.sizes[1], 20U);
}

TEST(TensorMapChange, WhatIsNoMapOrNoValueIsAFault) {
  EXPECT_NE(fault_of("tensormap.replace.tile.rank.global.b1024.b32 [%out], 1;", 32).find("there is no tensor map at"),
            std::string::npos);
  Kernel k(body("tensormap.replace.tile.elemtype.global.b1024.b32 [%out], 13;"));  // 4-bit elements
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(64));
  k.machine().memory().write(out, to_bytes(example_map()));

  EXPECT_NE(k.block({1, 1, 1}).fault().find("tensormap.replace with 13"), std::string::npos);
}

TEST(TensorMapChange, LaunchesThatChangeMapsMayReadAnything) {
  const std::string copy =
      ".shared .align 128 .b8 s[1024]; .shared .align 8 .b64 bar; mov.u32 %r1, s; mov.u32 %r2, bar; mov.u32 %r3, 0;"
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%out, {%r3, %r3}], [%r2];";
  const auto reads_any = [&](const std::string& before) {
    Kernel k(body(before + copy));
    const std::uint64_t out = k.buffer(std::vector<std::uint32_t>(2048));
    TensorMap map = example_map();
    map.address = out + 256;
    k.machine().memory().write(out, to_bytes(map));
    std::vector<std::byte> argument(8);
    std::memcpy(argument.data(), &out, 8);
    return k.machine().memory_use(std::vector<std::vector<std::byte>>{argument}).reads_any;
  };

  EXPECT_FALSE(reads_any(""));
  EXPECT_TRUE(reads_any("tensormap.replace.tile.global_address.global.b1024.b64 [%out], %rd1;"));
}

TEST(BulkReduction, CombinesElementByElement) {
  // 16 bytes in shared memory, 1 to 4, are added to and then compared with what is there.
  Kernel k(body(R"(
    .shared .align 16 .b8 s[16];
    mov.u32 %r1, s; mov.u32 %r2, 1; mov.u32 %r3, 2; mov.u32 %r4, 3; mov.u32 %r5, 4;
    st.shared.v4.u32 [%r1], {%r2, %r3, %r4, %r5};
    cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%out], [%r1], 16;
    add.u64 %rd1, %out, 16;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%rd1], [%r1], 16;
    add.u64 %rd2, %out, 32;
    cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.u32 [%rd2], [%r1], 16;)"));
  const std::uint64_t out = k.buffer(std::vector<std::uint32_t>{10, 20, 30, 40, 2, 2, 0xfffffff0, 9, 0, 2, 7, 1});

  k.block({1, 1, 1}).run();

  // inc: 0 -> 1 of 1; 2 of 2 -> 0; 7 of 3 -> 0; 1 -> 2 of 4.
  EXPECT_EQ(k.read<std::uint32_t>(out, 12), (std::vector<std::uint32_t>{11, 22, 33, 44, 2, 2, 3, 9, 1, 0, 0, 2}));
}

}  // namespace
}  // namespace forewarp::emu::test
