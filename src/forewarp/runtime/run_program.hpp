// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Starts a program on the stand-in runtime and reads what it recorded.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/runtime/options.hpp"
#include "forewarp/runtime/recording.hpp"

namespace forewarp::runtime {

struct ProgramRun {
  int exit_status = 0;                ///< of the program, or 128 + signal
  int signal = 0;                     ///< that ended it, or 0
  bool timed_out = false;             ///< ended by us
  std::vector<Recording> recordings;  ///< of the program itself first, then of others that it started
};

struct RunOptions {
  Options runtime;
  std::filesystem::path runtime_folder;  ///< with libforewarp_cudart.so
  double timeout_s = 0;                  ///< 0: none
  bool output_to_errors = false;         ///< the program's standard output goes to standard error
};

/// command: the executable and its arguments. Signals go to the program (child.hpp), and the recordings of what had
/// ended are read whatever ends it. Throws InputError for a program that cannot run here (loader.hpp), Unavailable
/// where it cannot be started.
[[nodiscard]] ProgramRun run_program(const std::vector<std::string>& command, const RunOptions& options);

}  // namespace forewarp::runtime
