// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Another program, run to its end without a shell and without limits (a CUDA process reserves more addresses than any
/// limit that is worth setting).
#include <filesystem>
#include <string>
#include <vector>

namespace forewarp::run {

/// Starts arguments[0], found on PATH, with its output going to this file, and waits. Its exit status, or 128 and the
/// signal that ended it. Throws Unavailable where it cannot be started.
[[nodiscard]] int run_program(const std::vector<std::string>& arguments, const std::filesystem::path& said);

/// Whether run_program would find it.
[[nodiscard]] bool on_path(const std::string& program);

}  // namespace forewarp::run
