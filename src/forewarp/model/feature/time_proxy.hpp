// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counters that contain the duration of the kernel: with them a model reproduces the answer.
#include <string_view>

namespace forewarp::feature {

/// True for features marked so in the catalogue, and for names of counters (nvprof, Nsight Compute, and what scripts
/// make of them) that mean cycles, throughput, a rate a cycle or a second, a utilisation, an activity or a duration;
/// active warps too, which are summed over cycles. A share of the peak is a rate. Letter case does not matter.
[[nodiscard]] bool is_time_proxy(std::string_view name);

}  // namespace forewarp::feature
