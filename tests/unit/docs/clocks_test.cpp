// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Clocks as an input, from a table of measurements at two clocks to predict --what time,power,energy --clock.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

/// Ten kernels of four sizes at 700 and 1400 MHz on a V100: a nanosecond an instruction at 1000 MHz, the power with the
/// square of the clock, so that the energy of a launch is in proportion to it.
Table measured_at_two_clocks() {
  Table::Texts devices, kernels, suites, sources;
  Table::Numbers clocks, seconds, watts;
  std::vector<feature::Features> rows;
  for (const double mhz : {700.0, 1400.0})
    for (int kernel = 0; kernel < 10; ++kernel)
      for (int size = 0; size < 4; ++size) {
        feature::Features f;
        for (const auto& info : feature::catalogue()) f.set(info.name, 1);
        const double instructions = 1e6 * std::pow(8.0, size) * (1 + 0.1 * kernel);
        f.set("total_instructions", instructions);
        rows.push_back(f);
        devices.push_back("V100");
        kernels.push_back(fmt::format("k{}", kernel));
        suites.push_back(kernel < 5 ? "one" : "two");
        sources.push_back("measured");
        clocks.push_back(mhz);
        seconds.push_back(instructions * 1e-12 * 1000 / mhz);
        watts.push_back(100 * std::pow(mhz / 1000, 2));
      }
  Table table;
  table.add("device", devices);
  table.add("kernel", kernels);
  table.add("suite", suites);
  table.add("source", sources);
  for (const auto& [name, unused] : rows.front().items()) {
    Table::Numbers column;
    for (const feature::Features& f : rows) column.push_back(f.at(name));
    table.add(name, column);
  }
  table.add("core_clock", clocks, "MHz");
  table.add("time", seconds, "s");
  table.add("power", watts, "W");
  return table;
}

class Clocks : public ::testing::Test {
 protected:
  void SetUp() override {
    table::write_table(measured_at_two_clocks(), (folder_ / "clocks.csv").string());
    ASSERT_EQ(run("retrain clocks.csv --trees 16 --iterations 0"), 0) << text("err.txt");
  }
  int run(const std::string& arguments) {
    return WEXITSTATUS(std::system(fmt::format("cd '{0}' && FOREWARP_MODELS='{0}/models' '{1}' {2} >out.txt 2>err.txt",
                                               folder_.path().string(), FOREWARP_TOOL, arguments)
                                       .c_str()));
  }
  [[nodiscard]] std::string text(const char* file) const { return read_file(folder_ / file); }
  /// What predict answers for vector_add, as a table.
  Table answers(const std::string& options) {
    const std::string kernel = (std::filesystem::path(test::source_dir()) / "kernels/vector_add").string();
    EXPECT_EQ(run(fmt::format("predict '{}' --set n=1048576 --device V100 {} --csv", kernel, options)), 0)
        << text("err.txt");
    std::filesystem::copy_file(folder_ / "out.txt", folder_ / "out.csv",
                               std::filesystem::copy_options::overwrite_existing);
    return table::read_table((folder_ / "out.csv").string());
  }
  std::string predict() const {
    return fmt::format("predict '{}' --device V100 ",
                       (std::filesystem::path(test::source_dir()) / "kernels/vector_add").string());
  }

 private:
  TemporaryFolder folder_{"clocks"};
};

TEST_F(Clocks, EnergyIsTimeTimesPowerAtEachClockAndTheLeastIsNamed) {
  const Table t = answers("--what time,power,energy --clock all");

  ASSERT_EQ(t.rows(), 6u);  // three amounts at two clocks
  const auto& values = t.numbers("value");
  EXPECT_NEAR(values[2], values[0] * values[1], 1e-9 * values[2]);
  EXPECT_NEAR(values[5], values[3] * values[4], 1e-9 * values[5]);
  EXPECT_GT(std::max(values[1], values[4]), 1.5 * std::min(values[1], values[4]));  // 49 W and 196 W were measured
  ASSERT_EQ(run(predict() + "--what energy --clock all"), 0) << text("err.txt");
  EXPECT_NE(text("out.txt").find("least energy on V100: "), std::string::npos) << text("out.txt");
  EXPECT_NE(text("out.txt").find("J at 700 MHz"), std::string::npos) << text("out.txt");
}

TEST_F(Clocks, AMeasuredRunIsMetAtItsClockAndScalesTheOthers) {
  const Table plain = answers("--what time,power --clock 700,1400");
  const Table scaled = answers("--what time,power --clock 700,1400 --measured 3ms,50W@1400");

  EXPECT_NEAR(scaled.numbers("value")[2], 3e-3, 1e-12);
  EXPECT_NEAR(scaled.numbers("value")[3], 50, 1e-9);
  EXPECT_NEAR(scaled.numbers("value")[0] / 3e-3, plain.numbers("value")[0] / plain.numbers("value")[2], 1e-9);
}

TEST_F(Clocks, WhatAModelDoesNotKnowIsAnError) {
  EXPECT_EQ(run(predict() + "--what time --clock 700/877"), 2);
  EXPECT_NE(text("err.txt").find("knows core clocks alone"), std::string::npos) << text("err.txt");
  EXPECT_EQ(run(predict() + "--what time --clock all,700"), 2);
  EXPECT_NE(text("err.txt").find("expected CORE or CORE/MEMORY in MHz"), std::string::npos) << text("err.txt");
  EXPECT_EQ(run(predict() + "--what time --measured 1.3ms@V100"), 2);
  EXPECT_EQ(run("predict x.cu --device K20 --what time --clock all"), 2);
}

}  // namespace
}  // namespace forewarp
