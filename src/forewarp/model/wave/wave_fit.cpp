// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "forewarp/support/error.hpp"

namespace forewarp::model::wave {
namespace {

constexpr double sharpest = 16, max_spread = 3;

double saturation_start(const device::DeviceSpec& device) {
  return std::clamp(saturation_from_data_sheet(device), 1.0, 4.0 * std::max(1u, device.max_warps));
}

/// tau from the launches if w_s is the data sheet's value: geometric mean, since estimates err by
/// factors and not by amounts.
double expected_tau(const device::DeviceSpec& device, std::span<const Measured> launches, const FitChoice& choice) {
  const Constants guess{.tau_s = 1,
                        .saturation_warps = saturation_start(device),
                        .spread = choice.spread,
                        .whole_schedulers = choice.whole_schedulers};
  double logs = 0;
  for (const Measured& m : launches) logs += std::log(tau_from(device, m.shape, m.time_s, guess));
  return std::exp(logs / static_cast<double>(launches.size()));
}

/// tau in units of what is expected, so that all parameters are of one size.
std::vector<fit::Parameter> parameters(const device::DeviceSpec& device, const FitChoice& choice, double spread) {
  const double most = 4.0 * device.max_warps;
  return {{.name = "tau", .start = 1, .low = 0.01, .high = 100},
          {.name = "saturation_warps", .start = saturation_start(device), .low = 1, .high = most},
          {.name = "sharpness", .start = 4, .low = 1, .high = sharpest},
          {.name = "spread",
           .start = spread,
           .low = choice.fit_spread ? 0 : choice.spread,
           .high = choice.fit_spread ? max_spread : choice.spread}};
}

Constants constants_of(std::span<const double> p, const FitChoice& choice) {
  return {.tau_s = p[0],
          .saturation_warps = p[1],
          .sharpness = p[2],
          .spread = p[3],
          .whole_schedulers = choice.whole_schedulers};
}

}  // namespace

/// Relative residuals, so that a launch of 1 ms does not outweigh one of 10 us. tau is fitted in
/// units of its expected value, and all parameters are then of the same size for the solver.
Fit fit_waves(const device::DeviceSpec& device, std::span<const Measured> launches, const FitChoice& choice) {
  if (launches.empty()) throw InputError("the wave model needs measured launches to be fitted to");
  const double unit = expected_tau(device, launches, choice);
  const auto residuals = [&](std::span<const double> p, std::span<double> out) {
    const Constants constants = constants_of(p, choice);
    for (std::size_t i = 0; i < launches.size(); ++i)
      out[i] = waves(device, launches[i].shape, constants).time_s * unit / launches[i].time_s - 1;
  };
  // T has kinks in the spread, where the unluckiest SM is full or no worse than dealt evenly: several starts.
  const std::vector<double> starts = choice.fit_spread ? std::vector{0.3, 1.0, 2.0} : std::vector{choice.spread};
  Fit best;
  for (const double spread : starts) {
    fit::Summary summary = fit::least_squares(parameters(device, choice, spread), residuals, launches.size());
    if (best.summary.estimates.empty() || summary.sum_of_squares < best.summary.sum_of_squares)
      best.summary = std::move(summary);
  }
  best.summary.estimates[0].value *= unit;
  best.summary.estimates[0].standard_error *= unit;
  best.constants = constants_of(best.summary.values(), choice);
  return best;
}

}  // namespace forewarp::model::wave
