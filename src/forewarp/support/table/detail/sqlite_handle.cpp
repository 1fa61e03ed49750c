// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/detail/sqlite_handle.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::table::detail {
namespace {

constexpr int steps_a_slice = 100'000;

int flags_of(Database::Mode mode) {
  return mode == Database::Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

/// SQLite's own advice for files from elsewhere (sqlite.org/security.html).
void distrust(sqlite3* db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 26);
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
  sqlite3_limit(db, SQLITE_LIMIT_EXPR_DEPTH, 200);
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(db, SQLITE_LIMIT_VDBE_OP, 1 << 20);
}

}  // namespace

Database::Database(const std::filesystem::path& file, Mode mode) : name_(file.string()) {
  sqlite3* db = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &db, flags_of(mode), nullptr);
  db_.reset(db);
  if (status != SQLITE_OK) fail(db == nullptr ? "no memory" : sqlite3_errmsg(db));
  if (mode == Mode::read) distrust(db);
}

void Database::fail(std::string_view what) const { throw InputError(fmt::format("SQLite file '{}': {}", name_, what)); }

Statement Database::prepare(std::string_view query) const {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int status = sqlite3_prepare_v2(db_.get(), query.data(), static_cast<int>(query.size()), &raw, &tail);
  Statement statement(raw);
  if (status != SQLITE_OK) fail(sqlite3_errmsg(db_.get()));
  if (statement == nullptr) fail("the query is empty");
  std::string_view rest = query.substr(static_cast<std::size_t>(tail - query.data()));
  if (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) fail("one query at a time");
  return statement;
}

bool Database::step(const Statement& statement) const {
  const int status = sqlite3_step(statement.get());
  if (status == SQLITE_INTERRUPT) fail("the query takes too long");
  if (status != SQLITE_ROW && status != SQLITE_DONE) fail(sqlite3_errmsg(db_.get()));
  return status == SQLITE_ROW;
}

void Database::run(std::string_view statement) const {
  const Statement prepared = prepare(statement);
  while (step(prepared)) {
  }
}

void Database::limit_steps(std::size_t steps) {
  slices_left_ = steps / steps_a_slice + 1;
  sqlite3_progress_handler(
      db_.get(), steps_a_slice, [](void* left) { return --*static_cast<std::size_t*>(left) == 0 ? 1 : 0; },
      &slices_left_);
}

std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace forewarp::table::detail
