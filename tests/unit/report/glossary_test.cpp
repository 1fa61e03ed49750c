// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/glossary.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace forewarp::report {
namespace {

TEST(Glossary, HasARowsTermsEach) {
  EXPECT_EQ(glossary().at("request"), "one memory instruction of one warp");
  EXPECT_EQ(glossary().at("l2"), glossary().at("dram"));
  EXPECT_TRUE(glossary().contains("latency"));  // "latency (term)"
  EXPECT_FALSE(glossary().contains("term |"));
}

TEST(Glossary, ColumnsFindTheirTerms) {
  EXPECT_EQ(term_of("limiter"), "limiter");
  EXPECT_EQ(term_of("waves"), "wave");
  EXPECT_EQ(term_of("low"), "range");
  EXPECT_EQ(term_of("device"), "");
}

/// A name of other_names that the glossary lacks would be an error on every page with that column.
TEST(Glossary, EveryOtherNameStandsForATermThatThereIs) {
  for (const char* column : {"low", "high", "least time", "most time", "limited by", "blocks an SM", "times as fast",
                             "at least", "at most", "change", "then held back by", "moved", "mean (MAPE)", "ideal"})
    EXPECT_TRUE(glossary().contains(term_of(column))) << column;
}

TEST(Glossary, APageHasTheWordsOfItsTablesAlone) {
  PageTable table;
  table.columns = {{"device"}, {"limiter"}, {"low"}, {"high"}};
  Page page;
  EXPECT_TRUE(glossary_json(page).is_null());
  page.sections.push_back({"one", {table}, ""});

  const nlohmann::ordered_json json = glossary_json(page);

  EXPECT_EQ(json["names"], (nlohmann::ordered_json{{"limiter", "limiter"}, {"low", "range"}, {"high", "range"}}));
  EXPECT_EQ(json["terms"].size(), 2U);
}

}  // namespace
}  // namespace forewarp::report
