// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which block and grid to launch with, and on which device.
///
///     52 blocks of 512 threads on K20: 28.3 ms; occupancy 100 %, limited by warps; 1 waves; works at 90 % of its best rate
///
///     26624 threads, 21 registers a thread, 0 B shared memory a block
///     K20: tau 14.5 ms (from 1 measured launch), an SM is saturated by 36 warps
///
///     device  threads  blocks  resident  occupancy  waves  rate  efficiency  time     over best
///     K20         512      52         4      100 %   1.00  90 %        51 %  28.3 ms       1.00
///
///     launch 52 blocks of 512 threads on K20
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/model/wave/suggest.hpp"

namespace forewarp::report {

/// A device and where its constants come from ("from 1 measured launch", "from the emulated kernel").
struct LaunchDevice {
  model::wave::Candidate candidate;
  std::string origin;
};

/// A device that cannot run the launch, and why, one line.
struct RefusedDevice {
  std::string device, reason;
};

struct ShapeAdvice {
  model::wave::Work work;
  std::vector<LaunchDevice> devices;
  std::vector<model::wave::Suggestion> suggestions;  ///< best first
  std::size_t left_out = 0;                          ///< worse ones that are not listed
  bool seconds_known = true;                         ///< false: times compare, but are in no unit
  std::vector<RefusedDevice> refused = {};
  std::vector<profile::Mark> marks = {};  ///< of the launch that was emulated
  std::vector<std::string> notes;
};

[[nodiscard]] std::string launch_text(const ShapeAdvice& advice);
/// {"threads_total", "registers_per_thread", "shared_bytes", "devices": [...], "suggestions": [...], "cannot_run":
/// [{"device", "reason"}], "marks", "notes"}; time_s is null where no seconds are known. Devices in the order given.
[[nodiscard]] nlohmann::json launch_json(const ShapeAdvice& advice);
[[nodiscard]] std::string launch_csv(const ShapeAdvice& advice);

}  // namespace forewarp::report
