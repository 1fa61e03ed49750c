// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One command for each thing that a paper has: PAPER/ROW.txt runs it and says what must come of it.
#include <gtest/gtest.h>

#include "transcript.hpp"

namespace forewarp::test {
namespace {

class Paper : public ::testing::TestWithParam<std::filesystem::path> {};

/// The transcripts of all papers, without this folder's CMakeLists.txt.
std::vector<std::filesystem::path> rows() {
  std::vector<std::filesystem::path> files = transcripts_in(FOREWARP_TRANSCRIPTS);
  std::erase_if(files, [](const auto& file) { return file.filename() == "CMakeLists.txt"; });
  return files;
}

TEST_P(Paper, HasWhatItsRowSays) { check(GetParam(), FOREWARP_TOOL); }

INSTANTIATE_TEST_SUITE_P(, Paper, ::testing::ValuesIn(rows()), [](const auto& test) {
  return test.param.parent_path().stem().string() + "_" + test.param.stem().string();
});

}  // namespace
}  // namespace forewarp::test
