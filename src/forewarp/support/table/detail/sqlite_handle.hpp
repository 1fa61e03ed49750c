// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// SQLite's handles as owners, its codes as InputError naming the file.
#include <sqlite3.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace forewarp::table::detail {

struct Finalize {
  void operator()(sqlite3_stmt* s) const { sqlite3_finalize(s); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

class Database {
 public:
  enum class Mode { read, create };
  Database(const std::filesystem::path& file, Mode mode);
  Database(const Database&) = delete;  // SQLite holds a pointer into it
  Database& operator=(const Database&) = delete;

  /// Exactly one statement. Throws InputError for wrong or for several.
  [[nodiscard]] Statement prepare(std::string_view query) const;
  /// Throws InputError unless SQLite says row (true) or done (false).
  [[nodiscard]] bool step(const Statement& statement) const;
  void run(std::string_view statement) const;
  /// Stops whatever takes more virtual-machine steps from now on.
  void limit_steps(std::size_t steps);
  [[noreturn]] void fail(std::string_view what) const;

 private:
  struct Close {
    void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
  };
  std::unique_ptr<sqlite3, Close> db_;
  std::string name_;
  std::size_t slices_left_ = 0;
};

/// A name between double quotes, as SQL wants it.
[[nodiscard]] std::string quoted_name(std::string_view name);

}  // namespace forewarp::table::detail
