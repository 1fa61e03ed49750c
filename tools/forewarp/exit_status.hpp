// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace forewarp::tool {

/// Runs the command line. Status 0; 1 our fault; 2 bad input; 3 something needed is not there; 130 interrupted. Errors
/// are one message on stderr, starting with "forewarp: ".
[[nodiscard]] int run_command_line(int argc, char** argv);

}  // namespace forewarp::tool
