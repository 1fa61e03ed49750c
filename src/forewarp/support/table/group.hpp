// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Repetitions to one row: rows alike in the key columns become one, in order of first appearance.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

enum class Aggregate { median, mean, minimum, maximum, count, sd };
inline constexpr std::array<std::string_view, 6> aggregate_names = {"median", "mean", "min", "max", "count", "sd"};
/// Throws InputError naming those there are.
[[nodiscard]] Aggregate aggregate_called(std::string_view name);

/// Missing values left out; NaN where none is left (0 for count). sd is over n - 1, NaN for fewer than two.
[[nodiscard]] double aggregate(std::vector<double> values, Aggregate how);

/// One column of the result.
struct Aggregation {
  std::string column;
  Aggregate how = Aggregate::median;
  std::string name = {};  ///< of the result; empty: as the column
};

/// The keys, then the aggregations. Throws InputError naming a column that is missing, or text to be aggregated
/// otherwise than counted.
[[nodiscard]] Table group(const Table& table, const std::vector<std::string>& keys,
                          const std::vector<Aggregation>& aggregations);

/// The keys, then every other column: numbers aggregated in the one way, text as it is, which must agree within a
/// group (throws InputError naming the column where it does not), and last the number of rows merged where a name for
/// it is given.
[[nodiscard]] Table merge(const Table& table, const std::vector<std::string>& keys, Aggregate how,
                          const std::string& count_name = {});

/// Identical launches to their median: rows alike in everything but the named columns, which are numbers. How braun2020
/// merges samples before the cap.
[[nodiscard]] Table merge_identical(const Table& table, const std::vector<std::string>& measured,
                                    Aggregate how = Aggregate::median);

/// Long to wide: rows (key, name, value) become one row a key with a column for each name, in order of first
/// appearance; what was never said is missing. Throws InputError when a name comes twice for a key, is a key column's,
/// when other columns are there, or when more cells would be made than max_cells.
struct PivotOptions {
  std::vector<std::string> keys;
  std::string name_column, value_column;
  std::size_t max_cells = std::size_t{1} << 26;
};
[[nodiscard]] Table pivot(const Table& table, const PivotOptions& options);

}  // namespace forewarp::table
