// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

/// The operation for a load or store whose MachineOp is filled in; nullptr when its widths do not go together.
[[nodiscard]] MachineFn select_load(const MachineOp& op, unsigned width);
[[nodiscard]] MachineFn select_store(const MachineOp& op, unsigned width);
/// Checks and reports the addresses, moves nothing.
[[nodiscard]] MachineFn select_prefetch(unsigned width);

}  // namespace forewarp::emu
