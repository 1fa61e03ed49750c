// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/sqlite.hpp"

#include <limits>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

constexpr int steps_per_slice = 100'000;

int flags_of(SqliteDatabase::Mode mode) {
  return mode == SqliteDatabase::Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
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

SqliteStatement& SqliteStatement::bind(std::string_view text) {
  sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::bind(double value) {
  sqlite3_bind_double(statement_.get(), ++bound_, value);
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), ++bound_, value);
  return *this;
}

bool SqliteStatement::step() {
  column_ = 0;
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_INTERRUPT) database_->fail("the query takes too long");
  if (status != SQLITE_ROW && status != SQLITE_DONE) database_->fail();
  return status == SQLITE_ROW;
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
  bound_ = column_ = 0;
}

std::string SqliteStatement::text() {
  const int at = column_++;
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), at));
  if (bytes == nullptr) return "";
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), at))};
}

double SqliteStatement::real() {
  const int at = column_++;
  if (sqlite3_column_type(statement_.get(), at) == SQLITE_NULL) return std::numeric_limits<double>::quiet_NaN();
  return sqlite3_column_double(statement_.get(), at);
}

std::int64_t SqliteStatement::integer() { return sqlite3_column_int64(statement_.get(), column_++); }

SqliteDatabase::SqliteDatabase(const std::filesystem::path& file, Mode mode) : name_(file.string()) {
  sqlite3* db = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &db, flags_of(mode), nullptr);
  db_.reset(db);
  if (db == nullptr) fail("no memory");
  if (status != SQLITE_OK) fail();
  if (mode == Mode::read) distrust(db);
}

void SqliteDatabase::fail(std::string_view message) const {
  throw InputError(fmt::format("SQLite file '{}': {}", name_, message));
}

void SqliteDatabase::fail() const {
  const int code = sqlite3_errcode(db_.get());
  if (code == SQLITE_BUSY || code == SQLITE_LOCKED) fail("another process has it open");
  fail(sqlite3_errmsg(db_.get()));
}

SqliteStatement SqliteDatabase::prepare(std::string_view query) const {
  sqlite3_stmt* raw = nullptr;
  const char* tail = nullptr;
  const int status = sqlite3_prepare_v2(db_.get(), query.data(), static_cast<int>(query.size()), &raw, &tail);
  SqliteStatement statement(*this, raw);
  if (status != SQLITE_OK) fail();
  if (raw == nullptr) fail("the query is empty");
  const std::string_view rest = query.substr(static_cast<std::size_t>(tail - query.data()));
  if (rest.find_first_not_of(" \t\r\n;") != std::string_view::npos) fail("one query at a time");
  return statement;
}

void SqliteDatabase::run(const std::string& statements) const {
  if (sqlite3_exec(db_.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void SqliteDatabase::limit_steps(std::size_t steps) {
  slices_left_ = steps / steps_per_slice + 1;
  sqlite3_progress_handler(
      db_.get(), steps_per_slice, [](void* left) { return --*static_cast<std::size_t*>(left) == 0 ? 1 : 0; },
      &slices_left_);
}

std::string quoted_sql_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace forewarp
