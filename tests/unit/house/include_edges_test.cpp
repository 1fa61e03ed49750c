// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "source_dir.hpp"

namespace {
namespace fs = std::filesystem;

using Edges = std::map<std::string, std::set<std::string>>;

const fs::path source_root = fs::path(forewarp::test::source_dir()) / "src" / "forewarp";

std::string slurp(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The rows "| folder | may include |" of the table in src/forewarp/README.md.
Edges allowed_edges() {
  Edges edges;
  std::istringstream readme(slurp(source_root / "README.md"));
  const std::regex row(R"(\| ([a-z]+) \| ([a-z ]*)\|)");
  for (std::string line; std::getline(readme, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) continue;
    std::istringstream names(match[2].str());
    auto& to = edges[match[1].str()];
    for (std::string name; names >> name;) to.insert(name);
  }
  return edges;
}

/// Calls visit(folder, file, included folder) for each #include "forewarp/..." below src/forewarp.
template <typename Visit>
void for_each_include(Visit visit) {
  const std::regex include(R"re(#include "forewarp/([a-z_]+)/[^"]*")re");
  for (const auto& entry : fs::recursive_directory_iterator(source_root)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string folder = entry.path().lexically_relative(source_root).begin()->string();
    const std::string text = slurp(entry.path());
    for (auto it = std::sregex_iterator(text.begin(), text.end(), include); it != std::sregex_iterator(); ++it)
      visit(folder, entry.path(), (*it)[1].str());
  }
}

TEST(IncludeEdges, EveryIncludeStandsInTheTableOfTheReadme) {
  const Edges allowed = allowed_edges();
  ASSERT_GE(allowed.size(), 10u) << "the table in src/forewarp/README.md was not understood";
  int seen = 0;

  for_each_include([&](const std::string& from, const fs::path& file, const std::string& to) {
    ++seen;
    ASSERT_TRUE(allowed.contains(from)) << from << " has no row in src/forewarp/README.md";
    EXPECT_TRUE(from == to || allowed.at(from).contains(to))
        << file << " includes forewarp/" << to << ", which the table does not allow to " << from;
  });

  EXPECT_GT(seen, 20);
}

TEST(IncludeEdges, TheTableHasNoCycle) {
  // Rows stand in the order of the flow: a folder may only include folders of rows above it.
  std::istringstream readme(slurp(source_root / "README.md"));
  const std::regex row(R"(\| ([a-z]+) \| ([a-z ]*)\|)");
  std::set<std::string> above;
  for (std::string line; std::getline(readme, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row) || match[1] == "folder") continue;
    std::istringstream names(match[2].str());
    for (std::string name; names >> name;) EXPECT_TRUE(above.contains(name)) << match[1] << " -> " << name;
    above.insert(match[1]);
  }
}

TEST(IncludeEdges, EveryFolderHasItsParagraph) {
  const std::string readme = slurp(source_root / "README.md");
  for (const auto& entry : fs::directory_iterator(source_root)) {
    if (!entry.is_directory()) continue;
    const std::string name = entry.path().filename();
    EXPECT_NE(readme.find("* **" + name + "**"), std::string::npos) << name << " has no paragraph";
  }
}

}  // namespace
