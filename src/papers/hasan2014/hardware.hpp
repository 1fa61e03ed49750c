// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The paper's sweep on a device that is here: kernels/binomial_series for every launch of Table 2, measured, and how
/// well twelve of the times tell the others. A CPU runs a group on one core, work-item after work-item in vectors, so
/// that it has rounds of groups as a GPU has waves, and no latency to hide:
///
///     T = c0 + ceil(B / M) (c1 + c2 theta)        B groups of theta work-items, M compute units
///
/// c0 of a launch, c1 of a group, c2 of a work-item. On a GPU whose data sheet is known the wave model is tested as
/// well.
#include "forewarp/measure/run/device.hpp"
#include "papers/hasan2014/cells.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::hasan2014 {

struct Rounds {
  double launch_ms = 0, group_ms = 0, item_ms = 0;
  double compute_units = 1;
  [[nodiscard]] double time_ms(const Cell& cell) const;
};

/// Relative least squares over the chosen cells.
[[nodiscard]] Rounds fit_rounds(const std::vector<Cell>& cells, const std::vector<std::size_t>& chosen,
                                double compute_units);

struct SweepOptions {
  int terms = 65536;     ///< of the series; what makes a launch of few blocks last milliseconds on a GPU
  unsigned trials = 15;  ///< of a launch at most
  double pass_seconds = 1;
};

struct Sweep {
  std::vector<Cell> cells;  ///< the launches with the times of the device in place of their own
  double slow_share = 0;    ///< of the canary's runs: how busy the machine was with something else
};

[[nodiscard]] Sweep sweep(run::Device& device, std::vector<Cell> launches, const SweepOptions& options,
                          Progress* progress);

/// As many terms as suit the device: a core of a CPU has one launch to do, not thousands of lanes.
[[nodiscard]] int terms_for(const run::DeviceInfo& info);

/// Needs options.device; without one it says so.
[[nodiscard]] Reproduction hardware(const Options& options);

}  // namespace forewarp::papers::hasan2014
