// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// nvcc takes `asm("mov.u32 %0, %laneid;")`; clang wants `%%laneid`, as the PTX ISA's guide to inline assembly writes
/// it.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/process.hpp"

namespace forewarp::source {

/// The text with `%` doubled where it begins a register's name (two letters or more) in a string of an asm statement.
/// Lines stay where they are.
[[nodiscard]] std::string with_asm_escapes(std::string_view source);

/// Runs nvcc or clang; where clang finds a `%` that it does not know, again with such files as with_asm_escapes() has
/// them, under their own names.
[[nodiscard]] ProcessResult run_compiler(const std::vector<std::string>& command, const ProcessOptions& options);

}  // namespace forewarp::source
