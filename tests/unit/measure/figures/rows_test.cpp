// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/rows.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::figures {
namespace {

class FiguresRows : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { write_file(folder_.path() / name, text); }
  [[nodiscard]] BoardRows read(const std::string& board) const { return read_rows(folder_.path(), board); }
  [[nodiscard]] std::string message(const std::string& board) const {
    return forewarp::testing::message_of([&] { static_cast<void>(read(board)); });
  }

  TemporaryFolder folder_;
};

TEST_F(FiguresRows, TakesTheRowsOfTheBoardWithTheirLines) {
  write("stream.csv",
        "board,threads_per_block,blocks_per_sm,threads,kernel,GB_per_s\r\n"
        "X0,32,2,64,init,1\r\nX 1,64,2,128,read,2\r\nx-1,128,2,256,triad,3\r\n");

  const BoardRows rows = read("X1");

  ASSERT_EQ(rows.streams.size(), 2);
  EXPECT_EQ(rows.streams[0].kernel, "read");
  EXPECT_EQ(rows.streams[0].line, 3);
  EXPECT_EQ(rows.streams[1].bytes_per_s, 3e9);
}

TEST_F(FiguresRows, TimesOfSmallKernelsFollowFromBytes) {
  write("small_kernels.csv", "board,launch,elements,threads_per_block,GB_per_s\nX1,graph,1000,256,16\n");

  const BoardRows rows = read("X1");

  ASSERT_EQ(rows.small_kernels.size(), 1);
  EXPECT_TRUE(rows.small_kernels[0].in_graph);
  EXPECT_DOUBLE_EQ(rows.small_kernels[0].time_s, 1e-6);  // 16000 bytes at 16 GB/s
}

TEST_F(FiguresRows, AMisspeltColumnIsNamedWithTheHeadingThatIsThere) {
  write("latency.csv", "board,clock_MHz,data_set_bytes,latency_cycle\nX1,1000,1024,30\n");

  EXPECT_NE(message("X1").find("latency.csv:1: no column \"latency_cycles\"; the heading has \"latency_cycle\""),
            std::string::npos)
      << message("X1");
}

TEST_F(FiguresRows, WrongValuesAreErrorsWithTheirLine) {
  const std::string heading = "board,launch,elements,threads_per_block,GB_per_s\n";
  for (const auto& [row, expected] :
       {std::pair{"X1,graph,1000,256,fast", "small_kernels.csv:2: GB_per_s: expected a number above 0"},
        {"X1,graph,1000.5,256,1", "small_kernels.csv:2: elements: expected a whole number"},
        {"X1,graph,1000,2048,1", "small_kernels.csv:2: threads_per_block: expected a whole number up to 1024"},
        {"X1,graph,1000,256,0", "small_kernels.csv:2: GB_per_s: expected a number above 0"},
        {"X1,queue,1000,256,1", "small_kernels.csv:2: launch: expected stream or graph"},
        {"X1,graph,1000,256", "small_kernels.csv:2: 4 fields under a heading of 5"}}) {
    write("small_kernels.csv", heading + row + "\n");

    EXPECT_NE(message("X1").find(expected), std::string::npos) << message("X1");
  }
}

TEST_F(FiguresRows, ABoardWithoutRowsAndAFolderWithoutFilesAreErrors) {
  EXPECT_NE(message("X1").find("none of latency.csv"), std::string::npos);
  write("l1_bandwidth.csv", "board,data_set_bytes,GB_per_s\nX10,1024,1\n");

  EXPECT_NE(message("X1").find("no rows of \"X1\""), std::string::npos);
  EXPECT_NE(message("X1").find("rows of X10"), std::string::npos);
}

TEST_F(FiguresRows, LatenciesOfMt4gAreThoseOfTheDriversName) {
  std::filesystem::create_directory(folder_.path() / "mt4g");
  write("mt4g/some.json",
        R"({"general": {"name": "NVIDIA GeForce RTX 2080 Ti", "clockRate": {"value": 1545000}},
            "memory": {"l1": {"latency": {"mean": 66}}, "readOnly": {"latency": {"mean": 34}},
                       "l2": {"latency": {"mean": 176}}, "main": {"latency": {"mean": 496}}}})");

  const BoardRows rows = read("RTX 2080 Ti");

  EXPECT_EQ(rows.mt4g.l1_cycles, 34);
  EXPECT_EQ(rows.mt4g.l2_cycles, 176);
  EXPECT_EQ(rows.mt4g.dram_cycles, 496);
  EXPECT_EQ(rows.mt4g.clock_hz, 1545e6);
  EXPECT_EQ(rows.mt4g.file.name, "mt4g/some.json");
}

TEST_F(FiguresRows, AFileThatIsNotMt4gsIsAnError) {
  std::filesystem::create_directory(folder_.path() / "mt4g");
  write("mt4g/some.json", "{");
  EXPECT_NE(message("X1").find("some.json:1: not a file of MT4G"), std::string::npos) << message("X1");

  write("mt4g/some.json", "[]");
  EXPECT_NE(message("X1").find("no general.name"), std::string::npos) << message("X1");
}

}  // namespace
}  // namespace forewarp::figures
