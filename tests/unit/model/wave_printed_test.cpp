// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/printed.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"

namespace forewarp::model::wave {
namespace {

const Symbols k20 = symbols_of(device::find_device("K20"));
constexpr double tau = 14.5;

TEST(PrintedWaves, K20IsAsSection3Says) {
  EXPECT_EQ(k20.rho_sm, 13);
  EXPECT_EQ(k20.rho_b, 16);
  EXPECT_EQ(k20.rho_w, 64);
  EXPECT_EQ(k20.rho_t, 2048);
  EXPECT_EQ(k20.sigma_w, 32);
  EXPECT_EQ(k20.sigma_b, 1024);
}

TEST(PrintedWaves, C1060HasSmallerSmsAndMoreOfThem) {
  const Symbols s = symbols_of(device::find_device("C1060"));

  EXPECT_EQ(s.rho_sm, 30);
  EXPECT_EQ(s.rho_b, 8);
  EXPECT_EQ(s.rho_w, 32);
  EXPECT_EQ(s.rho_t, 1024);
  EXPECT_EQ(s.sigma_w, 32);
  EXPECT_EQ(s.sigma_b, 512);
  // 240 blocks at once: 241 take two rounds, 480 too, 481 three.
  EXPECT_DOUBLE_EQ(xi_rb(s, 240, 2), 2);
  EXPECT_DOUBLE_EQ(xi_rb(s, 241, 2), 4);
  EXPECT_DOUBLE_EQ(xi_rb(s, 481, 2), 6);
}

TEST(PrintedWaves, Equation1JumpsPastEachMultipleOf208Blocks) {
  EXPECT_DOUBLE_EQ(xi_rb(k20, 1, tau), 14.5);
  EXPECT_DOUBLE_EQ(xi_rb(k20, 208, tau), 14.5);
  EXPECT_DOUBLE_EQ(xi_rb(k20, 209, tau), 29);
  EXPECT_DOUBLE_EQ(xi_rb(k20, 416, tau), 29);
  EXPECT_DOUBLE_EQ(xi_rb(k20, 640, tau), 58);  // 640 / 208 = 3.08
}

TEST(PrintedWaves, Equation2IsTheShareOf26624Threads) {
  EXPECT_DOUBLE_EQ(xi_rw(k20, 208, 128, tau), 14.5);
  EXPECT_DOUBLE_EQ(xi_rw(k20, 104, 128, tau), 7.25);
  EXPECT_DOUBLE_EQ(xi_rw(k20, 416, 256, tau), 58);
}

TEST(PrintedWaves, Equation3AddsOneOrTheOther) {
  // 208 * 128 = 26624 threads: 14.5 / (14.5 + 14.5). 209 * 128 are more: 14.5 / (29 + 14.5 * 209 / 208).
  EXPECT_DOUBLE_EQ(kappa(k20, 208, 128, tau), 0.5);
  EXPECT_DOUBLE_EQ(composite_time(k20, 208, 128, tau), 29);
  EXPECT_DOUBLE_EQ(kappa(k20, 209, 128, tau), 14.5 / (29 + 14.5 * 209 / 208));
  // 224 * 32 = 7168 threads are few, so that the second round of blocks counts for nothing: 14.5 + 14.5 * 7168 / 26624.
  EXPECT_NEAR(composite_time(k20, 224, 32, tau), 18.403846, 1e-6);
}

TEST(PrintedWaves, TheLargerOfTheTwoEffectsIsNotTheirSum) {
  EXPECT_DOUBLE_EQ(larger_time(k20, 208, 128, tau, 2.05), 29.725);
  EXPECT_DOUBLE_EQ(larger_time(k20, 224, 32, tau, 2.05), 29);
}

}  // namespace
}  // namespace forewarp::model::wave
