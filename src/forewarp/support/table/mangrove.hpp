// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The SQLite tables of CUDA Flux and GPU Mangrove (braun2020) as they are, made wide and free of repetitions:
///
///     fluxmetrics   (bench, app, dataset, lseq, name, metric, value)  one row a launch, a column a metric
///     fluxfeatures  wide already                                      one row a launch
///     kerneltime    (bench, app, dataset, build, lseq, time)          median over repetitions, time in us
///     kernelpower   (..., power)                                      median over repetitions, power in W
///     samples       features and target, wide                         as it is
///
/// All but samples join by launch_keys. The index column that pandas adds is dropped.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

/// bench, app, dataset, lseq: what names a launch.
[[nodiscard]] const std::vector<std::string>& launch_keys();

/// Which of the tables above the file has. Throws InputError where it has none or several.
[[nodiscard]] std::string mangrove_table(const std::filesystem::path& file);

/// Reads it. Throws InputError where columns are missing.
[[nodiscard]] Table read_mangrove(const std::filesystem::path& file);

/// The features without the columns, other than keys, that the measured table has too.
[[nodiscard]] Table without_measured(const Table& features, const Table& measured,
                                     const std::vector<std::string>& keys);

/// The launches that have features, with their measured target ("time" or "power"): two files joined by launch_keys.
/// A feature of the target's name is dropped: CUDA Flux's own "time" is that of the instrumented run.
[[nodiscard]] Table join_mangrove(const Table& features, const Table& measured);

}  // namespace forewarp::table
