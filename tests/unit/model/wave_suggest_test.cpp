// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/suggest.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"
#include "unit/model/test_device.hpp"

namespace forewarp::model::wave {
namespace {

constexpr Constants blunt{.tau_s = 1, .saturation_warps = 16, .sharpness = 1};

TEST(WaveSuggestions, HoldEveryBlockSizeShortestTimeFirst) {
  const std::vector<Suggestion> all = suggestions(std::vector<Candidate>{{a_device(), blunt}}, {.threads = 20480});

  ASSERT_EQ(all.size(), 32u);  // 32 to 1024 threads by 32
  // 20480 threads are 640 warps, 64 an SM: one full wave of 1 + 64 / 16 = 5 s for every power of two. Odd blocks leave
  // places empty and need a second wave.
  EXPECT_DOUBLE_EQ(all.front().time_s, 5);
  EXPECT_EQ(all.front().shape.block.threads, 1024u);
  EXPECT_EQ(all.front().shape.blocks, 20u);
  EXPECT_EQ(all[1].shape.block.threads, 512u);
  EXPECT_DOUBLE_EQ(all[1].over_best, 1);
  EXPECT_GT(all.back().time_s, 5);
  EXPECT_DOUBLE_EQ(all.back().over_best, all.back().time_s / 5);
}

TEST(WaveSuggestions, ALastBlockThatIsNotFullIsABlock) {
  const std::vector<Suggestion> all = suggestions(std::vector<Candidate>{{a_device(), blunt}}, {.threads = 33});

  for (const Suggestion& s : all) EXPECT_EQ(s.shape.blocks, s.shape.block.threads == 32 ? 2u : 1u);
}

TEST(WaveSuggestions, BlocksThatDoNotFitAreLeftOut) {
  // 255 registers a thread: 65536 / (256 * 32) = 8 warps.
  const std::vector<Suggestion> all =
      suggestions(std::vector<Candidate>{{a_device(), blunt}}, {.threads = 1 << 20, .registers_per_thread = 255});

  for (const Suggestion& s : all) EXPECT_LE(s.shape.block.threads, 256u);
  EXPECT_FALSE(all.empty());
}

TEST(WaveSuggestions, PickTheDeviceThatIsDoneFirst) {
  device::DeviceSpec fast = a_device();
  fast.name = "fast";
  Constants half = blunt;
  half.tau_s = 0.5;

  const auto all = suggestions(std::vector<Candidate>{{a_device(), blunt}, {fast, half}}, {.threads = 20480});

  EXPECT_EQ(all.front().device, "fast");
  EXPECT_DOUBLE_EQ(all.front().time_s, 2.5);
}

TEST(WaveSuggestions, OfEqualDevicesTheFirstNamedIsTaken) {
  device::DeviceSpec twin = a_device();
  twin.name = "twin";

  const auto all = suggestions(std::vector<Candidate>{{a_device(), blunt}, {twin, blunt}}, {.threads = 20480});

  EXPECT_EQ(all.front().device, "round");
}

TEST(WaveSuggestions, OneMeasuredLaunchGivesTau) {
  // 40 blocks of 8 warps: 3 tau. 80: 5 tau. Means of logarithms: sqrt(0.2 * 0.8) = 0.4.
  const std::vector<Measured> launches = {{{.blocks = 40, .block = {.threads = 256}}, 0.6},
                                          {{.blocks = 80, .block = {.threads = 256}}, 4}};

  EXPECT_DOUBLE_EQ(learn_from(a_device(), std::span(launches).first(1), blunt).constants.tau_s, 0.2);
  EXPECT_DOUBLE_EQ(learn_from(a_device(), launches, blunt).constants.tau_s, 0.4);
  EXPECT_FALSE(learn_from(a_device(), launches, blunt).summary);
}

TEST(WaveSuggestions, FourMeasuredLaunchesGiveAllConstants) {
  const device::DeviceSpec k20 = device::find_device("K20");
  const Constants truth{.tau_s = 2, .saturation_warps = 20, .sharpness = 3};
  std::vector<Measured> launches;
  for (const std::uint32_t threads : {32u, 256u, 512u, 1024u}) {
    const Shape shape{.blocks = 26, .block = {.threads = threads}};
    launches.push_back({shape, waves(k20, shape, truth).time_s});
  }

  const Learnt learnt = learn_from(k20, launches, of_dependent_arithmetic(k20));

  ASSERT_TRUE(learnt.summary);
  EXPECT_NEAR(learnt.constants.saturation_warps, 20, 1e-3);
}

TEST(WaveSuggestions, WhatWasLearntOnOneDeviceKeepsItsRatiosOnAnother) {
  const Constants learnt{.tau_s = 6, .saturation_warps = 30, .sharpness = 4}, there{.tau_s = 2, .saturation_warps = 20},
      here{.tau_s = 1, .saturation_warps = 10};

  EXPECT_DOUBLE_EQ(carried_over(learnt, there, here).tau_s, 3);
  EXPECT_DOUBLE_EQ(carried_over(learnt, there, here).saturation_warps, 15);
  EXPECT_DOUBLE_EQ(carried_over(learnt, there, here).sharpness, 4);
}

TEST(WaveSuggestions, RefuseWhatCannotBeLaunched) {
  const std::vector<Candidate> one = {{a_device(), blunt}};

  EXPECT_THROW((void)suggestions(one, {.threads = 0}), InputError);
  EXPECT_THROW((void)suggestions({}, {.threads = 1}), InputError);
  EXPECT_THROW((void)suggestions(one, {.threads = std::uint64_t{1} << 60}), InputError);
  EXPECT_THROW((void)suggestions(one, {.threads = 1, .shared_bytes = 1 << 20}), InputError);
  EXPECT_THROW((void)learn_from(a_device(), {}, blunt), InputError);
}

TEST(WaveSuggestions, NoTimeIsBelowWhatTheDataSheetAllows) {
  Candidate c{.device = a_device(), .constants = {.tau_s = 1e-6, .saturation_warps = 8}, .min_s = 1e-3};

  for (const Suggestion& s : suggestions(std::vector{c}, {.threads = 4096, .registers_per_thread = 16}))
    EXPECT_GE(s.time_s, 1e-3);
}

TEST(WaveSuggestions, ASharpnessFittedOnAnotherDeviceIsSaidToBe) {
  EXPECT_FALSE(sharpness_note({}, device::find_device("K20")));
  const auto note = sharpness_note({}, device::find_device("V100"));
  ASSERT_TRUE(note);
  EXPECT_NE(note->find("sharpness 6.5"), std::string::npos);
  EXPECT_NE(note->find("fitted on a K20 alone"), std::string::npos);
  EXPECT_FALSE(sharpness_note({.sharpness = 4}, device::find_device("V100")));  // fitted to launches that were timed
}

}  // namespace
}  // namespace forewarp::model::wave
