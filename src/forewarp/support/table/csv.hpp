// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Comma-separated values in and out (RFC 4180: quotes, doubled quotes, line breaks within quotes; CRLF or LF). A unit
/// stands in the heading: "time [us]" is the column time, in us.
#include <filesystem>
#include <string>
#include <string_view>

#include "forewarp/support/table/table.hpp"

namespace forewarp::table {

/// The first record names the columns. A column is numbers when every cell of it is a number; empty cells, "NA" and
/// "nan" are NaN there. Throws ParseError with file and line for a record of the wrong length or an open quote, and for
/// a column name that comes twice.
[[nodiscard]] Table parse_csv(std::string_view text, std::string_view file_name = "<csv>");

/// A file, through zlib when its name ends in .gz. Throws InputError naming the file when it cannot be read, is not
/// what its name says, or unpacks to more than max_bytes.
[[nodiscard]] Table read_csv(const std::filesystem::path& file, std::size_t max_bytes = std::size_t{1} << 30);

/// The table with a heading line; NaN and empty texts are empty cells.
[[nodiscard]] std::string csv_text(const Table& table);

/// Through zlib when the name ends in .gz, the same bytes at any time. Throws InputError when it cannot be written.
void write_csv(const Table& table, const std::filesystem::path& file);

/// The bytes as a gzip file without name or time.
[[nodiscard]] std::string gzip(std::string_view bytes);

/// The bytes of a gzip file. Throws as read_csv.
[[nodiscard]] std::string read_gzip(const std::filesystem::path& file, std::size_t max_bytes = std::size_t{1} << 30);

}  // namespace forewarp::table
