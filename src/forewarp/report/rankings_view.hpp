// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One space ranked on several devices: first the best of each device and how good it is on the others, then each
/// device's ranking (ranking_view.hpp).
///
///     TILE=16 for all 2 devices: 96 % of each device's best (harmonic mean), least on H100 (93 %); 1.02 ms on H100, ...
///
///     matmul_tiled on 2 devices: 6 configurations
///
///     device  best     time     one for all  of the best
///     H100    TILE=32  1.02 ms      1.10 ms         93 %
///     A100    TILE=16  2.31 ms      2.31 ms        100 %
///
///     one for all: TILE=16, 96 % of each device's best (harmonic mean)
///
///     configuration  best on  H100   A100
///     TILE=32        H100     100 %  81 %
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "forewarp/model/rank/rank.hpp"

namespace forewarp::report {

/// rankings are those of the devices, in their order; options.device is not looked at.
[[nodiscard]] std::string rankings_text(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                                        std::span<const device::DeviceSpec> devices, std::size_t top = 20);
/// {"kernel", "devices", "one_for_all", "bests", "rankings": [...]}, each ranking as ranking_json has it.
[[nodiscard]] nlohmann::json rankings_json(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                                           std::span<const device::DeviceSpec> devices);
/// The rows of ranking_csv of all devices, with a first column "device".
[[nodiscard]] std::string rankings_csv(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                                       std::span<const device::DeviceSpec> devices);

}  // namespace forewarp::report
