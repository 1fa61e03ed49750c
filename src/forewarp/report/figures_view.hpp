// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Figures of a device that were fitted to measurements (measure/figures).
///
///     X1: figures from measurements, base A40
///
///     figure                   now  fitted  rows       single rows  residual
///     dram_share              0.94   0.938   120  0.9344 to 0.9404     0.2 %
///     launch_overhead_us       1.9    1.91     6    1.873 to 2.118     0.5 %
///
///     not determined, as in the base:
///       l2_latency              240  latency.csv has no rows of X1
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/measure/figures/fit.hpp"

namespace forewarp::report {

/// `base` is the name of the device that the fit began with.
[[nodiscard]] std::string figures_text(const figures::Fit& fit, const std::string& base);
/// One object: figures (key, now, fitted or reason, rows, low, high, residual, source), shares_of_dram_peak, streams.
[[nodiscard]] nlohmann::json figures_json(const figures::Fit& fit, const std::string& base);

}  // namespace forewarp::report
