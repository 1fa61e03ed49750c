// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "program_arguments.hpp"

namespace forewarp::tool {
namespace {

int status_of_program = 0;

}  // namespace

std::vector<std::string>& program_arguments() {
  static std::vector<std::string> arguments;
  return arguments;
}

void set_exit_status(int status) { status_of_program = status; }
int exit_status() { return status_of_program; }

}  // namespace forewarp::tool
