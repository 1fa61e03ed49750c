// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a thread does while it has a lock.
#include "forewarp/emulate/profile/executed.hpp"
#include "forewarp/frontend/analysis/loops/wait_loops.hpp"

namespace forewarp::profile {

/// Threads that entered the loop from outside: of a loop that waits for a lock, its acquisitions.
[[nodiscard]] double entries_of(const Executed& executed, const ptx::Function& function, const analysis::Loop& loop);

/// The path of one acquisition, by what its links wait for: the swap that succeeds, what is between it and the release,
/// and the release. Of each basic block in between it is the longest chain of dependent instructions, as often as the
/// block ran for an acquisition; stores are waited for at fences alone. Where no instruction stores to the lock's
/// address, only the two atomics are left.
[[nodiscard]] CriticalPath section_path(const Executed& executed, const analysis::Dataflow& flow,
                                        const analysis::WaitLoop& wait, double acquisitions);

}  // namespace forewarp::profile
