// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/operations.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"

namespace forewarp::model {
namespace {

Operations of(std::string_view mnemonic, double warps, double threads) {
  Operations operations{};
  add_operations(operations, ptx::decode_mnemonic(mnemonic), warps, threads);
  return operations;
}

double on(const Operations& operations, FloatUnit unit) { return operations[static_cast<std::size_t>(unit)]; }

TEST(Operations, OfAMultiplyAddAreTwoAThreadAndOfAPairTwice) {
  EXPECT_EQ(on(of("fma.rn.f32", 8, 250), FloatUnit::fp32), 500);  // the last warp has 26 threads
  EXPECT_EQ(on(of("add.f64", 8, 250), FloatUnit::fp64), 250);
  EXPECT_EQ(on(of("fma.rn.f16x2", 1, 32), FloatUnit::fp16), 128);
  EXPECT_EQ(total(of("add.s32", 8, 256)), 0);
  EXPECT_EQ(busiest_unit(of("mul.f64", 1, 32)), FloatUnit::fp64);
}

TEST(Operations, PeaksAreThoseOfTheDataSheet) {
  const device::DeviceSpec v100 = device::find_device("V100"), k20 = device::find_device("K20");
  // 64 lanes an SM in single precision, 32 in double, 128 in half
  EXPECT_DOUBLE_EQ(peak_operations(v100, FloatUnit::fp64), peak_operations(v100, FloatUnit::fp32) / 2);
  EXPECT_DOUBLE_EQ(peak_operations(v100, FloatUnit::fp16), peak_operations(v100, FloatUnit::fp32) * 2);
  EXPECT_NEAR(peak_operations(v100, FloatUnit::fp32), 15.7e12, 0.1e12);
  EXPECT_EQ(peak_operations(k20, FloatUnit::tensor_f16), 0);
  EXPECT_NE(unit_on(k20, FloatUnit::tensor_f16), FloatUnit::tensor_f16);
  EXPECT_EQ(unit_on(v100, FloatUnit::tensor_f16), FloatUnit::tensor_f16);
}

}  // namespace
}  // namespace forewarp::model
