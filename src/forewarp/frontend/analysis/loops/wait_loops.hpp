// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loops in which a thread waits for what other threads do. Such a loop polls: it reads memory at an address that does
/// not change in it, and what it has read decides whether it is left. There are two kinds:
///
///     while (*flag == 0);                             value: a load that other threads' stores are visible to
///                                                     (volatile, relaxed, acquire, from L2), or an atomic that changes
///                                                     nothing (add 0, or 0, swap of a value for itself)
///     while (atomicCAS(lock, 0, 1) != 0);             lock: a swap of the same values, and for the same value, each
///     time
///
/// No waits are
///     do { old = v; v = atomicCAS(p, old, f(old)); } while (v != old);     a retried update: what is compared changes
///     while ((k = atomicCAS(&key[i], 0, mine)) != 0) i = i + 1;            a search: the address changes
///     for (i = 0; i < *n; i++) ...                                         a counter decides, too
///     do { ...; __syncthreads(); } while (*changed);                       a loop that works: it has a barrier, a
///     call,
///                                                                          or stores
/// nor this_grid().sync(), whose address comes with the launch and whose reads a model counts, nor tests of mbarriers.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/analysis/dataflow.hpp"

namespace forewarp::analysis {

enum class WaitKind : std::uint8_t { value, lock };

struct WaitLoop {
  WaitKind kind{};
  std::uint32_t loop = 0;  ///< in Cfg::loops: the innermost one around the poll
  std::uint32_t poll = 0;  ///< instruction
};

/// In the order of their polls.
[[nodiscard]] std::vector<WaitLoop> wait_loops(const Dataflow& flow);

}  // namespace forewarp::analysis
