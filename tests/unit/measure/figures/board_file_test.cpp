// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/board_file.hpp"

#include <gtest/gtest.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "unit/message_of.hpp"

namespace forewarp::figures {
namespace {

class BoardFile : public ::testing::Test {
 protected:
  void read(const std::string& text, const std::string& board, const std::function<void(const BoardRecord&)>& take) {
    const auto file = folder_.path() / "latency.csv";
    write_file(file, text);
    read_board_file(file, {"board", "bytes", "cycles"}, board, boards_, take);
  }
  TemporaryFolder folder_{"board_file"};
  std::set<std::string> boards_;
};

TEST_F(BoardFile, GivesTheRecordsOfOneBoardAndTheNamesOfAll) {
  std::vector<double> cycles;
  read("board,bytes,cycles\nA100 PCIe,1024,40.5\nV100,1024,28\na100-pcie,2048,41\n", "A100 PCIe",
       [&](const BoardRecord& record) {
         cycles.push_back(record.number("cycles"));
         EXPECT_GE(record.whole("bytes", 4096), 1024u);
       });
  EXPECT_EQ(cycles, (std::vector<double>{40.5, 41}));  // names differ in case and dashes alone
  EXPECT_TRUE(boards_.contains("V100"));
  EXPECT_EQ(comparable("RTX 3090_Ti"), comparable("rtx-3090ti"));
}

TEST_F(BoardFile, AMessageHasTheLine) {
  const auto first_number = [](const BoardRecord& record) { (void)record.number("cycles"); };
  EXPECT_NE(testing::message_of([&] {
              read("board,bytes,cycles\nV100,1024,28\nV100,2048,-1\n", "V100", first_number);
            }).find("latency.csv:3"),
            std::string::npos);
  EXPECT_THROW(read("board,bytes\nV100,1024\n", "V100", first_number), ParseError);         // no column "cycles"
  EXPECT_THROW(read("board,bytes,cycles\nV100,1024\n", "V100", first_number), ParseError);  // a short record
  EXPECT_THROW(read("board,bytes,cycles\nV100,9999,28\n", "V100",
                    [](const BoardRecord& record) { (void)record.whole("bytes", 4096); }),
               ParseError);
}

}  // namespace
}  // namespace forewarp::figures
