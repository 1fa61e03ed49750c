// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// docs/ci.md: its commands and then the steps of its workflow, but for those that install something, work in their
/// order.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "source_dir.hpp"

namespace forewarp {
namespace {

const std::filesystem::path source = forewarp::test::source_dir();

/// The text of the blocks of one language.
std::string blocks(const std::string& page, const std::string& language) {
  std::string text;
  std::istringstream in(page);
  bool within = false;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("```"))
      within = !within && line == "```" + language;
    else if (within)
      text += line + "\n";
  return text;
}

/// The scripts below "run: |", without their indentation.
std::vector<std::string> scripts(const std::string& workflow) {
  std::vector<std::string> out;
  std::istringstream in(workflow);
  std::size_t indent = 0;
  for (std::string line; std::getline(in, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (indent > 0 && begin != std::string::npos && begin >= indent) {
      out.back() += line.substr(indent) + "\n";
      continue;
    }
    indent = line.ends_with("run: |") ? begin + 2 : 0;
    if (indent > 0) out.emplace_back();
  }
  return out;
}

TEST(ContinuousIntegration, ThePageAndItsWorkflowWork) {
  if (FOREWARP_SANITIZED)
    GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
  const TemporaryFolder folder("ci");
  std::filesystem::create_directories(folder / "examples");
  std::filesystem::copy(source / "examples/programs", folder / "examples/programs");
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_symlink(FOREWARP_TOOL, folder / "bin/forewarp");
  const std::string page = read_file(source / "docs/ci.md");
  std::vector<std::string> steps = {blocks(page, "sh")};
  for (const std::string& script : scripts(blocks(page, "yaml")))
    if (script.find("apt-get") == std::string::npos) steps.push_back(script);

  ASSERT_EQ(steps.size(), 4U);  // the page's own commands; build, correctness, speed
  for (const std::string& step : steps) {
    write_file(folder / "step.sh", step);
    const std::string command =
        fmt::format("cd '{0}' && PATH='{0}/bin':\"$PATH\" sh -e step.sh >out.txt 2>err.txt", folder.path().string());
    EXPECT_EQ(std::system(command.c_str()), 0) << step << "\n" << read_file(folder / "err.txt");
  }
  EXPECT_NE(read_file(folder / "correctness.xml").find("failures=\"0\""), std::string::npos);
  EXPECT_NE(read_file(folder / "speed.xml").find("histogram(unsigned char const*"), std::string::npos);
}

}  // namespace
}  // namespace forewarp
