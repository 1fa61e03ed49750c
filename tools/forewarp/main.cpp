// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "exit_status.hpp"

int main(int argc, char** argv) { return forewarp::tool::run_command_line(argc, argv); }
