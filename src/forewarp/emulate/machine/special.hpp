// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which special registers have a value here. Block::special() gives it; an instruction that reads any other one stops
/// the launch.
#include "forewarp/frontend/ptx/opcode.hpp"

namespace forewarp::emu {

/// component: of %tid and its like, or the number of %envreg.
[[nodiscard]] bool has_value(ptx::Special special, unsigned component);
/// %envreg1 and %envreg2: half of the address of the workspace that a cooperative launch brings.
/// Whether the register is an offset in the shared memory that the system reserves, or its size.
[[nodiscard]] bool is_of_reserved_shared(ptx::Special special);
[[nodiscard]] bool is_grid_workspace(ptx::Special special, unsigned component);

}  // namespace forewarp::emu
