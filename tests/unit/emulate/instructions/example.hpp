// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The rows of isa_9_0.txt and kernels that execute them.
#include <string>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu::test {

struct Example {
  std::string chapter, name;
  std::string code;    ///< as a person writes it, without the last semicolon
  std::string target;  ///< "sm_90a"
};

/// All rows, in the order of the file.
[[nodiscard]] std::vector<Example> examples();

/// What stands before the kernels of a module: its version and target, and a function to call.
[[nodiscard]] std::string module_head(const std::string& target);

/// A kernel of that name with one buffer that executes the row.
[[nodiscard]] std::string kernel_of(const Example& example, const std::string& kernel);

/// The opcode of the row: the instruction of its code that has the first word of its name; unknown for { } and @.
[[nodiscard]] ptx::Opcode opcode_of(const Example& example);

}  // namespace forewarp::emu::test
