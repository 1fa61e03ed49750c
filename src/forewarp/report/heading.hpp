// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The heading above every result: which kernel, which launch, how it was run, and whether a guess decides the answer;
/// and the notes below it.
///
///     matmul_tiled  (kernels/matmul_tiled/kernel.ptx, shipped, sm_75)
///     grid 64x64x1, block 16x16x1, BLOCK=16 n=1024; 40 registers a thread (estimated), 2.00 KiB shared memory a block
///     emulated 29 of 4096 blocks (loops sampled; standard error 0 %)
///     warning: the work depends on the guessed value of `n` (kernel.cu:7)
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::report {

/// "(kernel.cu (PTX), nvcc 13.0, sm_80)"; PTX that was there has no compiler.
[[nodiscard]] std::string origin_text(const kernel::Kernel& kernel);
[[nodiscard]] std::string heading_text(const kernel::Kernel& kernel, const profile::Profile& profile);
/// "warning: ..." of an empty launch and of what a guess decides, a line each.
[[nodiscard]] std::string marks_text(const std::vector<profile::Mark>& marks);
/// [{"kind", "arguments", "place", "text"}]
[[nodiscard]] nlohmann::json marks_json(const std::vector<profile::Mark>& marks);
/// An empty line and "note: ..." for each guess and each remark of the compiler; empty without any.
[[nodiscard]] std::string notes_text(const kernel::Kernel& kernel, const profile::Profile& profile);
/// {"kernel", "entry", "source", "compiler", "arch", "grid", "block", "parameters"}: what was run.
[[nodiscard]] nlohmann::json identity_json(const kernel::Kernel& kernel, const std::string& entry,
                                           const launch::Launch& launch);
/// {"kernel", "source", "compiler", "arch", "grid", "block", "parameters", "registers", "registers_estimated",
/// "shared_bytes", "sampling": {...}, "marks": [{"kind", "arguments", "place", "text"}], "notes"}; notes has the marks'
/// texts as well.
[[nodiscard]] nlohmann::json heading_json(const kernel::Kernel& kernel, const profile::Profile& profile);

}  // namespace forewarp::report
