// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <limits>

namespace forewarp::report {
namespace {

TEST(Text, TimesHaveThreeDigitsAndAUnit) {
  EXPECT_EQ(time_text(1.234e-3), "1.23 ms");
  EXPECT_EQ(time_text(12.34e-6), "12.3 us");
  EXPECT_EQ(time_text(999.6e-6), "1.00 ms");
  EXPECT_EQ(time_text(0.99999), "1.00 s");
  EXPECT_EQ(time_text(72), "72.0 s");
  EXPECT_EQ(time_text(std::numeric_limits<double>::infinity()), "-");
}

TEST(Text, CountsAreWholeWhileTheyAreShort) {
  EXPECT_EQ(count_text(1024), "1024");
  EXPECT_EQ(count_text(16777216), "16.8 M");
  EXPECT_EQ(count_text(2.5), "2.50");
  EXPECT_EQ(bytes_text(2048), "2.00 KiB");
  EXPECT_EQ(percent_text(0.5), "50 %");
  EXPECT_EQ(percent_text(0.034), "3.4 %");
}

TEST(Text, ColumnsLineUp) {
  TextTable table({"device", "time"});
  table.row({"V100", "1.23 ms"});
  table.row({"K20", "12.3 ms"});

  EXPECT_EQ(table.str(), "device     time\nV100    1.23 ms\nK20     12.3 ms\n");
}

TEST(Text, JsonTakesNamesThatAreNotUtf8) {
  EXPECT_EQ(json_text({{"name", "na\xefve"}}), "{\n  \"name\": \"na\xef\xbf\xbdve\"\n}");  // Latin-1 i diaeresis
}

TEST(Text, CsvFieldsAreQuotedWhenTheyMustBe) {
  EXPECT_EQ(csv_line({"a", "b,c", "say \"x\""}), "a,\"b,c\",\"say \"\"x\"\"\"\n");
}

}  // namespace
}  // namespace forewarp::report
