// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A table from or to a file by the ending of its name: .csv, .csv.gz, .jsonl (.ndjson), .jsonl.gz, .db (.sqlite,
/// .sqlite3).
#include <filesystem>
#include <string_view>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

enum class FileKind { csv, json_lines, sqlite };

/// Throws InputError naming the endings there are.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

/// table_name: which table of an SQLite database (empty: the only one). Throws InputError, for a bad row ParseError
/// with file and line, and when a table is named for a file that holds only one.
[[nodiscard]] Table read_table(const std::filesystem::path& file, std::string_view table_name = {});

/// Throws InputError when it cannot be written.
void write_table(const Table& table, const std::filesystem::path& file, std::string_view table_name = {});

}  // namespace forewarp::table
