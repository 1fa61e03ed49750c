// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Child processes by argument vector, never through a shell.
#include <string>
#include <vector>

#include "forewarp/support/progress.hpp"

namespace forewarp::source {

struct ProcessResult {
  int exit_status = 0;     ///< exit status, or 128 + signal
  bool timed_out = false;  ///< ended by us after the time limit
  std::string output;      ///< standard output, at most ProcessOptions::max_bytes
  std::string errors;      ///< standard error, likewise
};

struct ProcessOptions {
  double timeout_s = 120;
  std::size_t max_bytes = std::size_t{64} << 20;  ///< of each stream; what is beyond is read and dropped
  Progress* progress = nullptr;                   ///< called while the child runs; may stop it
  std::string what = {};                          ///< the text for progress, "compiling k.cu"
};

/// Runs arguments[0] (a path, or a name looked up on PATH) and waits. The child gets an empty standard input and its
/// own process group, which is killed as a whole when the time is up or progress reports that the user wants to stop.
/// Throws Interrupted in the second case, Unavailable when it cannot be started.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

}  // namespace forewarp::source
