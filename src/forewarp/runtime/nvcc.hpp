// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// In place of nvcc in a Makefile: objects and programs for the stand-in runtime. nvcc itself does the work where it is
/// installed, with PTX as its only device code and our runtime; otherwise clang, one object per file as in build.hpp.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"

namespace forewarp::runtime {

struct NvccOptions {
  std::vector<std::string> words;  ///< behind "nvcc"
  std::filesystem::path runtime_folder;
  source::CompilerChoice compiler = source::CompilerChoice::automatic;
};

/// Returns the compiler's exit status; its messages go where ours go. Throws InputError for an option that is not
/// supported, Unavailable without a compiler.
[[nodiscard]] int run_nvcc(const NvccOptions& options);

}  // namespace forewarp::runtime
