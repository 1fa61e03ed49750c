// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The wave model's constants from a handful of measured launches of one kernel on one device.
#include <span>

#include "forewarp/model/wave/wave.hpp"
#include "forewarp/support/fit/least_squares.hpp"

namespace forewarp::model::wave {

struct Measured {
  Shape shape;
  double time_s = 0;
};

struct FitChoice {
  bool whole_schedulers = true;
  double spread = 1;        ///< held, unless
  bool fit_spread = false;  ///< it is a fourth constant to fit
};

struct Fit {
  Constants constants;
  fit::Summary summary;  ///< estimates "tau" in s, "saturation_warps", "sharpness", "spread"
};

/// Least squares of T / measured - 1 over tau (within a hundredfold of what the data sheet's w_s makes of the times),
/// w_s (1 to 4 times the most warps of an SM), p (1 to 16: a sharper bend looks the same) and, on request, k (0 to 3).
/// Throws InputError for fewer launches than constants, a time that is not positive, and as waves().
[[nodiscard]] Fit fit_waves(const device::DeviceSpec& device, std::span<const Measured> launches,
                            const FitChoice& choice = {});

}  // namespace forewarp::model::wave
