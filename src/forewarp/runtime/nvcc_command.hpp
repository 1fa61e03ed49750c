// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A command line of nvcc, as Makefiles write it, in terms of what forewarp does with it (nvcc.hpp).
#include <filesystem>
#include <string>
#include <vector>

namespace forewarp::runtime {

struct NvccCommand {
  enum class Step { link, object, device_link, other };
  struct Input {
    std::string path;
    bool cuda = false;    ///< by its ending or by -x cu
    bool source = false;  ///< otherwise an object or a library
  };

  Step step = Step::link;
  std::string other;              ///< the option behind Step::other: "-ptx"
  std::vector<Input> inputs;      ///< in their order
  std::string output;             ///< of -o
  std::vector<int> capabilities;  ///< of -arch, -code and -gencode, ascending: 80 of sm_80
  bool relocatable = false;       ///< -rdc=true, -dc
  std::vector<std::string> include_dirs, defines;
  std::vector<std::string> flags;       ///< for host and device code
  std::vector<std::string> host_flags;  ///< for host code alone
  std::vector<std::string> link_words;  ///< inputs, -l, -L and flags of the linker, in their order
  /// The words as they were, without those that forewarp decides: architecture, runtime, debugging of device code.
  std::vector<std::string> passed;
  /// Of these, what one source is compiled with: no inputs, outputs, libraries, and no step.
  std::vector<std::string> compile_words;
  /// Of `passed`, what objects made of the sources are linked with: no sources and no language.
  std::vector<std::string> without_sources;
};

/// Throws InputError that names an option which is not known or has no value. Options that concern machine code
/// (-Xptxas, -maxrregcount) are known and have no effect.
[[nodiscard]] NvccCommand nvcc_command(const std::vector<std::string>& words);

}  // namespace forewarp::runtime
