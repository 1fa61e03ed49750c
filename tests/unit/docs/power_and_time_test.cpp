// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/power-and-time.md as the owner of a card would follow it, every command in its order; the card is emulated, and
/// a few kernels stand for all.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

std::vector<std::string> commands_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  bool within = false;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("```"))
      within = !within && line == "```sh";
    else if (within)
      lines.push_back(line);
  return lines;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

TEST(PowerAndTime, EveryCommandOfThePageWorksInItsOrder) {
  const TemporaryFolder temporary("power");
  const std::filesystem::path& folder = temporary.path();
  const std::vector<std::string> commands =
      commands_of(read_file(std::filesystem::path(forewarp::test::source_dir()) / "docs/power-and-time.md"));
  ASSERT_EQ(commands.size(), 9u);

  for (std::string command : commands) {
    const bool predicts = command.starts_with("forewarp predict");
    command = replaced(command, "cuda:0", predicts ? "V100" : "emulated:V100");
    command = replaced(command, "forewarp campaign",
                       "forewarp campaign --kernels saxpy,transpose_naive,dot_product,matmul_tiled,vector_add,nbody");
    command = replaced(command, "forewarp retrain", "forewarp retrain --trees 16 --iterations 1");
    const std::string shell = fmt::format("cd '{0}' && FOREWARP_MODELS='{0}/models' '{1}' {2} >>out.txt 2>err.txt",
                                          folder.string(), FOREWARP_TOOL, command.substr(9));
    EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), 0) << command << "\n" << read_file(folder / "err.txt");
  }

  const std::string out = read_file(folder / "out.txt");
  EXPECT_NE(out.find("by v100-synthetic-time.fwm"), std::string::npos) << out;
  EXPECT_NE(out.find("trained on synthetic times"), std::string::npos) << out;
  EXPECT_TRUE(std::filesystem::exists(folder / "there/jobs.jsonl"));
}

/// What the shipped model says by its file, for a kernel and for the table that it was trained on: seconds, though it
/// learnt seconds an instruction, from quotients of features.
TEST(PowerAndTime, TheShippedModelAnswersByItsFileToo) {
  const std::filesystem::path source = forewarp::test::source_dir();
  const Table measured = table::read_table((source / "data/measured/pocl-xeon-time.csv").string());
  double time = 0;
  for (std::size_t i = 0; i < measured.rows(); ++i)
    if (measured.texts("launch")[i] == "matmul_tiled n=512") time = measured.numbers("time")[i];
  ASSERT_GT(time, 0);
  const auto answers = [&](const std::string& what) {
    const std::string out = (std::filesystem::path(::testing::TempDir()) / "forewarp_by_file.csv").string();
    const std::string shell =
        fmt::format("cd '{}' && '{}' predict {} --model data/models/pocl-xeon-time.fwm --csv >'{}'", source.string(),
                    FOREWARP_TOOL, what, out);
    EXPECT_EQ(WEXITSTATUS(std::system(shell.c_str())), 0) << shell;
    return table::read_table(out);
  };

  const Table kernel = answers("kernels/matmul_tiled --set n=512");
  const Table table = answers("data/measured/pocl-xeon-time.csv");

  // Trees keep what they were trained on; features of a kernel that is run again may differ in their last digits.
  EXPECT_NEAR(kernel.numbers("time")[0], time, 0.2 * time);
  ASSERT_EQ(table.rows(), measured.rows());
  std::size_t off = 0;  // launches alike in every feature get their mean
  for (std::size_t i = 0; i < table.rows(); ++i)
    off += std::abs(table.numbers("time")[i] / measured.numbers("time")[i] - 1) > 0.01 ? 1 : 0;
  EXPECT_LT(off, table.rows() / 20);
}

}  // namespace
}  // namespace forewarp
