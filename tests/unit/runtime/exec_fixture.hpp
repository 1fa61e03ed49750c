// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Tests that start programs through forewarp exec.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/process.hpp"
#include "source_dir.hpp"

namespace forewarp::test {

struct Outcome {
  int status = 0;
  std::string out, err;
  [[nodiscard]] bool says(const std::string& text) const { return out.find(text) != std::string::npos; }
  [[nodiscard]] bool complains(const std::string& text) const { return err.find(text) != std::string::npos; }
};

inline Outcome run(const std::vector<std::string>& command) {
  const ProcessResult r = run_process(command, {.timeout_s = 240});
  return {r.exit_status, r.output, r.errors};
}

class ExecTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (FOREWARP_SANITIZED)
      GTEST_SKIP() << "sanitizers bring libraries of their own, which programs without them cannot load";
    try {
      clang = source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda);
    } catch (const Unavailable& e) {
      GTEST_SKIP() << e.what();
    }
  }
  static Outcome exec(const std::vector<std::string>& arguments) {
    std::vector<std::string> command = {FOREWARP_TOOL, "exec", "--no-advise", "--device", "H100"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run(command);
  }

  source::Toolchain clang;
  const std::filesystem::path programs = std::filesystem::path(source_dir()) / "tests/programs";
};

}  // namespace forewarp::test
