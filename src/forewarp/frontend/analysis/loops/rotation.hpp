// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers that take the same few values again and again: the number of a buffer in shared memory that is filled
/// while others are read (software pipelines), and what is computed of it.
///
///     stage = stage + 1;  p = stage > 2;  stage = p ? 0 : stage;  buffer = base + 4096 * stage      0, 1, 2, 0, 1, ...
///
/// Skipping iterations leaves them as they are: the sequence goes on where it was.
#include <cstdint>
#include <set>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"

namespace forewarp::analysis {

/// Adds the register, and the carried registers that it depends on, to `rotating` and `inductions`; false where one of
/// them is neither. A register rotates if a comparison resets it, or a mask, a remainder or an exclusive or with a
/// number limits it, in every iteration; or if it follows from registers that do.
[[nodiscard]] bool find_rotation(const LoopBody& body, std::uint32_t reg, std::set<std::uint32_t>& rotating,
                                 std::set<std::uint32_t>& inductions);

}  // namespace forewarp::analysis
