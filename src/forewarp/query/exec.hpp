// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A whole CUDA program on devices that are not there: what forewarp exec and the Python package run.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "forewarp/runtime/run_program.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::query {

struct ExecOptions {
  std::vector<std::string> files;  ///< the sources of a program, or one program
  std::vector<std::string> devices;
  std::vector<std::string> includes = {}, defines = {}, libraries = {}, library_dirs = {}, flags = {};
  std::string output = {};    ///< of a build; empty: a temporary file
  std::string compiler = {};  ///< "nvcc", "clang"; empty: what is there
  std::string clock = "host", results = "whole", machine_code = "auto";
  unsigned gpus = 1;
  std::uint64_t limit = 0;  ///< warp instructions of a launch; 0: the usual limit
  double timeout_s = 0, sm_clock_mhz = 0;
  bool ncu = false, advise = true;
};

/// What runtime::run_program() takes; nothing of what is to be recorded. Throws Unavailable without our runtime.
[[nodiscard]] runtime::RunOptions run_options(const ExecOptions& options);

/// A program that can be started; what was built for it alone goes when this does.
class Program {
 public:
  /// Builds where the files are sources. Throws InputError for files that are neither sources nor one program, and what
  /// runtime::build_program() throws.
  explicit Program(const ExecOptions& options);
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  TemporaryFolder folder_{"exec"};
  std::filesystem::path file_;
};

/// Whether all files are compiled before they run.
[[nodiscard]] bool are_sources(const std::vector<std::string>& files);

}  // namespace forewarp::query
