// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/sqlite.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/sqlite.hpp"
#include "forewarp/support/table/detail/column_builder.hpp"

namespace forewarp::table {
namespace {

using detail::ColumnBuilder;

std::string text_at(const SqliteStatement& statement, int i) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement.get(), i));
  return text == nullptr ? std::string()
                         : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement.get(), i)));
}

void append_cell(const SqliteDatabase& db, const SqliteStatement& statement, int i, ColumnBuilder& column) {
  switch (sqlite3_column_type(statement.get(), i)) {
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      return column.number(sqlite3_column_double(statement.get(), i));
    case SQLITE_TEXT:
      return column.text(text_at(statement, i));
    case SQLITE_NULL:
      return column.missing();
    default:
      db.fail(fmt::format("column '{}' of row {} holds bytes, neither number nor text",
                          sqlite3_column_name(statement.get(), i), column.size() + 1));
  }
}

Table table_of(const SqliteDatabase& db, SqliteStatement statement, const SqliteLimits& limits) {
  const int count = sqlite3_column_count(statement.get());
  if (count == 0 || sqlite3_stmt_readonly(statement.get()) == 0) db.fail("only a query that reads is taken");
  std::vector<ColumnBuilder> columns(static_cast<std::size_t>(count));
  std::size_t cells = 0, text_bytes = 0;
  while (statement.step()) {
    cells += columns.size();
    if (cells > limits.max_cells) db.fail(fmt::format("more than {} cells", limits.max_cells));
    for (int i = 0; i < count; ++i) {
      append_cell(db, statement, i, columns[static_cast<std::size_t>(i)]);
      text_bytes += static_cast<std::size_t>(sqlite3_column_bytes(statement.get(), i));
    }
    if (text_bytes > limits.max_text_bytes) db.fail(fmt::format("more than {} bytes of text", limits.max_text_bytes));
  }
  Table table;
  for (int i = 0; i < count; ++i) {
    Heading heading = parse_heading(sqlite3_column_name(statement.get(), i));
    table.add(std::move(heading.name), columns[static_cast<std::size_t>(i)].take(), std::move(heading.unit));
  }
  return table;
}

std::vector<std::string> tables_of(const SqliteDatabase& db) {
  SqliteStatement statement = db.prepare(
      "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite%' ORDER BY name");
  std::vector<std::string> names;
  while (statement.step()) names.push_back(statement.text());
  return names;
}

/// The name, checked; the only table where none was given.
std::string chosen_table(const SqliteDatabase& db, std::string_view wanted) {
  const std::vector<std::string> names = tables_of(db);
  if (!wanted.empty()) {
    if (std::find(names.begin(), names.end(), wanted) == names.end())
      db.fail(fmt::format("there is no table '{}'{}; there is {}", wanted, did_you_mean(wanted, names),
                          fmt::join(names, ", ")));
    return std::string(wanted);
  }
  if (names.empty()) db.fail("there is no table");
  if (names.size() > 1) db.fail(fmt::format("there are several tables, name one of {}", fmt::join(names, ", ")));
  return names.front();
}

void bind(SqliteStatement& statement, const Table::Column& column, std::size_t row) {
  if (const auto* numbers = std::get_if<Table::Numbers>(&column.cells))
    statement.bind((*numbers)[row]);
  else
    statement.bind(std::get<Table::Texts>(column.cells)[row]);
}

void fill(const SqliteDatabase& db, const Table& table, std::string_view name) {
  std::vector<std::string> columns, marks;
  for (const Table::Column& column : table.columns()) {
    columns.push_back(quoted_sql_name(heading(column)) + (column.is_number() ? " REAL" : " TEXT"));
    marks.emplace_back("?");
  }
  db.run(fmt::format("CREATE TABLE {} ({})", quoted_sql_name(name), fmt::join(columns, ", ")));
  db.run("BEGIN");
  SqliteStatement insert =
      db.prepare(fmt::format("INSERT INTO {} VALUES ({})", quoted_sql_name(name), fmt::join(marks, ", ")));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (const Table::Column& column : table.columns()) bind(insert, column, row);
    insert.step();
    insert.reset();
  }
  db.run("COMMIT");
}

}  // namespace

std::vector<std::string> sqlite_tables(const std::filesystem::path& file) {
  SqliteDatabase db(file, SqliteDatabase::Mode::read);
  db.limit_steps(SqliteLimits{}.max_steps);
  return tables_of(db);
}

Table read_sqlite(const std::filesystem::path& file, std::string_view table, const SqliteLimits& limits) {
  SqliteDatabase db(file, SqliteDatabase::Mode::read);
  db.limit_steps(limits.max_steps);
  return table_of(db, db.prepare(fmt::format("SELECT * FROM {}", quoted_sql_name(chosen_table(db, table)))), limits);
}

Table query_sqlite(const std::filesystem::path& file, std::string_view query, const SqliteLimits& limits) {
  SqliteDatabase db(file, SqliteDatabase::Mode::read);
  db.limit_steps(limits.max_steps);
  return table_of(db, db.prepare(query), limits);
}

void write_sqlite(const Table& table, const std::filesystem::path& file, std::string_view table_name) {
  if (table.columns().empty()) throw InputError("a table without columns cannot be written to SQLite");
  std::filesystem::path beside = file;
  beside += ".partial";
  std::error_code ignored, failure;
  std::filesystem::remove(beside, ignored);
  {
    const SqliteDatabase db(beside, SqliteDatabase::Mode::create);
    fill(db, table, table_name);
  }
  std::filesystem::rename(beside, file, failure);
  if (failure) throw InputError(fmt::format("cannot write '{}': {}", file.string(), failure.message()));
}

}  // namespace forewarp::table
