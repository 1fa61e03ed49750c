// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What CUDA Flux counts, for people, for programs and for spreadsheets.
///
///     saxpy(int, float, float const*, float*)  (kernels/saxpy/kernel.ptx, shipped, sm_75)
///     grid 64x1x1, block 256x1x1
///     counted by the emulator: one CTA, times 64
///     instructions 311 k by threads
///
///     block     PTX lines  instructions  threads
///     entry     30-41                12    16384
///
///     instruction    by threads
///     ld.param.u64        32768
///
///     braun2020        value
///     threads_per_cta  256
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/emulate/profile/flux_counts.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::report {

/// by: who counted, "the emulator" or "its own PTX on cuda:0".
[[nodiscard]] std::string flux_counts_text(const kernel::Kernel& kernel, const profile::FluxCounts& counts,
                                           std::string_view by);
/// {"kernel", "entry", "source", "grid", "block", "counted_by", "mode", "scale", "thread_instructions", "braun2020":
/// {...}, "instructions": [...], "basic_blocks": [...]}.
[[nodiscard]] nlohmann::json flux_counts_json(const kernel::Kernel& kernel, const profile::FluxCounts& counts,
                                              std::string_view by);
/// One row per block: function, block, first_line, last_line, instructions, counted, threads.
[[nodiscard]] std::string flux_counts_csv(const profile::FluxCounts& counts);

}  // namespace forewarp::report
