// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How a program that was built elsewhere gets the stand-in runtime in place of NVIDIA's.
///
///     libcudart.so.12 in DT_NEEDED    ours precedes NVIDIA's: LD_LIBRARY_PATH; LD_PRELOAD where the program has a
///                                     DT_RPATH, which the loader searches first
///     NVIDIA's static runtime inside  cannot be replaced: the program is refused, with what to do
///     scripts, programs without CUDA  run as they are: their children may use the runtime
///
/// The libraries of a program are those that its own loader lists (`ld.so --list`), which runs no code of the program.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace forewarp::runtime {

struct LoadPlan {
  /// Variables for the environment of the program, with their whole values.
  std::vector<std::pair<std::string, std::string>> environment;
};

struct LoadOptions {
  std::filesystem::path runtime_folder;
  bool clocks = false;  ///< the program's clocks are ours: our library precedes the C library
};

/// Throws InputError with the reason and the remedy for what cannot run: a file that is neither a program nor a script,
/// NVIDIA's static runtime in the program or in a library of it, a version of the runtime that is not replaced, entry
/// points that forewarp's runtime lacks (all are named).
[[nodiscard]] LoadPlan load_plan(const std::filesystem::path& program, const LoadOptions& options);

/// Whether NVIDIA's CUDA runtime is part of this file, linked statically or because it is libcudart itself.
[[nodiscard]] bool has_nvidia_runtime(const std::filesystem::path& file);

}  // namespace forewarp::runtime
