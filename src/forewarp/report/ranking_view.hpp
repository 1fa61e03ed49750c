// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A ranking for people, for programs and for spreadsheets.
///
///     matmul_tiled on V100: 6 configurations, 5 can run
///
///     rank  TILE  time     range           limiter  occupancy  waves
///     1     32    1.02 ms  0.9 .. 1.3 ms   l1       100 %      12.8
///     ...
///     Cannot run
///     TILE=64  a block of 4096 threads; V100 takes 1024
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/rank/rank.hpp"

namespace forewarp::report {

/// top rows of those that can run (0: all), then those that cannot with their reason.
[[nodiscard]] std::string ranking_text(const rank::Ranking& ranking, const rank::RankOptions& options,
                                       std::size_t top = 20);
[[nodiscard]] nlohmann::json ranking_json(const rank::Ranking& ranking, const rank::RankOptions& options);
/// For a page: the same with "variants", what was counted of the best configuration and of the slowest that can run,
/// the best one's PTX beside its counts. Throws what rank::variant throws.
[[nodiscard]] nlohmann::json ranking_page_json(const rank::Ranking& ranking, const rank::RankOptions& options);
/// One row a configuration: rank, one column a dimension, grid, block, time_s, low_s, high_s, limiter, reason.
[[nodiscard]] std::string ranking_csv(const rank::Ranking& ranking, const rank::RankOptions& options);

}  // namespace forewarp::report
