// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Units as nvprof, Nsight Compute of any age and we write them: "Gbyte/second", "Gbyte/s", "GB/s", "sector/nsecond",
/// "Ksector", "usecond", "us", "register/thread", "%". A sector has 32 bytes, a wavefront (one pass through the shared
/// memory) 128 where it becomes bytes.
#include <string_view>

namespace forewarp::counters {

/// A value in a profiler's unit in ours: ("Gbyte/second", "GB/s") -> 1. Throws InputError for a unit that is not known
/// and for units of another kind.
[[nodiscard]] double unit_factor(std::string_view from, std::string_view to);

}  // namespace forewarp::counters
