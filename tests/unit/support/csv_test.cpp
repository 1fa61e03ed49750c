// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/csv.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"

namespace forewarp {
namespace {

using Fields = std::vector<std::string>;

TEST(CsvReader, TakesRecordsWithQuotesAndLineBreaks) {
  CsvReader reader("a,\"b,c\"\r\n\"two\nlines\",\"say \"\"x\"\"\"\n\n,\n", "t.csv");

  EXPECT_EQ(reader.next(), (Fields{"a", "b,c"}));
  EXPECT_EQ(reader.line(), 2u);
  EXPECT_EQ(reader.next(), (Fields{"two\nlines", "say \"x\""}));
  EXPECT_EQ(reader.line(), 4u);
  EXPECT_EQ(reader.next(), Fields{""});
  EXPECT_EQ(reader.next(), (Fields{"", ""}));
  EXPECT_TRUE(reader.done());
}

TEST(CsvReader, TheLastRecordNeedsNoLineEnd) {
  CsvReader reader("a,b");

  EXPECT_EQ(reader.next(), (Fields{"a", "b"}));
  EXPECT_TRUE(reader.done());
}

TEST(CsvReader, ReportsAQuoteThatNeverCloses) {
  CsvReader reader("x,y\n1,\"2\n3", "t.csv", 10);
  (void)reader.next();
  try {
    (void)reader.next();
    FAIL() << "the quote is open";
  } catch (const ParseError& error) {
    EXPECT_STREQ(error.what(), "t.csv:11: a quote opens here and never closes");
  }
}

TEST(CsvField, IsQuotedWhereItNeedsToBe) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(quoted_csv_field("plain"), "\"plain\"");
}

TEST(CsvLine, ReadsBackAsItsFields) {
  const Fields fields = {"a", "b,c", "say \"x\"", "two\r\nlines", ""};
  const std::string line = csv_line(fields);

  EXPECT_EQ(CsvReader(line).next(), fields);
}

}  // namespace
}  // namespace forewarp
