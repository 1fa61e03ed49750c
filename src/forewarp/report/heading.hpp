// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What stands above every result: which kernel, which launch, how it was run, and what the reader must know.
///
///     matmul_tiled  (kernels/matmul_tiled/kernel.ptx, shipped, sm_75)
///     grid 64x64x1, block 16x16x1, BLOCK=16 n=1024; 40 registers a thread (estimated), 2.00 KiB shared memory a block
///     emulated 29 of 4096 blocks (loops sampled; standard error 0 %)
///     note: ...
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/kernel/kernel.hpp"
#include "forewarp/profile/profile.hpp"

namespace forewarp::report {

[[nodiscard]] std::string heading_text(const kernel::Kernel& kernel, const profile::Profile& profile);
/// {"kernel", "source", "compiler", "arch", "grid", "block", "parameters", "registers", "registers_estimated",
/// "shared_bytes", "sampling": {...}, "notes"}.
[[nodiscard]] nlohmann::json heading_json(const kernel::Kernel& kernel, const profile::Profile& profile);

}  // namespace forewarp::report
