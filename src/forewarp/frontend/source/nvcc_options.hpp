// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The options of nvcc by name and value. `forewarp nvcc` reads whole command lines of them (runtime/nvcc_command.hpp);
/// where clang compiles, flags that users hand on to the compiler may be spelled like nvcc's, too (flags.hpp).
#include <optional>
#include <string>
#include <vector>

namespace forewarp::source {

/// What an option means. Those from `output` on take a value.
enum class NvccMeaning {
  object,           // -c
  relocatable,      // -dc
  device_link,      // -dlink
  other_step,       // -ptx
  shared,           // -shared
  device_debug,     // -G
  fast_math,        // -use_fast_math
  both_codes,       // -w: for host and device code
  host,             // -pg: for host code and the linker
  ignored,          // -lineinfo
  output,           // -o
  include,          // -I
  system_include,   // -isystem
  define,           // -D
  undefine,         // -U
  pre_include,      // -include
  library,          // -l
  library_dir,      // -L
  arch,             // -arch, -code, -gencode
  to_host,          // -Xcompiler
  to_linker,        // -Xlinker
  language,         // -x
  standard,         // -std
  optimise,         // -O
  runtime,          // -cudart
  linking,          // -rdc
  streams,          // -default-stream
  floats,           // -fmad, -ftz, -prec-div, -prec-sqrt
  dependencies_in,  // -MF, -MT
  ignored_value,    // -Xptxas
};

struct NvccOption {
  NvccMeaning meaning;
  std::string name;  ///< with one dash
  std::string value;
  std::size_t words = 1;  ///< how many words of the command it takes
};

/// The option at words[i], if its name is one of nvcc's: -name, -name=value, -name value, with one or two dashes.
/// Throws InputError where its value is missing.
[[nodiscard]] std::optional<NvccOption> nvcc_option_at(const std::vector<std::string>& words, std::size_t i);

/// The same with values joined to a letter: -Idir, -O3. The longest reading is tried first, so that -lineinfo is no
/// library.
[[nodiscard]] std::optional<NvccOption> nvcc_option_or_joined_at(const std::vector<std::string>& words, std::size_t i);

}  // namespace forewarp::source
