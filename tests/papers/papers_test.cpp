// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One command for each thing that a paper has: PAPER/ROW.txt runs it and says what must come of it.
#include <gtest/gtest.h>

#include "transcript.hpp"

namespace forewarp::test {
namespace {

class Paper : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Paper, HasWhatItsRowSays) { check(GetParam(), FOREWARP_TOOL); }

INSTANTIATE_TEST_SUITE_P(, Paper, ::testing::ValuesIn(transcripts_in(FOREWARP_TRANSCRIPTS)), [](const auto& test) {
  return test.param.parent_path().stem().string() + "_" + test.param.stem().string();
});

}  // namespace
}  // namespace forewarp::test
