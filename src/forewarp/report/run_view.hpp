// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What was measured, one line per job, and how steady the device was:
///
///     opencl:0 pthread-Xeon, driver 3.1
///     job       time     median   range            spread   trials  set aside
///     saxpy-1M  412 us   431 us   428 us - 433 us  11.2 us  60      12 slow, 1 anomaly
///     broken    does not compile on opencl:0 ...
///     the canary ran 31 times, slow in 19 % of them; drift 1.02
#include <string>

#include "forewarp/measure/run/samples.hpp"

namespace forewarp::report {

[[nodiscard]] std::string run_text(const run::StoreContents& contents);

}  // namespace forewarp::report
