// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel's machine code for an AMD GPU: its source compiled by clang, or taken from the cache, and read.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/amdgcn/assembly.hpp"
#include "forewarp/frontend/source/compiler.hpp"

namespace forewarp::amdgcn {

struct CompiledKernel {
  std::optional<Kernel> kernel;
  std::string reason;  ///< why there is none, in one line
};

/// options: of the compilation that made the PTX; entry: mangled. Throws Interrupted when the compiler's progress says
/// to stop, and ParseError where clang's text cannot be read.
[[nodiscard]] CompiledKernel compiled_kernel(source::CompileOptions options, const std::string& target,
                                             std::string_view entry, source::Compiler& compiler);

}  // namespace forewarp::amdgcn
