// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/build_id.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "forewarp/support/process.hpp"

namespace forewarp {
namespace {

/// readelf prints "Build ID: 9cda8a89..." of the program that runs this test.
TEST(BuildId, IsThatOfTheProgram) {
  ASSERT_TRUE(find_program("readelf"));  // a part of what g++ needs
  const ProcessResult notes = run_process({"readelf", "-n", "/proc/" + std::to_string(::getpid()) + "/exe"});
  ASSERT_EQ(notes.exit_status, 0) << notes.errors;

  EXPECT_GE(build_id().size(), 16u);
  if (notes.output.find("Build ID:") == std::string::npos) return;  // a linker that writes none
  EXPECT_NE(notes.output.find("Build ID: " + build_id()), std::string::npos) << build_id() << "\n" << notes.output;
}

TEST(BuildId, StaysTheSame) { EXPECT_EQ(build_id(), build_id()); }

}  // namespace
}  // namespace forewarp
