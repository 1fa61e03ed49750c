// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Two steps of each optimiser from w = 1 with the gradients 1/2 and -1/4, by hand; e = 1e-7 is left out where it does
/// not show in eight digits.
#include "forewarp/learn/network/optimiser.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace forewarp::learn {
namespace {

std::pair<double, double> two_steps(OptimiserKind kind, double rate, double momentum = 0) {
  Optimiser optimiser(kind, rate, momentum, 1);
  std::vector<double> w = {1};
  optimiser.step(w, std::vector<double>{0.5});
  const double first = w[0];
  optimiser.step(w, std::vector<double>{-0.25});
  return {first, w[0]};
}

TEST(Optimiser, SgdCarriesItsMomentum) {
  // u1 = -0.1 * 0.5 = -0.05; u2 = 0.9 * -0.05 + 0.1 * 0.25 = -0.02.
  const auto [first, second] = two_steps(OptimiserKind::sgd, 0.1, 0.9);

  EXPECT_NEAR(first, 0.95, 1e-15);
  EXPECT_NEAR(second, 0.93, 1e-15);
}

TEST(Optimiser, RmspropDividesByARunningRoot) {
  // a1 = 0.1 * 0.25 = 0.025; a2 = 0.0225 + 0.1 * 0.0625 = 0.02875.
  const auto [first, second] = two_steps(OptimiserKind::rmsprop, 0.001);

  EXPECT_NEAR(first, 1 - 0.0005 / std::sqrt(0.025), 1e-8);
  EXPECT_NEAR(second, 1 - 0.0005 / std::sqrt(0.025) + 0.00025 / std::sqrt(0.02875), 1e-8);
}

TEST(Optimiser, AdagradDividesByTheRootOfAll) {
  // a1 = 0.25, step 0.01 * 0.5 / 0.5; a2 = 0.3125.
  const auto [first, second] = two_steps(OptimiserKind::adagrad, 0.01);

  EXPECT_NEAR(first, 0.99, 1e-8);
  EXPECT_NEAR(second, 0.99 + 0.0025 / std::sqrt(0.3125), 1e-8);
}

TEST(Optimiser, AdadeltaStepsAsFarAsItStepped) {
  // a1 = 0.0125, d1 = 0.5 sqrt(1e-7 / 0.0125001) = 0.00141421 (1 - 4e-6), b1 = 0.05 d1^2 = 1e-7;
  // a2 = 0.011875 + 0.003125 = 0.015, d2 = -0.25 sqrt((1e-7 + 1e-7) / 0.0150001).
  const auto [first, second] = two_steps(OptimiserKind::adadelta, 1);

  const double d1 = 0.5 * std::sqrt(1e-7 / 0.0125001), d2 = -0.25 * std::sqrt((1e-7 + 0.05 * d1 * d1) / 0.0150001);
  EXPECT_NEAR(d1, 0.00141421, 1e-8);
  EXPECT_NEAR(first, 1 - d1, 1e-14);
  EXPECT_NEAR(second, 1 - d1 - d2, 1e-14);
}

TEST(Optimiser, AdamsFirstStepIsTheRate) {
  // m1 = 0.05, v1 = 0.00025: sqrt(0.001) / 0.1 * 0.05 / sqrt(0.00025) = 1.
  // m2 = 0.045 - 0.025 = 0.02, v2 = 0.00024975 + 0.0000625 = 0.00031225.
  const auto [first, second] = two_steps(OptimiserKind::adam, 0.001);

  EXPECT_NEAR(first, 0.999, 1e-8);
  EXPECT_NEAR(second, 0.999 - 0.001 * std::sqrt(0.001999) / 0.19 * 0.02 / std::sqrt(0.00031225), 1e-8);
}

TEST(Optimiser, AdamaxDividesByTheLargest) {
  // First: 0.002 / 0.1 * 0.05 / 0.5 = 0.002. Second: m2 = 0.02, v2 = max(0.999 * 0.5, 0.25) = 0.4995.
  const auto [first, second] = two_steps(OptimiserKind::adamax, 0.002);

  EXPECT_NEAR(first, 0.998, 1e-8);
  EXPECT_NEAR(second, 0.998 - 0.002 / 0.19 * 0.02 / 0.4995, 1e-8);
}

TEST(Optimiser, NadamLooksAhead) {
  // c_t = 0.9 (1 - 0.96^(0.004 t) / 2): 0.4500735, 0.4501469, 0.4502204. C_1 = c_1, C_2 = c_1 c_2 = 0.2025992.
  // First, with m1 = 0.05 and v1 / 0.001 = 0.25:
  //   (1 - c1) 0.5 / (1 - C1) = 0.5;  c2 0.05 / (1 - c1 c2) = 0.0225073 / 0.7974008 = 0.0282259;
  //   0.002 * 0.5282259 / 0.5 = 0.0021129.
  // Second, with m2 = 0.02 and v2 / 0.001999 = 0.1562031, root 0.3952254:
  //   (1 - c2) (-0.25) / (1 - C2) = -0.1374633 / 0.7974008 = -0.1723892;
  //   c3 0.02 / (1 - C2 c3) = 0.0090044 / (1 - 0.0912143) = 0.0099082;  0.002 * -0.1624810 / 0.3952254 = -0.0008222.
  const auto [first, second] = two_steps(OptimiserKind::nadam, 0.002);

  EXPECT_NEAR(first, 1 - 0.0021129, 1e-7);
  EXPECT_NEAR(second, 1 - 0.0021129 + 0.0008222, 1e-7);
}

TEST(Optimiser, RatesAreThoseOfKeras) {
  EXPECT_EQ(default_rate(OptimiserKind::sgd), 0.01);
  EXPECT_EQ(default_rate(OptimiserKind::rmsprop), 0.001);
  EXPECT_EQ(default_rate(OptimiserKind::adagrad), 0.01);
  EXPECT_EQ(default_rate(OptimiserKind::adadelta), 1);
  EXPECT_EQ(default_rate(OptimiserKind::adam), 0.001);
  EXPECT_EQ(default_rate(OptimiserKind::adamax), 0.002);
  EXPECT_EQ(default_rate(OptimiserKind::nadam), 0.002);
}

}  // namespace
}  // namespace forewarp::learn
