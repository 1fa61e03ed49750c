// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/advise.md followed to the letter: a class of one's own is a folder, a line and learning again; a strategy of
/// one's own is one file. The kernel and the two blocks of the page are all that is written.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = forewarp::test::source_dir();

/// The indented block of the page that begins with this line, without its indent.
std::string block_of_page(std::string_view first_line) {
  std::istringstream page(read_file(source / "docs/advise.md"));
  std::string block;
  for (std::string line; std::getline(page, line);) {
    const bool indented = line.starts_with("    ");
    if (block.empty() ? indented && line.substr(4) == first_line : indented)
      block += line.substr(4) + "\n";
    else if (!block.empty())
      break;
  }
  return block;
}

class OwnAdvice : public ::testing::Test {
 protected:
  /// What it prints; the test fails where it does.
  std::string forewarp(const std::string& arguments) {
    const std::string command =
        fmt::format("cd '{}' && '{}' {} >out.txt 2>err.txt", folder_.path().string(), FOREWARP_TOOL, arguments);
    EXPECT_EQ(std::system(command.c_str()), 0) << arguments << "\n" << read_file(folder_ / "err.txt");
    return read_file(folder_ / "out.txt");
  }
  TemporaryFolder folder_{"own"};
};

TEST_F(OwnAdvice, AClassIsAFolderALineAndLearningAgain) {
  std::filesystem::create_directories(folder_ / "path/to");
  std::filesystem::copy(source / "kernels/vector_trigonometric", folder_ / "path/to/my_filter",
                        std::filesystem::copy_options::recursive);
  const std::string line = block_of_page("[[class]]");
  ASSERT_NE(line.find("path/to/my_filter"), std::string::npos);
  write_file(folder_ / "classes.toml", read_file(source / "data/kernel_classes.toml") + "\n" + line);

  // 64 sizes of 3 blocks, as the page's "vary" has them; every eighth of them beside some of the first class.
  forewarp("datagen -q --classes classes.toml --class M1 --every 8 -o mine.txt");
  forewarp("datagen -q --classes classes.toml --class K1 --every 60 -o others.txt");
  write_file(folder_ / "list.txt", read_file(folder_ / "mine.txt") + read_file(folder_ / "others.txt"));
  forewarp("datagen --run list.txt -o samples.csv --classes classes.toml");
  forewarp("train samples.csv --target class --group size --learner random_forest:trees=20,max_depth=6 -o classes.fwm");
  // A size that is not among the samples.
  const std::string called = forewarp(
      "classify path/to/my_filter --set n=5000 --device 'Titan V' --model classes.fwm --classes classes.toml --csv");

  EXPECT_TRUE(called.starts_with("class,probability,strategies\nM1,")) << called;
  EXPECT_NE(called.find(",S20\n"), std::string::npos) << called;
  const std::string text =
      forewarp("classify path/to/my_filter --set n=5000 --device 'Titan V' --model classes.fwm --classes classes.toml");
  EXPECT_NE(text.find("\nTitan V: launch-bound, launch is busy "), std::string::npos) << text;
  EXPECT_NE(text.find("\nclass  probability  strategies\nM1 "), std::string::npos) << text;
  EXPECT_NE(text.find("S20           my filter\n"), std::string::npos) << text;
}

TEST_F(OwnAdvice, AStrategyIsOneFile) {
  const std::string strategy = block_of_page("id = \"F10\"");
  ASSERT_NE(strategy.find("fast_math"), std::string::npos);
  std::filesystem::create_directory(folder_ / "mine");
  write_file(folder_ / "mine/mine.toml", strategy);

  // A kernel that divides, and one that does not.
  const std::string given = forewarp("advise option_binomial --device V100 --strategies mine --csv");
  EXPECT_NE(given.find(",1,F10,"), std::string::npos) << given;
  const std::string none = forewarp("advise vector_add --device V100 --strategies mine --csv");
  EXPECT_EQ(none.find("F10"), std::string::npos) << none;
}

}  // namespace
}  // namespace forewarp
