// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What profilers wrote, as one table: one row per launch, one column per metric of the catalogue in our names and
/// units.
///
///     nvprof --csv --metrics ...                     "Device","Kernel","Invocations","Metric
///     Name",..."Min","Max","Avg" nvprof --csv --print-gpu-trace --metrics ...   one column per metric, a second
///     heading line of units ncu --csv --page details                       a line a metric: "ID",..."Kernel
///     Name",..."Metric Name","Metric
///                                                    Unit","Metric Value"
///     ncu --csv --page raw                           one column per metric, a second heading line of units
///
/// Lines of the tools' own ("==PROF== ...") are passed over. A launch whose metrics came in several passes is one row:
/// lines of one ID are brought together; the same metric twice with different values is refused. A column without a
/// unit is taken to be in the tool's default unit, and a note reports it; a unit that is not of the metric's kind is
/// refused. "n/a" and its like are missing values, and a note reports it. Columns that the catalogue does not have are
/// left out and named.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::counters {

/// The shape of a launch, where the file has its columns.
struct Extents {
  std::optional<launch::Dim3> grid, block;
};

struct Imported {
  table::Table table;            ///< id, kernel (texts), then the metrics
  std::vector<Extents> extents;  ///< one per row of the table
  std::string format;            ///< "Nsight Compute, wide"
  std::vector<std::string> notes;
  std::vector<std::string> unknown;  ///< metrics left out
};

/// Throws InputError with the reason for what cannot be read right, ParseError for a broken CSV.
[[nodiscard]] Imported import_counters(std::string_view text, const std::string& file_name);

}  // namespace forewarp::counters
