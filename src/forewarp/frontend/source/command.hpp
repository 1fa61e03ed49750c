// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Argument vectors of the compilers.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/frontend/source/compile.hpp"

namespace forewarp::source {

/// What is compiled how, once the questions of CompileOptions are answered.
struct Job {
  CompileOptions options = {};
  Language language = Language::cuda;
  Toolchain toolchain = {};
  ArchChoice arch = {};
  std::filesystem::path precompiled_header = {};  ///< clang: our header, parsed before; empty for none
};

/// Checks the options and chooses compiler and architecture. Throws InputError and Unavailable.
[[nodiscard]] Job plan(const CompileOptions& options);

enum class Action { compile, preprocess, precompile_header };

struct CommandFiles {
  std::filesystem::path input;
  std::filesystem::path output;   ///< PTX, preprocessed text or precompiled header
  std::filesystem::path defines;  ///< a file with defines_text(); empty where the compiler takes -D
};

[[nodiscard]] std::vector<std::string> command(const Job& job, Action action, const CommandFiles& files);

/// What is included before a source for NVIDIA's GPUs.
[[nodiscard]] std::filesystem::path own_header(Language language);

/// clang for NVIDIA's GPUs, which takes more flags where its code differs from nvcc's.
[[nodiscard]] bool is_clang_for_nvidia(const Job& job);
/// The flags that unroll more, for code that has local arrays without them. AMD's target does so by itself.
[[nodiscard]] std::vector<std::string> more_unrolling();
/// The flags with which a function of both sides that calls thrust::for_each means, in device code, the one that
/// kernels have. For all code they are too much: clang then takes a deleted copy for a host's move, as std::pair of a
/// std::unique_ptr has it, and refuses <thread> in C++20.
[[nodiscard]] std::vector<std::string> own_side_alone();

/// Whether -D values go into a file that is included after our CUDA or OpenCL header, which -DT=float or -Dx=1 would
/// break.
[[nodiscard]] bool defines_by_file(const Job& job);

/// The -D values as #define lines.
[[nodiscard]] std::string defines_text(const CompileOptions& options);

/// Whether the language is new enough for the variables that name instances (instance.hpp): C++17.
[[nodiscard]] bool probes_instances(const CompileOptions& options);

/// Text of a file that includes the user's and makes the templates in options.instantiate be compiled.
[[nodiscard]] std::string instantiation_shim(const CompileOptions& options);

}  // namespace forewarp::source
