// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Blocks that take their work from a queue, by an atomic of global memory. The emulator runs blocks one after the
/// other and block 0 first, so that block 0 finds all the work, where a GPU's resident blocks take it in turn.
///
/// Example: 136 blocks that each take the next of 4096 tiles by atomicAdd until none is left: block 0 has all of them.
#include "forewarp/emulate/profile/counting_observer.hpp"
#include "forewarp/emulate/profile/influence/block_influence.hpp"

namespace forewarp::profile {

/// Whether they may, by what was executed: block 0 represents itself alone then.
[[nodiscard]] bool may_take_from_queue(const CountingObserver::Sums& sums, const BlockInfluence& influence);

/// Whether they do: each of the other blocks that ran did less than a quarter of what block 0 did.
[[nodiscard]] bool take_from_queue(const CountingObserver::Sums& sums, const BlockInfluence& influence);

}  // namespace forewarp::profile
