// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whole programs (tests/programs) through forewarp exec, compiled by clang.
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "exec_fixture.hpp"

namespace forewarp::test {

class Programs : public ExecTest {
 protected:
  static Outcome exec(const std::vector<std::string>& arguments, const std::vector<std::string>& of_program = {}) {
    std::vector<std::string> command = {FOREWARP_TOOL, "exec", "--compiler", "clang"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (!of_program.empty()) command.emplace_back("--");
    command.insert(command.end(), of_program.begin(), of_program.end());
    return run(command);
  }
  Outcome on_h100(const char* program, const std::vector<std::string>& of_program = {}) {
    return exec({(programs / program).string(), "--device", "H100", "--no-advise"}, of_program);
  }
  /// The summary of a program that prints PASS.
  nlohmann::json summary(const char* program, const std::vector<std::string>& of_program = {}) {
    const Outcome run = exec({(programs / program).string(), "--device", "H100", "--no-advise", "--json"}, of_program);
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.err.find("PASS"), std::string::npos) << run.err;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
};

}  // namespace forewarp::test
