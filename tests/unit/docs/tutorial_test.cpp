// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/tutorial.md: its files are written, its commands run, and their output is what the page shows. With
/// FOREWARP_REGENERATE=1 the page gets the output of today instead.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

namespace fs = std::filesystem;

const fs::path page_file = fs::path(forewarp::test::source_dir()) / "docs" / "tutorial.md";

/// A page is text and fenced blocks in turn; the info string of a block is what follows its first ```.
struct Block {
  std::string info;  ///< empty: text outside any fence
  std::string body;
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks(1);
  std::istringstream in(page);
  bool within = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      within = !within;
      blocks.push_back({within ? line.substr(3) : "", ""});
      continue;
    }
    blocks.back().body += line + "\n";
  }
  return blocks;
}

std::string text_of(const std::vector<Block>& blocks) {
  std::string page;
  for (const Block& block : blocks)
    page += block.info.empty() ? block.body : fmt::format("```{}\n{}```\n", block.info, block.body);
  return page;
}

class Tutorial : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "forewarp-tutorial-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  /// What the one command of a block writes to standard output.
  std::string run(const std::string& block) {
    EXPECT_TRUE(block.starts_with("forewarp ")) << block;
    const std::string command = fmt::format("cd '{}' && '{}'{} >out.txt 2>err.txt", folder_.string(), FOREWARP_TOOL,
                                            block.substr(8, block.size() - 9));
    EXPECT_EQ(std::system(command.c_str()), 0) << command << "\n" << read_file(folder_ / "err.txt");
    return read_file(folder_ / "out.txt");
  }
  fs::path folder_;
};

TEST_F(Tutorial, ShowsWhatItsCommandsPrint) {
  std::vector<Block> blocks = blocks_of(read_file(page_file));
  std::string output;
  int commands = 0, outputs = 0;
  const bool regenerate = std::getenv("FOREWARP_REGENERATE") != nullptr;

  for (Block& block : blocks) {
    if (block.info == "sh") {
      output = run(block.body);
      ++commands;
    } else if (block.info == "text") {
      ++outputs;
      if (regenerate)
        block.body = output;
      else
        EXPECT_EQ(block.body, output) << "FOREWARP_REGENERATE=1 takes the new output into the page";
    } else if (const auto space = block.info.find(' '); space != std::string::npos) {
      write_file(folder_ / block.info.substr(space + 1), block.body);
    }
  }

  EXPECT_GE(commands, 6);
  EXPECT_GE(outputs, 5);
  if (regenerate) {
    write_file(page_file, text_of(blocks));
    GTEST_SKIP() << "regenerated";
  }
}

}  // namespace
}  // namespace forewarp
