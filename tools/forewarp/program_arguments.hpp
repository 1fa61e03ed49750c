// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What forewarp exec shares with the command line around it: the words after --, which belong to the program that is
/// run, and that program's exit status, which becomes ours.
#include <string>
#include <vector>

namespace forewarp::tool {

[[nodiscard]] std::vector<std::string>& program_arguments();
void set_exit_status(int status);
[[nodiscard]] int exit_status();

}  // namespace forewarp::tool
