// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/sqlite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp {
namespace {

using Mode = SqliteDatabase::Mode;

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class Sqlite : public ::testing::Test {
 protected:
  TemporaryFolder folder_{"sqlite"};
  std::filesystem::path file_ = folder_ / "a.db";
};

TEST_F(Sqlite, ReadsTheColumnsOfARowInOrderAndBindsInOrder) {
  const SqliteDatabase db(file_, Mode::create);
  db.run("CREATE TABLE t (n INTEGER, x REAL, s TEXT); CREATE TABLE u (n INTEGER)");
  SqliteStatement insert = db.prepare("INSERT INTO t VALUES (?, ?, ?)");
  insert.bind(std::int64_t{1} << 40).bind(0.5).bind("a 'b'").step();
  insert.reset();
  insert.bind(std::int64_t{2}).bind(std::numeric_limits<double>::quiet_NaN()).bind("").step();

  SqliteStatement rows = db.prepare("SELECT n, x, s FROM t ORDER BY n DESC");

  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.integer(), std::int64_t{1} << 40);
  EXPECT_EQ(rows.real(), 0.5);
  EXPECT_EQ(rows.text(), "a 'b'");
  ASSERT_TRUE(rows.step());
  EXPECT_EQ(rows.integer(), 2);
  EXPECT_TRUE(std::isnan(rows.real()));
  EXPECT_EQ(rows.text(), "");
  EXPECT_FALSE(rows.step());
}

TEST_F(Sqlite, KnowsWhatTheLastStatementDid) {
  const SqliteDatabase db(file_, Mode::create);
  db.run("CREATE TABLE t (id INTEGER PRIMARY KEY, s TEXT UNIQUE)");
  db.prepare("INSERT INTO t (id, s) VALUES (7, ?)").bind("x").step();

  EXPECT_EQ(db.last_inserted_id(), 7);
  EXPECT_EQ(db.changed_rows(), 1);
  db.prepare("INSERT OR IGNORE INTO t (s) VALUES (?)").bind("x").step();
  EXPECT_EQ(db.changed_rows(), 0);
}

TEST_F(Sqlite, NamesTheFileInItsMessages) {
  const SqliteDatabase db(file_, Mode::create);
  const std::string prefix = "SQLite file '" + file_.string() + "': ";

  EXPECT_EQ(error_of([&] { (void)db.prepare("SELECT x"); }), prefix + "no such column: x");
  EXPECT_EQ(error_of([&] { (void)db.prepare(" "); }), prefix + "the query is empty");
  EXPECT_EQ(error_of([&] { (void)db.prepare("SELECT 1; SELECT 2"); }), prefix + "one query at a time");
  EXPECT_EQ(error_of([&] { db.run("DROP TABLE t"); }), prefix + "no such table: t");
  EXPECT_NE(error_of([&] { const SqliteDatabase none(folder_ / "none.db", Mode::read); }), "no error");
}

TEST_F(Sqlite, AFileThatAnotherProcessLockedSaysSo) {
  const SqliteDatabase first(file_, Mode::create);
  first.run("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (n); BEGIN EXCLUSIVE");
  const SqliteDatabase second(file_, Mode::create);

  EXPECT_NE(error_of([&] { second.run("INSERT INTO t VALUES (1)"); }).find("another process has it open"),
            std::string::npos);
}

TEST_F(Sqlite, AQueryWithoutEndIsStopped) {
  SqliteDatabase db(file_, Mode::create);
  db.limit_steps(1'000'000);
  SqliteStatement query =
      db.prepare("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT max(i) FROM c");

  EXPECT_NE(error_of([&] { query.step(); }).find("the query takes too long"), std::string::npos);
}

TEST_F(Sqlite, AFileThatIsReadCannotBeWritten) {
  { SqliteDatabase(file_, Mode::create).run("CREATE TABLE t (n)"); }
  const SqliteDatabase db(file_, Mode::read);

  EXPECT_NE(error_of([&] { db.run("INSERT INTO t VALUES (1)"); }), "no error");
}

TEST(SqlName, DoublesItsQuotes) { EXPECT_EQ(quoted_sql_name("a \"b\""), "\"a \"\"b\"\"\""); }

}  // namespace
}  // namespace forewarp
