// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instructions whose result comes back to them: those of a cycle of the graph from registers read to registers
/// written.
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::count::detail {

/// For each instruction of the body whether it writes a register that it reads, itself or by way of others. Memory is
/// not followed.
[[nodiscard]] std::vector<bool> chained_instructions(const ptx::Function& function);

}  // namespace forewarp::count::detail
