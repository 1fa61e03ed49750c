// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What the tool prints, whole: tests/golden/cli/NAME.txt says what to run, NAME.out is what must come, to the byte.
/// FOREWARP_REGENERATE=1 writes NAME.out anew (tests/golden/regenerate.sh), to be reviewed as a diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "forewarp/support/file.hpp"
#include "transcript.hpp"

namespace forewarp::test {
namespace {

class Golden : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Golden, OutputIsAsReviewed) {
  const Transcript transcript = read_transcript(GetParam());
  std::filesystem::path expected_file = GetParam();
  expected_file.replace_extension(".out");

  ASSERT_EQ(transcript.commands.size(), 1u);
  const Outcome outcome = run(transcript, FOREWARP_TOOL).front();

  ASSERT_EQ(outcome.status, transcript.commands.front().status) << outcome.err;
  if (std::getenv("FOREWARP_REGENERATE")) write_file(expected_file, outcome.out);
  EXPECT_EQ(outcome.out, read_file(expected_file)) << "if this is right, run tests/golden/regenerate.sh and review";
}

INSTANTIATE_TEST_SUITE_P(, Golden, ::testing::ValuesIn(transcripts_in(FOREWARP_TRANSCRIPTS)),
                         [](const auto& test) { return test.param.stem().string(); });

}  // namespace
}  // namespace forewarp::test
