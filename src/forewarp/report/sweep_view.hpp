// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Time and efficiency over blocks and threads per block, and the printed equations of hasan2014 beside them.
///
///     K20: tau 14.6 ms (from 1 measured launch on K20), an SM is saturated by 36.0 warps
///
///     time on K20, ms: blocks down, threads per block across
///             32     224    416
///       16  14.6    14.7   15.0
///     ...
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/wave/sweep.hpp"
#include "forewarp/report/launch_view.hpp"

namespace forewarp::report {

enum class Equations { wave, printed };

/// A device with its surface.
struct SweptDevice {
  LaunchDevice device;
  double printed_tau_s = 0;
  std::vector<model::wave::SweepCell> cells;
};

struct SweepAnswer {
  model::wave::Work work;
  std::vector<SweptDevice> devices;
  Equations equations = Equations::wave;  ///< of the text; CSV, JSON and the page have both
  bool seconds_known = true;
  std::vector<RefusedDevice> refused = {};
  std::vector<profile::Mark> marks = {};
  std::vector<std::string> notes;
};

/// Up to 16 numbers of blocks and 10 of threads; --csv has all.
[[nodiscard]] std::string sweep_text(const SweepAnswer& answer);
/// {"sweep": [{"device", "tau_s", "printed_tau_s", "symbols", "cells": [{"blocks", "threads", ...}]}], ...}; times are
/// null where no seconds are known.
[[nodiscard]] nlohmann::ordered_json sweep_json(const SweepAnswer& answer);
/// device, blocks, threads, blocks_per_sm, waves, time_s, efficiency, xi_rb_s, xi_rw_s, kappa, printed_time_s.
[[nodiscard]] std::string sweep_csv(const SweepAnswer& answer);

}  // namespace forewarp::report
