// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::source {

struct JobOutput {
  std::string text;  ///< PTX or preprocessed text; the temporary folder reads <forewarp> in it
  std::string said;  ///< what the compiler printed
};

/// How long its compiler may take, and who watches it.
[[nodiscard]] ProcessOptions watched(const Job& job);

/// Runs the compiler on the user's file. `expanded` is its preprocessed text, where that is known. Throws InputError
/// with the compiler's whole text when it fails.
[[nodiscard]] JobOutput run_job(const Job& job, Action action, const std::string& expanded = {});

/// Our header of the job's language, precompiled for this job's compiler, architecture and flags at `file`: made unless
/// it is there. False where that fails; the header then serves as text.
[[nodiscard]] bool precompile_header(const Job& job, const std::filesystem::path& file);

/// The result of a compilation of this job; notes are the caller's, since they are not part of what is cached.
[[nodiscard]] Compiled as_compiled(const Job& job, std::string ptx, std::string warnings);

/// A .ptx file as it is.
[[nodiscard]] Compiled read_ptx(const CompileOptions& options);

}  // namespace forewarp::source
