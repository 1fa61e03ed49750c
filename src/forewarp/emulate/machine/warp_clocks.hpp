// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each warp of a cluster knows of what the others have done: vector clocks (Mattern 1988; as in FastTrack,
/// Flanagan and Freund, PLDI 2009), which the race check compares (shared_checks.hpp).
///
/// of(w)[v] is the latest time of warp v that warp w has synchronised with; a warp's own time advances whenever it
/// releases. An access by v at time t happened before the current one of w if t <= of(w)[v]. Example: warp 0 writes a
/// byte at time 1; warp 1, whose clock for warp 0 is 0, reads it: a race. With a barrier in between, warp 1 acquires 1
/// and the read is ordered.
#include <cstddef>
#include <cstdint>
#include <vector>

namespace forewarp::emu {

class WarpClocks {
 public:
  using Clock = std::vector<std::uint64_t>;  ///< by warp of the cluster

  /// No warps: nothing is recorded.
  explicit WarpClocks(std::size_t warps) : clocks_(warps, Clock(warps)) {}

  /// All blocks of the cluster begin.
  void begin();
  /// The warp arrives at a barrier: what it did so far becomes part of the barrier's clock.
  void release(std::size_t warp, Clock& barrier);
  /// The warp goes on behind a barrier.
  void acquire(std::size_t warp, const Clock& barrier);

  [[nodiscard]] const Clock& of(std::size_t warp) const { return clocks_[warp]; }

 private:
  std::vector<Clock> clocks_;  ///< by warp
};

}  // namespace forewarp::emu
