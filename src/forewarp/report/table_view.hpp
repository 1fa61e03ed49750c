// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A table for people: what its columns hold, or its first rows.
///
///     120 rows, 3 columns
///     column  unit  kind    missing  distinct  least  median  most
///     gpu           text          0         9
///     time    us    number        0       118   2.15    40.2   361
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/support/table/table.hpp"

namespace forewarp::report {

/// One line a column.
[[nodiscard]] std::string table_summary(const Table& table);
/// Rows of a table of measured launches (campaign/training_table.hpp) without their features: {"device", "kernel",
/// "area", "launch", "source", "time_s", "power_w" (null where nothing was read)}.
[[nodiscard]] nlohmann::json launches_json(const Table& table);
/// The first rows, numbers to four digits.
[[nodiscard]] std::string table_head(const Table& table, std::size_t rows);

}  // namespace forewarp::report
