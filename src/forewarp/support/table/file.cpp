// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/file.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/json_lines.hpp"
#include "forewarp/support/table/sqlite.hpp"

namespace forewarp::table {
namespace {

bool is_gzip(const std::filesystem::path& file) { return file.extension() == ".gz"; }

}  // namespace

FileKind kind_of(const std::filesystem::path& file) {
  const std::string ending = (is_gzip(file) ? file.stem() : file).extension().string();
  if (ending == ".csv") return FileKind::csv;
  if (ending == ".jsonl" || ending == ".ndjson") return FileKind::json_lines;
  if (!is_gzip(file) && (ending == ".db" || ending == ".sqlite" || ending == ".sqlite3")) return FileKind::sqlite;
  throw InputError(fmt::format(
      "'{}' does not end as a table does: .csv, .csv.gz, .jsonl, .jsonl.gz, .db, .sqlite or .sqlite3", file.string()));
}

Table read_table(const std::filesystem::path& file, std::string_view table_name) {
  const FileKind kind = kind_of(file);
  if (kind == FileKind::sqlite) return read_sqlite(file, table_name);
  if (!table_name.empty())
    throw InputError(fmt::format("'{}' holds one table without a name, not '{}'", file.string(), table_name));
  if (kind == FileKind::csv) return read_csv(file);
  return parse_json_lines(is_gzip(file) ? read_gzip(file) : read_file(file), file.string());
}

void write_table(const Table& table, const std::filesystem::path& file, std::string_view table_name) {
  switch (kind_of(file)) {
    case FileKind::csv:
      return write_csv(table, file);
    case FileKind::sqlite:
      return write_sqlite(table, file, table_name.empty() ? "samples" : table_name);
    case FileKind::json_lines: {
      const std::string text = json_lines_text(table);
      return write_file(file, is_gzip(file) ? gzip(text) : text);
    }
  }
}

}  // namespace forewarp::table
