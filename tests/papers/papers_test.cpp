// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One command for each thing that a paper has: PAPER/ROW.txt runs it and says what must come of it. README.md lists
/// the rows with their files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "forewarp/support/file.hpp"
#include "transcript.hpp"

namespace forewarp::test {
namespace {

namespace fs = std::filesystem;

const fs::path folder = FOREWARP_TRANSCRIPTS;

class Paper : public ::testing::TestWithParam<fs::path> {};

TEST_P(Paper, HasWhatItsRowSays) {
  check(GetParam(), FOREWARP_TOOL,
        {{"cuda", FOREWARP_FAKE_CUDA}, {"nvml", FOREWARP_FAKE_NVML}, {"nvrtc", FOREWARP_FAKE_NVRTC}});
}

INSTANTIATE_TEST_SUITE_P(, Paper, ::testing::ValuesIn(transcripts_in(folder)), [](const auto& test) {
  return test.param.parent_path().stem().string() + "_" + test.param.stem().string();
});

/// The names of a paper's transcripts, without ".txt".
std::set<std::string> transcripts_of(const std::string& paper) {
  std::set<std::string> names;
  for (const fs::path& file : transcripts_in(folder / paper)) names.insert(file.stem().string());
  return names;
}

TEST(PaperRows, EachOfThe74HasATranscriptThatTheReadmeLists) {
  const std::map<std::string, std::pair<char, int>> papers = {{"hasan2014", {'w', 7}},
                                                              {"amaris2022", {'b', 12}},
                                                              {"stevens2020", {'p', 27}},
                                                              {"zigon2020", {'c', 13}},
                                                              {"braun2020", {'m', 15}}};
  const std::string readme = read_file(folder / "README.md");
  for (const auto& [paper, rows] : papers) {
    const std::set<std::string> names = transcripts_of(paper);
    for (int row = 1; row <= rows.second; ++row) {
      const std::string id = fmt::format("{}{:02}_", rows.first, row);
      EXPECT_TRUE(std::ranges::any_of(
          names, [&](const std::string& name) { return ("_" + name).find("_" + id) != std::string::npos; }))
          << paper << " has no transcript " << id;
    }
    for (const std::string& name : names) EXPECT_NE(readme.find("`" + name + "`"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace forewarp::test
