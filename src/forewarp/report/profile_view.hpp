// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A profile for people, for programs and for spreadsheets.
///
///     matmul_tiled: grid 64x64x1, block 16x16x1, 28 of 4096 blocks run, loops sampled, standard error 0 %
///
///     instructions  4.01 G a thread, 125 M a warp; 32 lanes active of 32
///     branches      2.13 M, 100 % of one mind
///     barriers      4.19 M
///     chain         1359 links of 3824 instructions: 1098 alu 64 shared 64 global 128 barrier 65 branch; ILP 2.81 MLP
///     2
///
///     braun2020            value
///     threads_per_cta      256     threads
///     ...
///     the costliest accesses
///     line  source       access              requests  bytes asked  bytes moved  sectors/request  wavefronts  ideal
///     93    kernel.cu:9  ld.global.nc.f32 a  2.10 M    256 MiB      256 MiB      4                -           -
///     ...
///     buffer  size     touched  a block  overlap x  y     z
///     a       4.0 MiB  4.0 MiB  64 KiB   100 %      0 %   -
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/profile/profile.hpp"

namespace forewarp::report {

/// The costliest accesses first, at most top of them (0: all).
[[nodiscard]] std::string profile_text(const profile::Profile& profile, std::size_t top = 20);
/// Everything in the profile, counts as numbers; with the features of braun2020 under "braun2020".
[[nodiscard]] nlohmann::json profile_json(const profile::Profile& profile);
/// One row an access site, in program order: ptx_line, source, access, space, requests, lanes, sectors, lines, ...
[[nodiscard]] std::string profile_csv(const profile::Profile& profile);

}  // namespace forewarp::report
