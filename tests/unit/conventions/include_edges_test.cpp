// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

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

struct Table {
  std::vector<std::string> layers;  ///< in the order of the rows
  Edges may_include;
};

/// The rows "| layer | may include |" of the last table in src/forewarp/README.md.
Table table_of_the_readme() {
  const std::string readme = slurp(source_root / "README.md");
  const auto begin = readme.find("| layer | may include |");
  Table table;
  std::istringstream lines(begin == std::string::npos ? "" : readme.substr(begin));
  const std::regex row(R"(\| ([a-z]+) \| ([a-z ]*)\|)");
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, row) || match[1] == "layer") continue;
    table.layers.push_back(match[1]);
    std::istringstream names(match[2].str());
    auto& to = table.may_include[match[1]];
    for (std::string name; names >> name;) to.insert(name);
  }
  return table;
}

/// "frontend/ptx" of "frontend/ptx/detail/lexer.hpp"; "model" of "model/model.hpp", a layer's own file.
std::string folder_of(const fs::path& file) {
  std::vector<std::string> parts(file.begin(), file.end());
  return parts.size() > 2 ? parts[0] + "/" + parts[1] : parts[0];
}

std::string layer_of(const std::string& folder) { return folder.substr(0, folder.find('/')); }

/// Calls visit(file, included file) for each #include "forewarp/..." below src/forewarp, both relative to it.
template <typename Visit>
void for_each_include(Visit visit) {
  const std::regex include(R"re(#include "forewarp/([^"]*)")re");
  for (const auto& entry : fs::recursive_directory_iterator(source_root)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
    const std::string text = slurp(entry.path());
    for (auto it = std::sregex_iterator(text.begin(), text.end(), include); it != std::sregex_iterator(); ++it)
      visit(entry.path().lexically_relative(source_root), fs::path((*it)[1].str()));
  }
}

TEST(IncludeEdges, EveryIncludeIsAllowedByTheTableOfTheReadme) {
  const Table table = table_of_the_readme();
  ASSERT_EQ(table.layers.size(), 10u) << "the table in src/forewarp/README.md was not understood";
  int seen = 0;

  for_each_include([&](const fs::path& file, const fs::path& included) {
    ++seen;
    const std::string from = layer_of(folder_of(file)), to = layer_of(folder_of(included));
    ASSERT_TRUE(table.may_include.contains(from)) << from << " has no row in src/forewarp/README.md";
    EXPECT_TRUE(from == to || table.may_include.at(from).contains(to))
        << file << " includes " << included << ", which the table does not allow to " << from;
  });

  EXPECT_GT(seen, 1000);
}

TEST(IncludeEdges, EveryAllowedEdgeIsUsed) {
  Edges used;
  for_each_include([&](const fs::path& file, const fs::path& included) {
    used[layer_of(folder_of(file))].insert(layer_of(folder_of(included)));
  });

  for (const auto& [from, layers] : table_of_the_readme().may_include)
    for (const std::string& to : layers)
      EXPECT_TRUE(used[from].contains(to))
          << "no file of " << from << " includes " << to << ": take it out of the table";
}

TEST(IncludeEdges, ALayerIncludesOnlyLayersBeforeIt) {
  const Table table = table_of_the_readme();
  for (auto layer = table.layers.begin(); layer != table.layers.end(); ++layer)
    for (const std::string& to : table.may_include.at(*layer))
      EXPECT_TRUE(std::find(table.layers.begin(), layer, to) != layer) << *layer << " -> " << to;
}

/// The parts of the emulator, and a profile with its reuse, are one unit each.
std::string unit_of(const std::string& folder) {
  static const std::map<std::string, std::string> units = {{"emulate/decode", "emulate/machine"},
                                                           {"emulate/sampling", "emulate/machine"},
                                                           {"emulate/lanes", "emulate/machine"},
                                                           {"emulate/native", "emulate/machine"},
                                                           {"emulate/reuse", "emulate/profile"}};
  const auto unit = units.find(folder);
  return unit == units.end() ? folder : unit->second;
}

TEST(IncludeEdges, FoldersOfALayerHaveNoCycle) {
  Edges edges;
  for_each_include([&](const fs::path& file, const fs::path& included) {
    const std::string from = unit_of(folder_of(file)), to = unit_of(folder_of(included));
    // A layer's own files are its interface: they may name its folders, and its folders them.
    if (from != to && layer_of(from) == layer_of(to) && from.find("/") != std::string::npos &&
        to.find("/") != std::string::npos)
      edges[from].insert(to);
  });

  // Folders that include nothing that is left are taken away until none remains, or only a cycle does.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = edges.begin(); it != edges.end();) {
      std::erase_if(it->second, [&](const std::string& to) { return !edges.contains(to); });
      changed |= it->second.empty();
      it = it->second.empty() ? edges.erase(it) : std::next(it);
    }
  }
  for (const auto& [from, to] : edges) ADD_FAILURE() << from << " includes " << *to.begin() << " in a cycle";
}

TEST(IncludeEdges, TheReadmeDescribesEveryFolder) {
  const std::string readme = slurp(source_root / "README.md");
  for (const auto& layer : fs::directory_iterator(source_root)) {
    if (!layer.is_directory()) continue;
    const std::string name = layer.path().filename();
    EXPECT_NE(readme.find("\n## " + name + ":"), std::string::npos) << name << " has no section";
    for (const auto& folder : fs::directory_iterator(layer.path())) {
      const std::string sub = folder.path().filename();
      if (!folder.is_directory() || sub == "detail") continue;
      EXPECT_TRUE(readme.find("* **" + sub + "**") != std::string::npos ||
                  readme.find('`' + sub + "/`") != std::string::npos)
          << name << '/' << sub << " is not described";
    }
  }
}

}  // namespace
