// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/query/predict.hpp"

namespace forewarp::tool {

/// A launch that was measured, as --measured gives it.
struct MeasuredText {
  double time_s = 0;
  std::uint64_t blocks = 0;
  std::uint32_t threads = 0;
};

/// "14.5ms@208x128": a time with s, ms, us or ns, then blocks and threads a block. Throws InputError saying what it
/// should look like.
[[nodiscard]] MeasuredText parse_measured(const std::string& text);

using query::MeasuredRun;

/// "1.3ms@K20" or "1.3ms@K20,n=1024": a time, the device it was measured on, and what was different from the launch
/// that is asked for. Throws InputError saying what it should look like.
[[nodiscard]] MeasuredRun parse_measured_run(const std::string& text);

/// A run at known clocks, as predict --what with --measured gives it; 0 where an amount was not measured.
struct ClockedRun {
  double time_s = 0, power_w = 0;
  std::optional<campaign::Clocks> clocks;
};

/// "0.87ms,208W@1380/877", "0.87ms", "208W@1380". Throws InputError saying what it should look like.
[[nodiscard]] ClockedRun parse_clocked_run(const std::string& text);

}  // namespace forewarp::tool
