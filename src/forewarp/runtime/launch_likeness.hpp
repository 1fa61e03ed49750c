// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which launches of a program are like each other: of one kernel and shape, with arguments of the same kind, with as
/// many instructions.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/runtime/arena.hpp"
#include "forewarp/runtime/launch_request.hpp"
#include "forewarp/runtime/launcher.hpp"

namespace forewarp::runtime {

/// Kernel, grid, block, dynamic shared memory and cluster.
[[nodiscard]] std::string family_key(const LaunchRequest& request);
/// The arguments; pointers count by the size and the kind of what they point to and by the place in it.
[[nodiscard]] std::string arguments_key(const LaunchRequest& request, Arena& arena);
/// The family with the bytes of all arguments.
[[nodiscard]] std::uint64_t exact_key(const LaunchRequest& request);

/// Whether a launch that executes so many warp instructions is taken to be this one.
[[nodiscard]] bool is_alike(const Distinct& distinct, std::uint64_t executed);
/// Whether two counted launches take as long on each device.
[[nodiscard]] bool takes_as_long(const Distinct& a, const Distinct& b);
/// Of the time of this launch, for one that executes so many.
[[nodiscard]] double factor_of(const Distinct& distinct, std::uint64_t executed);
/// Seconds of a launch that does `factor` times the work of one of `seconds`: the launch itself takes as long as
/// before.
[[nodiscard]] double scaled_seconds(double seconds, double factor, double launch_overhead_s);
/// The variant with the nearest number of instructions.
[[nodiscard]] const Distinct& nearest(const std::vector<const Distinct*>& variants, std::uint64_t executed);

}  // namespace forewarp::runtime
