// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave_fit.hpp"

#include <gtest/gtest.h>

#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::wave {
namespace {

/// Launches of a kernel whose constants are known.
std::vector<Measured> made_up(const device::DeviceSpec& device, const Constants& c) {
  std::vector<Measured> all;
  for (const std::uint64_t blocks : {20u, 100u, 250u, 600u})
    for (const std::uint32_t threads : {64u, 192u, 256u, 320u}) {
      const Shape shape{.blocks = blocks, .block = {.threads = threads}};
      all.push_back({shape, waves(device, shape, c).time_s});
    }
  return all;
}

TEST(WaveFit, FindsTheConstantsThatMadeTheTimes) {
  const device::DeviceSpec k20 = device::find_device("K20");
  const Constants truth{.tau_s = 3e-3, .saturation_warps = 21, .sharpness = 3.5};

  const Fit fit = fit_waves(k20, made_up(k20, truth));

  EXPECT_TRUE(fit.summary.converged()) << fit.summary.message;
  EXPECT_NEAR(fit.constants.tau_s, 3e-3, 1e-8);
  EXPECT_NEAR(fit.constants.saturation_warps, 21, 1e-4);
  EXPECT_NEAR(fit.constants.sharpness, 3.5, 1e-3);
  EXPECT_EQ(fit.constants.spread, 1);
  EXPECT_LT(fit.summary.at("tau").standard_error, 1e-7);
}

TEST(WaveFit, FindsTheSpreadWhereItIsAskedTo) {
  const device::DeviceSpec k20 = device::find_device("K20");
  const Constants truth{.tau_s = 3e-3, .saturation_warps = 21, .sharpness = 3.5, .spread = 0.6};

  const Fit fit = fit_waves(k20, made_up(k20, truth), {.fit_spread = true});

  EXPECT_NEAR(fit.constants.spread, 0.6, 1e-3);
  EXPECT_NEAR(fit.constants.tau_s, 3e-3, 1e-8);
}

TEST(WaveFit, FindsATimeThatIsAThousandthOfAnyLaunch) {
  const device::DeviceSpec k20 = device::find_device("K20");
  const Constants truth{.tau_s = 1e-6, .saturation_warps = 21, .sharpness = 3.5};
  std::vector<Measured> launches;
  for (const std::uint64_t blocks : {400000u, 500000u})
    for (const std::uint32_t threads : {32u, 64u, 96u, 128u, 256u}) {
      const Shape shape{.blocks = blocks, .block = {.threads = threads}};
      launches.push_back({shape, waves(k20, shape, truth).time_s});
    }

  EXPECT_NEAR(fit_waves(k20, launches).constants.tau_s, 1e-6, 1e-10);
}

TEST(WaveFit, RefusesTooFewLaunchesAndTimesOfNothing) {
  const device::DeviceSpec k20 = device::find_device("K20");
  std::vector<Measured> launches = made_up(k20, {.tau_s = 1, .saturation_warps = 20});

  EXPECT_THROW((void)fit_waves(k20, {}), InputError);
  EXPECT_THROW((void)fit_waves(k20, std::span(launches).first(2)), InputError);
  launches[3].time_s = 0;
  EXPECT_THROW((void)fit_waves(k20, launches), InputError);
}

}  // namespace
}  // namespace forewarp::model::wave
