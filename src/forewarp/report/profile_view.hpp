// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A profile for people (under its heading, heading.hpp), for programs and for spreadsheets.
///
///     instructions  4.01 G by threads, 125 M by warps; 32 lanes active of 32
///     branches      2.13 M, branch efficiency 100 %
///     barriers      4.19 M
///     chain         1419 links of 3824 instructions: 1098 alu 64 shared 64 global 128 barrier 65 branch; ILP 2.69 MLP
///     2
///
///     instruction           by threads  by warps
///     ld.shared.f32         2147483648  67108864
///     fma.rn.f32            1073741824  33554432
///
///     source        access             sites  requests  asked    moved    sectors/req  wavefronts  ideal
///     kernel.cu:22  ld.shared.f32         32    67.1 M  8 GiB    -        -            67.1 M      67.1 M
///     kernel.cu:18  ld.global.nc.f32 a     1    2.10 M  256 MiB  256 MiB  4            -           -
///
///     buffer  size     touched  a block  overlap x  y     z
///     a       4.0 MiB  4.0 MiB  64 KiB   100 %      0 %   -
///
///     braun2020        value
///     threads_per_cta  256
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::report {

/// At most top rows of instructions and of accesses, the costliest first (0: all).
[[nodiscard]] std::string profile_text(const profile::Profile& profile, std::size_t top = 20);
/// Everything in the profile, counts as numbers; with the features of braun2020 under "braun2020".
[[nodiscard]] nlohmann::json profile_json(const profile::Profile& profile);
/// The same with "lines": what each line of PTX executed (line_counts.hpp). The module is that which was profiled.
[[nodiscard]] nlohmann::json profile_json(const profile::Profile& profile, const ptx::Module& module);
/// One row an access site, in program order: ptx_line, source, access, space, requests, lanes, sectors, lines, ...
[[nodiscard]] std::string profile_csv(const profile::Profile& profile);

}  // namespace forewarp::report
