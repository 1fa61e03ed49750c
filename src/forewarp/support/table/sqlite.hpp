// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SQLite databases in and out. Column names are headings, as in CSV. The file may come from anyone: it is opened for
/// reading only, schema and pages are checked by SQLite, and work and memory are limited.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

/// Bounds on what one query may cost.
struct SqliteLimits {
  std::size_t max_cells = std::size_t{1} << 28;
  std::size_t max_text_bytes = std::size_t{1} << 30;
  std::size_t max_steps = 4'000'000'000;  ///< of SQLite's virtual machine: minutes
};

/// The tables and views, by name. All functions here throw InputError naming the file when it cannot be read or is no
/// database.
[[nodiscard]] std::vector<std::string> sqlite_tables(const std::filesystem::path& file);

/// One table whole; without a name the only one there is. Throws InputError when there is no such table, or several
/// and no name.
[[nodiscard]] Table read_sqlite(const std::filesystem::path& file, std::string_view table = {},
                                const SqliteLimits& limits = {});

/// What a SELECT gives. Integers and reals are numbers (doubles), NULL is missing. Throws InputError for a query that
/// is wrong, is more than one, would write, gives binary cells, or goes beyond the limits.
[[nodiscard]] Table query_sqlite(const std::filesystem::path& file, std::string_view query,
                                 const SqliteLimits& limits = {});

/// A new database file with the one table, beside the old file and then renamed over it.
void write_sqlite(const Table& table, const std::filesystem::path& file, std::string_view table_name = "samples");

}  // namespace forewarp::table
