// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Source in, PTX out: .ptx as it is, .cu through nvcc or clang, .cl through clang.
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/source/arch.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::source {

struct CompileOptions {
  std::filesystem::path path;             ///< the user's file
  std::optional<Language> language = {};  ///< default: by the file's ending
  std::vector<std::string> defines = {};  ///< -D values: "N=16" or "FAST"
  std::vector<std::filesystem::path> include_dirs = {};
  std::optional<Arch> arch = {};              ///< --arch; must be one the compiler has
  std::optional<Arch> device_arch = {};       ///< the device's; the nearest the compiler has serves
  std::string amd_target = {};                ///< "gfx90a": its assembly instead of PTX, always by clang
  std::vector<std::string> extra_flags = {};  ///< handed to the compiler as they are
  std::vector<std::string> instantiate = {};  ///< templates to instantiate: "reduce<float, 256>"
  CompilerChoice compiler = CompilerChoice::automatic;
  /// Many variants of one file (rank): take NVRTC, which needs no host pass, where nvcc is chosen and NVRTC can.
  bool many_variants = false;
  double timeout_s = 120;
  Progress* progress = nullptr;  ///< told while a compiler runs; Interrupted is thrown when it says to stop
};

struct Compiled {
  std::string ptx = {};                   ///< or AMD's assembly, if asked for
  std::string compiler = {};              ///< "nvcc 13.0", "nvrtc 13.0", "clang 19.1.7"; "none" for a .ptx file
  std::string arch = {};                  ///< "sm_80", "gfx90a"; for a .ptx file what its .target says
  std::vector<std::string> notes = {};    ///< what the user should know: another target than the device's, no cache
  std::string warnings = {};              ///< what the compiler said although it succeeded
  std::vector<std::string> entries = {};  ///< mangled names of the kernels, in order
  bool from_cache = false;
};

/// Compiles without any cache. Throws InputError whose first line is ours (file: compiler failed) with the compiler's
/// own text after it, whole; Unavailable where there is no compiler.
[[nodiscard]] Compiled compile_uncached(const CompileOptions& options);

}  // namespace forewarp::source
