// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Maps of tensors and copies by hostile ones; tests/programs/tensor_maps.cu has the copies that are right.
#include "forewarp/emulate/machine/tensor_map.hpp"

#include <functional>
#include <random>

#include "kernel.hpp"
#include "tensor_map_example.hpp"

namespace forewarp::emu::test {
namespace {

TEST(TensorMaps, SurviveTheirBytes) {
  TensorMap map = example_map(), back;
  map.address = 0x1000;

  ASSERT_TRUE(from_bytes(to_bytes(map), back));
  EXPECT_EQ(back.address, map.address);
  EXPECT_EQ(back.box_bytes(), 16U * 8 * 4);
  EXPECT_FALSE(from_bytes(std::array<std::byte, tensor_map_bytes>{}, back));
}

TEST(TensorMaps, WhatTheHardwareRefusesIsNotValid) {
  const auto valid_with = [](const std::function<void(TensorMap&)>& change) {
    TensorMap map = example_map();
    change(map);
    return map.is_valid();
  };

  EXPECT_TRUE(valid_with([](TensorMap&) {}));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.address = 8; }));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.rank = 6; }));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.strides[0] = 164; }));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.box[1] = 257; }));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.box[0] = 3; }));  // a row of 12 bytes
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.sizes[1] = 0; }));
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.steps[1] = 9; }));
  EXPECT_TRUE(valid_with([](TensorMap& m) { m.swizzle = 2; }));   // rows of 64 bytes
  EXPECT_FALSE(valid_with([](TensorMap& m) { m.swizzle = 1; }));  // of at most 32
}

constexpr std::string_view copies = R"(
    mov.u32 %r1, tile;
    add.u32 %r2, %r1, 4096;
    mbarrier.init.shared.b64 [%r2], 1;
    mov.u32 %r3, 3;
    mov.u32 %r4, 2;
    mbarrier.arrive.expect_tx.shared::cta.b64 %rd5, [%r2], 512;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%out, {%r3, %r4}], [%r2];
    cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%out, {%r3, %r4}], [%r1];)";
constexpr std::string_view tile = ".shared .align 128 .b8 tile[4112];\n";

/// A map in front of its tensor, all in one buffer.
Kernel kernel_with(const TensorMap& map) {
  Kernel kernel(body(copies, tile));
  const std::uint64_t out = kernel.buffer(std::vector<std::uint32_t>(1024, 5), "out");
  TensorMap placed = map;
  if (placed.address == 0) placed.address = out + 256;
  kernel.machine().memory().write(out, to_bytes(placed));
  return kernel;
}

/// The box of 16 x 8 at column 3 of row 2 goes to shared memory and back, each element as it was; its copy there is
/// read by the threads.
TEST(TensorMaps, ACopyFromAnOddPlaceHasTheElementsThatAreThere) {
  Kernel kernel(body("setp.ne.u32 %p1, %t, 0;\n@%p1 bra copied;" + std::string(copies) + R"(
    copied:
    mov.u32 %r1, tile;
    shl.b32 %r5, %t, 2;
    add.u32 %r5, %r5, %r1;
    bar.sync 0;
    ld.shared.u32 %r6, [%r5];
    mul.wide.u32 %rd6, %t, 4;
    add.u64 %rd6, %rd6, %out;
    st.global.u32 [%rd6 + 4096], %r6;)",
                     tile));
  std::vector<std::uint32_t> values(2048);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i;
  const std::uint64_t out = kernel.buffer(values, "out");
  TensorMap map = example_map();
  map.address = out + 256;
  kernel.machine().memory().write(out, to_bytes(map));

  kernel.block({128, 1, 1}).run();

  const auto after = kernel.read<std::uint32_t>(out, values.size());
  for (std::uint32_t t = 0; t < 128; ++t) EXPECT_EQ(after[1024 + t], 64 + (2 + t / 16) * 40 + 3 + t % 16) << t;
  for (std::uint32_t i = 64; i < 1024; ++i) EXPECT_EQ(after[i], i);
}

TEST(TensorMaps, ACopyWithoutAMapIsAFault) {
  EXPECT_NE(kernel_with({}).fault().find("there is no tensor map at"), std::string::npos);
}

TEST(TensorMaps, OtherDimensionsThanTheCoordinatesAreAFault) {
  TensorMap map = example_map();
  map.rank = 1;

  EXPECT_NE(kernel_with(map).fault().find("2 coordinates of a tensor of 1 dimensions"), std::string::npos);
}

TEST(TensorMaps, ATensorOutsideOfItsBufferIsAFault) {
  TensorMap map = example_map();
  map.sizes[1] = 1000;
  map.strides[0] = 16384;

  EXPECT_NE(kernel_with(map).fault().find("out of bounds"), std::string::npos);
}

TEST(TensorMaps, HostileMapsEndWithAFaultOrAtAll) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    auto bytes = to_bytes(example_map());
    for (int edits = 0; edits < 3; ++edits) bytes[4 + random() % 100] = static_cast<std::byte>(random());
    TensorMap map;
    const bool valid = from_bytes(bytes, map);
    Kernel kernel = kernel_with(map);
    try {
      kernel.run();
    } catch (const InputError&) {
      continue;
    }
    EXPECT_TRUE(valid);
  }
}

}  // namespace
}  // namespace forewarp::emu::test
