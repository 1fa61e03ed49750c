
/// docs/learned.md as a user would follow it: every command it shows, in its order, and the program it shows.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/file.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = FOREWARP_TEST_SOURCE_DIR;

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
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "forewarp-learned-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::filesystem::copy_file(source / "examples/learned/runs.csv", folder_ / "runs.csv");
  }
  void TearDown() override {
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }
  std::filesystem::path folder_;
};

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
    const int status = std::system(fmt::format("cd '{}' && {} >out.txt 2>err.txt", folder_.string(), command).c_str());
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
