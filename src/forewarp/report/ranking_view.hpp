// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A ranking for people, for programs and for spreadsheets.
///
///     TILE=32: 1.02 ms on V100: l1-bound at 93 % of its peak; ...; the best of 5 configurations, 3.1 times as fast as the
///     slowest
///
///     matmul_tiled on V100: 6 configurations, 5 can run
///
///     rank  TILE  time     range           limiter  occupancy  waves
///     1     32    1.02 ms  0.9 .. 1.3 ms   l1       100 %      12.8
///     ...
///
///     not the same work: TILE=8 reads 1/4 of the bytes of A that TILE=32 reads
///
///     rank  TILE  ...
///
///     cannot run  why
///     TILE=64     a block of 4096 threads; V100 takes 1024
///
///     note: not all configurations do the same work: 2 groups are ranked apart, the one that does most first
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "forewarp/model/rank/rank.hpp"
#include "forewarp/model/rank/tuner/tuning_file.hpp"

namespace forewarp::report {

/// top rows (0: all) of each group that does the same work, then those that cannot with their reason. With measured
/// times, s, all of these have them beside the predictions, and what agreement_view.hpp shows of them.
[[nodiscard]] std::string ranking_text(const rank::Ranking& ranking, const rank::RankOptions& options,
                                       std::size_t top = 20, const rank::MeasuredTimes& measured_s = {});
[[nodiscard]] nlohmann::json ranking_json(const rank::Ranking& ranking, const rank::RankOptions& options,
                                          const rank::MeasuredTimes& measured_s = {});
/// For a page: the same with "variants", what was counted of the best configuration and of the slowest that does the
/// same, the best one's PTX beside its counts. Throws what rank::variant throws.
[[nodiscard]] nlohmann::json ranking_page_json(const rank::Ranking& ranking, const rank::RankOptions& options,
                                               const rank::MeasuredTimes& measured_s = {});

/// Which lines a CSV has: those of several devices are one table.
struct RowsOf {
  bool header = true, device_column = false;
};
/// One row a configuration: perhaps the device, rank, one column a dimension, grid, block, time_s, low_s, high_s,
/// limiter, reason, group (from 1), in what the group differs from the first, measured_s where times were measured. The
/// rank is that within the group.
[[nodiscard]] std::string ranking_csv(const rank::Ranking& ranking, const rank::RankOptions& options,
                                      const rank::MeasuredTimes& measured_s = {}, const RowsOf& rows_of = {});

}  // namespace forewarp::report
