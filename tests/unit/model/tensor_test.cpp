// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/tensor.hpp"

#include <gtest/gtest.h>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model {
namespace {

using ptx::decode_mnemonic;

constexpr const char* in_half = "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16";
constexpr const char* in_single = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
constexpr const char* of_group = "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16";

/// 16 x 8 x 16 multiply-adds are 64 of each of 32 lanes.
TEST(TensorWork, CountsMultiplyAddsByWhatTheyAddUpIn) {
  TensorWork work;
  add_tensor(work, decode_mnemonic(in_half), 10);
  add_tensor(work, decode_mnemonic(in_single), 3);

  EXPECT_EQ(work.f16, 640);
  EXPECT_EQ(work.f16_f32, 192);
  EXPECT_EQ(work.f64, 0);
}

TEST(TensorWork, EightBitProductsCountHalf) {
  TensorWork halves, bytes;
  add_tensor(halves, decode_mnemonic("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"), 1);
  add_tensor(bytes, decode_mnemonic("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"), 1);

  EXPECT_EQ(bytes.f16, halves.f16);  // twice the depth in the same time
}

TEST(TensorWork, OtherTypesHavePlacesOfTheirOwn) {
  TensorWork work;
  add_tensor(work, decode_mnemonic("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"), 1);
  add_tensor(work, decode_mnemonic("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"), 1);

  EXPECT_EQ(work.tf32, 16 * 8 * 8 / 32);
  EXPECT_EQ(work.f64, 8 * 8 * 4 / 32);
  EXPECT_EQ(work.f16 + work.f16_f32, 0);
}

TEST(TensorWork, MnemonicsSayWhatTheyAddUpInAndWhoseTheyAre) {
  EXPECT_FALSE(adds_in_single(decode_mnemonic(in_half)));
  EXPECT_TRUE(adds_in_single(decode_mnemonic(in_single)));
  EXPECT_TRUE(adds_in_single(decode_mnemonic("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32")));
  EXPECT_TRUE(is_of_one_warp(decode_mnemonic(in_single)));
  EXPECT_TRUE(is_of_one_warp(decode_mnemonic("wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16")));
  EXPECT_FALSE(is_of_one_warp(decode_mnemonic(of_group)));
}

TEST(TensorDemand, SumsInSingleTakeAsMuchLongerAsTheirRateIsLower) {
  device::DeviceSpec d = a_device();  // tensor_f16 512
  d.throughput.tensor_f16_f32 = 256;

  EXPECT_EQ(tensor_demand({.f16 = 100, .f16_f32 = 100}, {}, d).f16, 100 + 200);
  d.throughput.tensor_f16_f32 = 0;  // no figure of its own: the same rate
  EXPECT_EQ(tensor_demand({.f16 = 100, .f16_f32 = 100}, {}, d).f16, 200);
}

TEST(TensorDemand, SlowerClocksAndSingleWarpsTakeLonger) {
  device::DeviceSpec d = a_device();
  d.tensor_hz = 0.5e9;  // half the boost clock
  EXPECT_EQ(tensor_demand({.f16 = 100}, {}, d).f16, 200);

  d.tensor_hz = 0;
  d.mma_sync_share = 0.5;
  EXPECT_EQ(tensor_demand({.f16 = 100}, {.f16 = 40}, d).f16, 60 + 80);
}

TEST(TensorDemand, WithoutTensorCoresThePipesDoTheWork) {
  device::DeviceSpec d = a_device();
  d.throughput.tensor_f16 = 0;

  const TensorDemand demand = tensor_demand({.f16 = 60, .f16_f32 = 40, .tf32 = 7, .f64 = 5}, {}, d);

  EXPECT_EQ(demand.f16, 0);
  EXPECT_EQ(demand.fp16, 50);  // two halves an instruction
  EXPECT_EQ(demand.fp32, 7);
  EXPECT_EQ(demand.fp64, 5);
  d.throughput.fp16 = 0;
  EXPECT_EQ(tensor_demand({.f16 = 60}, {}, d).fp32, 60);
  d.throughput.tensor_f64 = 128;  // twice the 64 of the double-precision pipe
  EXPECT_EQ(tensor_demand({.f64 = 5}, {}, d).fp64, 2.5);
}

}  // namespace
}  // namespace forewarp::model
