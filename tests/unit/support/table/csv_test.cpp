// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/csv.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::table {
namespace {

std::string message_of(const std::string& text) {
  try {
    (void)parse_csv(text, "t.csv");
  } catch (const ParseError& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Csv, TellsColumnsOfNumbersFromColumnsOfText) {
  const Table t = parse_csv("name,time,n\nadd,1.5,3\n\"mul, fast\",-2e-3,4\n");

  EXPECT_EQ(t.rows(), 2U);
  EXPECT_EQ(t.texts("name"), (Table::Texts{"add", "mul, fast"}));
  EXPECT_EQ(t.numbers("time"), (Table::Numbers{1.5, -2e-3}));
  EXPECT_TRUE(t.is_number("n"));
}

TEST(Csv, ReadsQuotedNumbersDoubledQuotesAndLineBreaksInQuotes) {
  const Table t = parse_csv("a,b\r\n\"0.25\",\"say \"\"hi\"\"\nthere\"\r\n");

  EXPECT_EQ(t.numbers("a"), Table::Numbers{0.25});
  EXPECT_EQ(t.texts("b"), Table::Texts{"say \"hi\"\nthere"});
}

TEST(Csv, AnEmptyCellAmongNumbersIsNotANumber) {
  const Table t = parse_csv("a,b\n1,2\n,NA\n");

  EXPECT_TRUE(std::isnan(t.numbers("a")[1]));
  EXPECT_TRUE(std::isnan(t.numbers("b")[1]));
}

TEST(Csv, NamesTheLineOfARecordThatIsTooShort) {
  EXPECT_EQ(message_of("a,b\n1,2\n3\n"), "t.csv:3: 1 cells where the header has 2");
}

TEST(Csv, NamesTheLineWhereAnOpenQuoteBegins) {
  EXPECT_EQ(message_of("a,b\n1,\"2\n3,4\n"), "t.csv:2: a quote opens here and never closes");
}

TEST(Csv, RefusesAColumnThatComesTwiceAndAFileWithoutHeader) {
  EXPECT_EQ(message_of("a,a\n1,2\n"), "t.csv:1: column 'a' is given twice");
  EXPECT_EQ(message_of(""), "t.csv:1: there is no header");
}

TEST(Csv, AsksForTheKindAColumnHas) {
  const Table t = parse_csv("a,b\n1,x\n");

  EXPECT_THROW((void)t.texts("a"), InputError);
  EXPECT_THROW((void)t.numbers("b"), InputError);
  EXPECT_THROW((void)t.numbers("c"), InputError);
}

class GzipFile : public ::testing::Test {
 protected:
  void SetUp() override {
    gzFile out = gzopen(path_.c_str(), "wb");
    const std::string text = "a\n" + std::string(4000, '7') + "\nx\n";
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
  }
  TemporaryFolder folder_{"csv"};
  std::filesystem::path path_ = folder_ / "a.csv.gz";
};

TEST_F(GzipFile, IsUnpackedByItsName) { EXPECT_EQ(read_csv(path_).texts("a")[1], "x"); }

TEST_F(GzipFile, ThatUnpacksToMoreThanAllowedIsRefused) { EXPECT_THROW((void)read_csv(path_, 1000), InputError); }

TEST_F(GzipFile, ThatIsCutShortIsRefused) {
  const std::string whole = read_file(path_);
  write_file(path_, whole.substr(0, whole.size() - 12));

  EXPECT_THROW((void)read_csv(path_), InputError);
}

TEST(Csv, AUnitStandsInTheHeading) {
  const Table t = parse_csv("time [us],[x],n []\n1,2,3\n");

  EXPECT_EQ(t.column("time").unit, "us");
  EXPECT_EQ(t.numbers("[x]"), Table::Numbers{2});
  EXPECT_EQ(t.numbers("n []"), Table::Numbers{3});
  EXPECT_EQ(message_of("time [us],time [ms]\n1,2\n"), "t.csv:1: column 'time' is given twice");
}

TEST(Csv, WhatIsWrittenReadsBack) {
  Table t;
  t.add("a,b", Table::Texts{"say \"hi\"", "two\nlines"});
  t.add("time", Table::Numbers{0.1, std::nan("")}, "us");

  const std::string text = csv_text(t);

  EXPECT_EQ(text, "\"a,b\",time [us]\n\"say \"\"hi\"\"\",0.1\n\"two\nlines\",\n");
  EXPECT_EQ(csv_text(parse_csv(text)), text);
}

TEST(Csv, OneColumnKeepsItsEmptyCells) {
  Table t;
  t.add("a", Table::Numbers{1, std::nan(""), 3});

  EXPECT_EQ(parse_csv(csv_text(t)).rows(), 3U);
}

}  // namespace
}  // namespace forewarp::table
