// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Dynamic shared memory that the command line leaves open, from the <<<grid, block, bytes>>> of the program itself.
#include "forewarp/frontend/kernel/program_text.hpp"
#include "forewarp/frontend/launch/launch.hpp"

namespace forewarp::kernel {

/// Sets launch.dynamic_shared_bytes where every launch of the entry in its program asks for the same number of bytes,
/// as a constant expression or in terms of the block, the grid or an argument whose value launch.parameters has. A note
/// says what was found, and where; another, which begins with launch::unknown_shared_note, what could not be told.
/// `names` are the entry's parameters. Does nothing where the program has no launch of the entry with a third
/// configuration argument.
void shared_from_source(ProgramText& program, const ptx::Module& module, const ptx::Function& entry,
                        const std::vector<std::string>& names, launch::Launch& launch);

}  // namespace forewarp::kernel
