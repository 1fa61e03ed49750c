// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Flags that a user hands on to the compiler.
#include <string>
#include <vector>

#include "forewarp/frontend/source/toolchain.hpp"

namespace forewarp::source {

/// The flags, if each can be handed on. Throws InputError for what is no flag, and for one that says what to make of
/// the file or where to put it, which is decided here.
[[nodiscard]] std::vector<std::string> checked_flags(const std::vector<std::string>& flags);

/// The flags as this compiler takes them. For clang, nvcc's spellings become its own (-use_fast_math, -fmad=false,
/// -rdc=true), or are left out where they have no meaning to it (-lineinfo, -Xptxas=-v) or forewarp decides (-arch).
[[nodiscard]] std::vector<std::string> flags_for(CompilerKind compiler, const std::vector<std::string>& flags);

}  // namespace forewarp::source
