// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SQLite's handles as owners, its error codes as InputError with the file's name.
///
///     const SqliteDatabase db(file, SqliteDatabase::Mode::create);
///     SqliteStatement query = db.prepare("SELECT name, time FROM runs WHERE time > ?");
///     for (query.bind(1e-3); query.step();) use(query.text(), query.real());
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace forewarp {

class SqliteDatabase;

/// A prepared statement: bind in order, step, read the columns of the row in order. It must not outlive its database.
class SqliteStatement {
 public:
  SqliteStatement& bind(std::string_view text);
  SqliteStatement& bind(double value);  ///< NaN is stored as NULL
  SqliteStatement& bind(std::int64_t value);

  /// The next row; false after the last one. Throws InputError for what SQLite refuses.
  bool step();
  /// Ready to bind and to step again.
  void reset();

  [[nodiscard]] std::string text();  ///< empty for NULL
  [[nodiscard]] double real();       ///< NaN for NULL
  [[nodiscard]] std::int64_t integer();

  /// For what has no wrapper here.
  [[nodiscard]] sqlite3_stmt* get() const { return statement_.get(); }

 private:
  friend class SqliteDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
  };
  SqliteStatement(const SqliteDatabase& database, sqlite3_stmt* statement)
      : database_(&database), statement_(statement) {}

  const SqliteDatabase* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0, column_ = 0;
};

class SqliteDatabase {
 public:
  /// `read` distrusts the file: SQLite's own limits and defences for files from elsewhere. `create` also makes the
  /// file.
  enum class Mode : std::uint8_t { read, create };
  SqliteDatabase(const std::filesystem::path& file, Mode mode);
  SqliteDatabase(const SqliteDatabase&) = delete;  // SQLite holds a pointer into it
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  /// Exactly one statement. Throws InputError for a wrong one or for several.
  [[nodiscard]] SqliteStatement prepare(std::string_view query) const;
  /// Any number of statements, whose rows are ignored.
  void run(const std::string& statements) const;

  [[nodiscard]] std::int64_t last_inserted_id() const { return sqlite3_last_insert_rowid(db_.get()); }
  /// Rows that the last statement inserted, changed or removed.
  [[nodiscard]] int changed_rows() const { return sqlite3_changes(db_.get()); }

  /// Stops whatever takes more steps of SQLite's virtual machine from now on.
  void limit_steps(std::size_t steps);
  [[noreturn]] void fail(std::string_view message) const;
  /// With SQLite's message of what went wrong last.
  [[noreturn]] void fail() const;

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
  std::string name_;
  std::size_t slices_left_ = 0;
};

/// A name between double quotes, as SQL wants it.
[[nodiscard]] std::string quoted_sql_name(std::string_view name);

}  // namespace forewarp
