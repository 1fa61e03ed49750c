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

/// The flags as this compiler takes them: clang needs none of nvcc's flags that allow lambdas and constexpr functions
/// on the device, and calls relocatable device code by another name.
[[nodiscard]] std::vector<std::string> flags_for(CompilerKind compiler, const std::vector<std::string>& flags);

}  // namespace forewarp::source
