// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Child processes by argument vector, never through a shell, and the programs on PATH.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/support/progress.hpp"

namespace forewarp {

struct ProcessResult {
  int exit_status = 0;     ///< exit status, or 128 + signal
  bool timed_out = false;  ///< ended by us after the time limit
  std::string output;      ///< standard output, at most ProcessOptions::max_bytes
  std::string errors;      ///< standard error, likewise
};

struct ProcessOptions {
  double timeout_s = 120;
  std::size_t max_bytes = std::size_t{64} << 20;  ///< of each stream; what is beyond is read and dropped
  Progress* progress = nullptr;                   ///< receives reports while the child runs; may stop it
  std::string what = {};                          ///< what progress reports, "compiling k.cu"
};

/// Runs arguments[0] (a path, or a name looked up on PATH) and waits. The child gets an empty standard input, limits of
/// its address space and of the files it writes, and its own process group, which is killed as a whole when the time is
/// up or progress reports that the user wants to stop. Throws Interrupted in the second case, Unavailable when the
/// child cannot be started.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments, const ProcessOptions& options = {});

/// The same without limits (a CUDA process reserves more addresses than any limit that is worth setting), in our own
/// process group (an interrupt from the terminal reaches the child) and with both streams written to a file. Returns
/// the exit status, or 128 + signal.
[[nodiscard]] int run_to_file(const std::vector<std::string>& arguments, const std::filesystem::path& output);

/// The executable that a name stands for: of a path, itself; of a name, the first on PATH. Nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace forewarp
