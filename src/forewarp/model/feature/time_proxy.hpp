// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Counters that know how long the kernel took: whoever has them has the answer.
#include <string_view>

namespace forewarp::feature {

/// True for features whose catalogue entry says so, and for names of counters (nvprof, Nsight Compute, and what scripts
/// make of them) that say cycles, throughput, a rate a cycle or a second, a utilisation, an activity or a duration;
/// active warps too, which are summed over cycles. A share of the peak is a rate. Letter case does not matter.
[[nodiscard]] bool is_time_proxy(std::string_view name);

}  // namespace forewarp::feature
