// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/outputs.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace forewarp::run {
namespace {

template <typename T>
std::vector<std::byte> bytes_of(std::vector<T> values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::vector<Argument> one(ptx::Type element) {
  return {{"n", launch::Scalar{ptx::Type::u32, 2}}, {"x", launch::Buffer{.element = element, .count = 2, .fill = {}}}};
}

TEST(Outputs, FloatsMayDifferByAThousandth) {
  const auto arguments = one(ptx::Type::f32);

  const Outputs before{{}, bytes_of<float>({1, -1000})};

  EXPECT_TRUE(same_outputs(before, {{}, bytes_of<float>({1.0005f, -1000.5f})}, arguments));
  EXPECT_FALSE(same_outputs(before, {{}, bytes_of<float>({1.01f, -1000})}, arguments));
}

TEST(Outputs, WhatIsNoNumberBothTimesIsTheSame) {
  const auto arguments = one(ptx::Type::f64);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

  EXPECT_TRUE(same_outputs({{}, bytes_of<double>({nan, inf})}, {{}, bytes_of<double>({-nan, inf})}, arguments));
  EXPECT_FALSE(same_outputs({{}, bytes_of<double>({1, inf})}, {{}, bytes_of<double>({nan, inf})}, arguments));
  EXPECT_FALSE(same_outputs({{}, bytes_of<double>({1, 2})}, {{}, bytes_of<double>({1, inf})}, arguments));
}

TEST(Outputs, CountsMustBeEqual) {
  const auto arguments = one(ptx::Type::u32);

  EXPECT_TRUE(same_outputs({{}, bytes_of<std::uint32_t>({1, 2})}, {{}, bytes_of<std::uint32_t>({1, 2})}, arguments));
  EXPECT_FALSE(
      same_outputs({{}, bytes_of<std::uint32_t>({5000, 2})}, {{}, bytes_of<std::uint32_t>({5001, 2})}, arguments));
}

}  // namespace
}  // namespace forewarp::run
