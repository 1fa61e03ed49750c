// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Columns that say which row this is, and nothing of what it costs: row numbers, launch sequence numbers, numbers of
/// kernels and devices. A learner that takes one for a feature learns the order of the file.
#include <span>
#include <string_view>

namespace forewarp::table {

/// Columns that name what rows belong to: "kernel", "application", "app", "bench", "benchmark", "suite", "gpu",
/// "gpu_name", "device".
[[nodiscard]] std::span<const std::string_view> group_columns();

/// True for those, for the keys of a launch ("dataset", "lseq"), for numbers of them ("gpu_id", "appid"), and for row
/// numbers as R and pandas write them: a column without a name, "Unnamed: 0", "index", "id". Case does not count.
[[nodiscard]] bool is_key_column(std::string_view name);

}  // namespace forewarp::table
