// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/amaris2022_parameters/parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "papers/amaris2022_parameters/cases.hpp"

namespace forewarp::papers::amaris2022_parameters {
namespace {

TEST(Amaris2022Parameters, PrintedFormulasAreRead) {
  const launch::Parameters letters = {{"N", 256}, {"BS", 16}, {"GS", 512}, {"t", 64}};

  EXPECT_EQ(printed_value("N * FMA", letters), 512);
  EXPECT_EQ(printed_value("(N/t) * 100", letters), 400);
  EXPECT_EQ(printed_value("log(BS)", letters), 4);
  EXPECT_EQ(printed_value("1/GS", letters), 1.0 / 512);
  EXPECT_EQ(printed_value("404", letters), 404);
}

/// The row of a kernel's parameter in the first table.
std::size_t row_of(const Table& table, const char* kernel, const char* parameter) {
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (table.texts("kernel")[i] == kernel && table.texts("parameter")[i] == parameter) return i;
  ADD_FAILURE() << kernel << ' ' << parameter << " has no row";
  return 0;
}

TEST(Amaris2022Parameters, EveryKernelOfTables1And2HasItsParameters) {
  const Reproduction result = parameters({});
  const Table& table = result.tables.at(0).table;

  EXPECT_EQ(table.rows(), 6 * 20u);  // the paper has 20 kernels; Comp stands twice, without and with integers
  // n = 256: a product loads 2 n; in tiles of 16, 2 n / 16 from global memory.
  EXPECT_EQ(table.numbers("extracted")[row_of(table, "MMGC", "ld1")], 512);
  EXPECT_EQ(table.numbers("extracted")[row_of(table, "MMSC", "ld1")], 32);
  EXPECT_EQ(table.numbers("extracted")[row_of(table, "LUD-3", "ld0")], 32);
  EXPECT_EQ(table.numbers("extracted")[row_of(table, "BCK-2", "st1")], 2);
  EXPECT_TRUE(std::isnan(table.numbers("of a thread")[row_of(table, "LUD-3", "ld0")]));
  EXPECT_EQ(result.files.size(), 3u);
  for (const Case& c : cases()) EXPECT_FALSE(c.why.empty()) << c.name;
}

TEST(Amaris2022Parameters, EveryParameterThatIsNotReproducedHasAReason) {
  const Reproduction result = parameters({});
  const Table& table = result.tables.at(1).table;

  ASSERT_EQ(result.tables[1].id, "differences");
  EXPECT_EQ(table.rows(), 24 + 5u);  // of 46 and of HWL
  for (std::size_t i = 0; i < table.rows(); ++i) {
    EXPECT_GT(table.texts("reason")[i].size(), 6u) << table.texts("kernel")[i] << table.texts("parameter")[i];
    EXPECT_FALSE(table.texts("authors' script")[i].empty());
    EXPECT_GT(std::abs(table.numbers("extracted")[i] / table.numbers("of a thread")[i] - 1), 0.02);
  }
}

TEST(Amaris2022Parameters, RebuiltKernelsDoWhatTheRepositoryDescribes) {
  const Reproduction result = parameters({});
  const Table& table = result.tables.at(2).table;

  ASSERT_EQ(result.tables[2].id, "rebuilt");
  EXPECT_EQ(table.numbers("extracted")[row_of(table, "MSA", "st1")], 5);  // as printed
  // Weight, unit, two numbers for each of 15/16 sums, the weight that is written back, 1/16 results: 4.9.
  EXPECT_NEAR(table.numbers("extracted")[row_of(table, "BCK-1", "ld0")], 2 + 2 * 15.0 / 16 + 1 + 1.0 / 16, 0.001);
  EXPECT_NEAR(table.numbers("extracted")[row_of(table, "BCK-1", "st1")], 1 + 1.0 / 16, 0.001);
}

TEST(Amaris2022Parameters, AreTheSameOnAnyNumberOfThreads) {
  const Table one = parameters({.data = {}, .threads = 1}).tables.at(0).table,
              three = parameters({.data = {}, .threads = 3}).tables.at(0).table;

  EXPECT_EQ(one.numbers("extracted"), three.numbers("extracted"));
}

}  // namespace
}  // namespace forewarp::papers::amaris2022_parameters
