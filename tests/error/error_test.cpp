// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Every diagnostic has the input that provokes it: tests/error/cases/*.txt.
#include <gtest/gtest.h>

#include "transcript.hpp"

namespace forewarp::test {
namespace {

class Diagnostic : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Diagnostic, IsOneClearLineWithItsStatus) { check(GetParam(), FOREWARP_TOOL); }

INSTANTIATE_TEST_SUITE_P(, Diagnostic, ::testing::ValuesIn(transcripts_in(FOREWARP_TRANSCRIPTS)),
                         [](const auto& test) { return test.param.stem().string(); });

}  // namespace
}  // namespace forewarp::test
