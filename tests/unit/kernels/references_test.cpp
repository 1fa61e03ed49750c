// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/launch/description.hpp"

namespace forewarp::kernels {
namespace {

launch::Launch two_floats() {
  launch::Launch launch;
  launch.arguments.push_back({"y", launch::Buffer{.element = ptx::Type::f32, .count = 2, .fill = {}}});
  return launch;
}

std::string verdict(const Expected& expected, const std::vector<float>& actual, double tolerance = 0) {
  return mismatch(expected, two_floats(), std::as_bytes(std::span(actual)), tolerance).value_or("fine");
}

TEST(References, AreFoundByName) {
  EXPECT_EQ(find_reference("nothing"), nullptr);
  EXPECT_NE(find_reference("matmul"), nullptr);  // stands in matmul_tiled/reference.cpp, serves six kernels
  const auto all = all_references();
  EXPECT_TRUE(std::ranges::adjacent_find(all, {}, &NamedReference::name) == all.end());
}

TEST(References, ADifferenceBeyondTheBoundIsAMismatch) {
  const Expected exact{.buffer = "y", .value = {1, 2}, .bound = {}};
  const Expected loose{.buffer = "y", .value = {1, 2}, .bound = {0, 0.5}};

  EXPECT_EQ(verdict(exact, {1, 2}), "fine");
  EXPECT_EQ(verdict(exact, {1, 2.25}), "y[1] is 2.25, 2 was expected (to within 0)");
  EXPECT_EQ(verdict(exact, {1, 2.25}, 0.125), "fine");
  EXPECT_EQ(verdict(loose, {1, 2.5}), "fine");
  EXPECT_EQ(verdict(loose, {1, 3}), "y[1] is 3, 2 was expected (to within 0.5)");
  EXPECT_NE(verdict(loose, {1, NAN}), "fine");
}

TEST(References, AMatrixProductIsBoundedByTheSumOfModuli) {
  launch::Description description = launch::load_kernel("matmul_tiled");
  const launch::Launch launch = launch::launch_from(description, {.set = {{"n", 16}}});
  const Inputs inputs(launch);

  const Expected c = find_reference("matmul")(launch, inputs)[0];

  const auto a = inputs.values<float>("a"), b = inputs.values<float>("b");
  double sum = 0, moduli = 0;
  for (std::size_t k = 0; k < 16; ++k) {  // row 1, column 2
    sum += double{a[16 + k]} * b[16 * k + 2];
    moduli += std::abs(double{a[16 + k]} * b[16 * k + 2]);
  }
  EXPECT_DOUBLE_EQ(c.value[18], sum);
  EXPECT_NEAR(c.bound[18], 16 * 0x1p-24 * moduli, 1e-4 * c.bound[18]);
}

}  // namespace
}  // namespace forewarp::kernels
