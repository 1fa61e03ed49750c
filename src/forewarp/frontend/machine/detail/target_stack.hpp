// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where threads meet again on Maxwell and Pascal. A warp has a stack of targets: SSY, PBK and PCNT push one each; a
/// thread that executes SYNC, BRK or CONT goes on at the topmost target of the matching kind, and what lies above it is
/// dropped. Example: SSY A; @P0 BRA B; x; SYNC; B: y; SYNC; A: both SYNCs lead to A.
#include "forewarp/frontend/machine/cubin.hpp"

namespace forewarp::machine::detail {

/// Adds where SYNC, BRK and CONT may lead to the kernel's branch targets, as far as the compiler has not told: from the
/// entry, all ways are followed with the stacks that they lead to, functions from empty ones. Adds nothing where a way
/// makes its stack higher than any compiler does. O(instructions * stacks that an instruction is reached with).
void add_kept_targets(Kernel& kernel);

}  // namespace forewarp::machine::detail
