// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Argument vectors of the compilers.
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/source/compile.hpp"

namespace forewarp::source {

/// What is compiled how, once the questions of CompileOptions are answered.
struct Job {
  CompileOptions options = {};
  Language language = Language::cuda;
  Toolchain toolchain = {};
  ArchChoice arch = {};
};

/// Checks the options and chooses compiler and architecture. Throws InputError and Unavailable.
[[nodiscard]] Job plan(const CompileOptions& options);

enum class Action { compile, preprocess };

/// The command that turns `input` into `output`: PTX, or preprocessed text.
[[nodiscard]] std::vector<std::string> command(const Job& job, Action action, const std::filesystem::path& input,
                                               const std::filesystem::path& output);

/// Text of a file that includes the user's and makes the templates in options.instantiate be compiled.
[[nodiscard]] std::string instantiation_shim(const CompileOptions& options);

}  // namespace forewarp::source
