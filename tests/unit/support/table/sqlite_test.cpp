// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/sqlite.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/file.hpp"
#include "temporary_folder.hpp"

namespace forewarp::table {
namespace {

using test::TemporaryFolder;

Table launches() {
  Table t;
  t.add("kernel", Table::Texts{"add", "it's \"x\"", ""});
  t.add("time", Table::Numbers{1.5, std::nan(""), -3}, "us");
  return t;
}

template <typename F>
std::string refusal(F f) {
  try {
    f();
  } catch (const InputError& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Sqlite, WhatIsWrittenReadsBack) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "t.db", "my samples");

  const Table t = read_sqlite(folder / "t.db");

  EXPECT_EQ(sqlite_tables(folder / "t.db"), std::vector<std::string>{"my samples"});
  EXPECT_EQ(t.texts("kernel"), launches().texts("kernel"));
  EXPECT_EQ(t.numbers("time")[2], -3);
  EXPECT_TRUE(std::isnan(t.numbers("time")[1]));
  EXPECT_EQ(t.column("time").unit, "us");
}

TEST(Sqlite, AnswersAQuery) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "t.db");

  const Table t =
      query_sqlite(folder / "t.db", "SELECT kernel, \"time [us]\" * 2 AS twice FROM samples WHERE twice > 0");

  EXPECT_EQ(t.rows(), 1U);
  EXPECT_EQ(t.numbers("twice")[0], 3);
}

TEST(Sqlite, RefusesQueriesThatWriteAreWrongAreSeveralOrNeverEnd) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "t.db");
  const auto query = [&](const char* text) {
    return refusal([&] { (void)query_sqlite(folder / "t.db", text, {.max_steps = 1'000'000}); });
  };

  EXPECT_NE(query("DELETE FROM samples").find("only a query that reads"), std::string::npos);
  EXPECT_NE(query("SELECT speed FROM samples").find("no such column"), std::string::npos);
  EXPECT_NE(query("SELECT 1; SELECT 2").find("one query at a time"), std::string::npos);
  EXPECT_NE(query("").find("empty"), std::string::npos);
  EXPECT_NE(query("SELECT x'00'").find("holds bytes"), std::string::npos);
  EXPECT_NE(
      query("WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT max(i) FROM r").find("too long"),
      std::string::npos);
  EXPECT_EQ(read_sqlite(folder / "t.db").rows(), 3U);
}

TEST(Sqlite, RefusesWhatIsTooMuch) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "t.db");
  const auto query = [&](const char* text) {
    return refusal([&] { (void)query_sqlite(folder / "t.db", text, {.max_cells = 5, .max_text_bytes = 1000}); });
  };

  EXPECT_NE(query("SELECT * FROM samples").find("more than 5 cells"), std::string::npos);
  EXPECT_NE(query("SELECT printf('%2000d', 1)").find("more than 1000 bytes of text"), std::string::npos);
}

TEST(Sqlite, NamesTheFileThatIsMissingOrNoDatabase) {
  const TemporaryFolder folder;
  write_file(folder / "t.db", std::string(4096, 'x'));

  EXPECT_NE(refusal([&] { (void)read_sqlite(folder / "t.db"); }).find("t.db"), std::string::npos);
  EXPECT_NE(refusal([&] { (void)read_sqlite(folder / "none.db"); }).find("none.db"), std::string::npos);
}

TEST(Sqlite, AnyDamageToADatabaseIsAnErrorOrAnotherTable) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "whole.db");
  const std::string whole = read_file(folder / "whole.db");
  std::size_t refused = 0;

  for (std::size_t at = 0; at < whole.size(); at += 31) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
    write_file(folder / "t.db", damaged);
    refused += refusal([&] { (void)read_sqlite(folder / "t.db"); }) != "nothing was thrown";
  }

  EXPECT_GT(refused, 1U);  // at least the header
}

TEST(Sqlite, AsksForANameWhereThereAreSeveralTables) {
  const TemporaryFolder folder;
  write_sqlite(launches(), folder / "t.db", "samples");

  EXPECT_NE(refusal([&] { (void)read_sqlite(folder / "t.db", "sample"); }).find("did you mean 'samples'"),
            std::string::npos);
}

TEST(TableFile, KindAndContentFollowTheEnding) {
  const TemporaryFolder folder;

  for (const char* name : {"t.csv", "t.csv.gz", "t.jsonl", "t.jsonl.gz", "t.ndjson", "t.db", "t.sqlite3"}) {
    write_table(launches(), folder / name);
    const Table t = read_table(folder / name);
    EXPECT_EQ(csv_text(t), csv_text(launches())) << name;
  }
  EXPECT_THROW((void)read_table(folder / "t.xlsx"), InputError);
  EXPECT_THROW((void)read_table(folder / "t.csv", "samples"), InputError);
}

}  // namespace
}  // namespace forewarp::table
