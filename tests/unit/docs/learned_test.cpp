// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/learned.md as a user would follow it: every command it shows, in its order, and the program it shows.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = forewarp::test::source_dir();

/// The lines between ```language and ```, block after block.
std::vector<std::string> lines_of(const std::string& text, const std::string& language) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  bool within = false;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("```"))
      within = !within && line == "```" + language;
    else if (within)
      lines.push_back(line);
  return lines;
}

class Learned : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::copy_file(source / "examples/learned/runs.csv", folder_ / "runs.csv"); }
  TemporaryFolder folder_{"learned"};
};

TEST_F(Learned, AModelRefusesTablesAndFilesThatDoNotFitIt) {
  const auto run = [&](const std::string& arguments) {
    return WEXITSTATUS(std::system(
        fmt::format("cd '{}' && '{}' {} >out.txt 2>err.txt", folder_.path().string(), FOREWARP_TOOL, arguments)
            .c_str()));
  };
  const auto said = [&](const std::string& part) {
    return read_file(folder_ / "err.txt").find(part) != std::string::npos;
  };
  ASSERT_EQ(run("train runs.csv --target time --learner bounds -o time.fwm"), 0) << read_file(folder_ / "err.txt");
  write_file(folder_ / "misspelt.csv", "threads_per_cta,ctas,total_instruction,global_bytes\n128,1,1000,1000\n");
  write_file(folder_ / "missing.csv",
             "threads_per_cta,ctas,total_instructions,global_bytes\n128,64,1e6,1e6\n128,64,,1e6\n");
  write_file(folder_ / "far.csv", "threads_per_cta,ctas,total_instructions,global_bytes\n128,64,1e15,1e6\n");
  const std::string model = read_file(folder_ / "time.fwm");
  write_file(folder_ / "cut.fwm", model.substr(0, model.size() - 8));
  std::string altered = model;
  altered[altered.size() - 20] = static_cast<char>(altered[altered.size() - 20] ^ 1);
  write_file(folder_ / "altered.fwm", altered);

  EXPECT_EQ(run("predict misspelt.csv --model time.fwm"), 2);
  EXPECT_TRUE(said("did you mean 'total_instruction'")) << read_file(folder_ / "err.txt");
  EXPECT_EQ(run("predict missing.csv --model time.fwm"), 2);
  EXPECT_TRUE(said("row 2: 'total_instructions' is nan")) << read_file(folder_ / "err.txt");
  EXPECT_EQ(run("predict runs.csv --model cut.fwm"), 2);
  EXPECT_TRUE(said("truncated or altered")) << read_file(folder_ / "err.txt");
  EXPECT_EQ(run("predict runs.csv --model altered.fwm"), 2);
  EXPECT_TRUE(said("was altered")) << read_file(folder_ / "err.txt");
  EXPECT_EQ(run("predict far.csv --model time.fwm --csv"), 0);
  EXPECT_TRUE(read_file(folder_ / "out.txt").find(",total_instructions\n") != std::string::npos);
}

TEST_F(Learned, TrainingIsTheSameToTheByteOnAnyNumberOfThreads) {
  std::string files[2];
  for (const int threads : {1, 2}) {
    const std::string command = fmt::format(
        "cd '{}' && '{}' train runs.csv --target time --learner extra_trees:trees=10 --threads {} -o t.fwm "
        ">out.txt 2>err.txt",
        folder_.path().string(), FOREWARP_TOOL, threads);
    ASSERT_EQ(std::system(command.c_str()), 0) << read_file(folder_ / "err.txt");
    files[threads - 1] = read_file(folder_ / "t.fwm");
  }

  EXPECT_EQ(files[0], files[1]);
}

TEST_F(Learned, EveryCommandOfThePageWorksInItsOrder) {
  const std::string page = read_file(source / "docs/learned.md");
  std::string program;
  for (const std::string& line : lines_of(page, "cpp")) program += line + "\n";
  write_file(folder_ / "app.cpp", program);
  const std::vector<std::string> commands = lines_of(page, "sh");
  ASSERT_GE(commands.size(), 10u);

  for (std::string command : commands) {
    if (command.starts_with("forewarp ")) command = fmt::format("'{}'{}", FOREWARP_TOOL, command.substr(8));
    if (command.starts_with("c++ ")) command = fmt::format("'{}'{}", FOREWARP_CXX, command.substr(3));
    const int status =
        std::system(fmt::format("cd '{}' && {} >out.txt 2>err.txt", folder_.path().string(), command).c_str());
    EXPECT_EQ(status, 0) << command << "\n" << read_file(folder_ / "err.txt");
    EXPECT_TRUE(read_file(folder_ / "err.txt").empty()) << command << "\n" << read_file(folder_ / "err.txt");
  }

  // The last command is the program of the page: about 4 + 1 + 2e8 / 2.2e6 + 1e8 / 6e5 = 262 us by the law of the runs.
  const double told = std::stod(read_file(folder_ / "out.txt"));
  EXPECT_GT(told, 262 * 0.7);
  EXPECT_LT(told, 262 * 1.4);
}

}  // namespace
}  // namespace forewarp
