// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a whole program did on a device that is not there, in the manner of Nsight Systems:
///
///     12.9 ms on H100: the GPU is busy for 97 % of it; jacobi(…) takes 98 % of the kernels' time, dram-bound
///
///     jacobi on H100
///
///     kernel     launches    total     mean  share  limiter  first advice
///     jacobi(…)      1000  12.3 ms  12.3 us   98 %  dram     fuse ... (1.2x)
///
///     copies           number    bytes    total     rate
///     host to device        2  8.39 MB  0.21 ms  52 GB/s
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

[[nodiscard]] std::string program_text(const runtime::Recording& recording);
[[nodiscard]] nlohmann::ordered_json program_json(const runtime::Recording& recording);
/// One row per distinct launch and device.
[[nodiscard]] std::string program_csv(const runtime::Recording& recording);

}  // namespace forewarp::report
