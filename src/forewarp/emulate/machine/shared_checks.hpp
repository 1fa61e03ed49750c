// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What may be watched on request for every byte of shared memory: whether it was written, and which warps touched it
/// last. Two warps that touch one byte with no barrier in between, one of them writing and not both atomically, race.
/// What is in between is known by vector clocks (one a warp, joined by barriers), so named barriers of a part of the
/// warps and bar.arrive count as they should; flags that warps hand to each other in memory do not count.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

class Warp;

class SharedChecks {
 public:
  using Clock = std::vector<std::uint64_t>;  ///< by warp

  SharedChecks(std::uint64_t bytes, unsigned warps, bool uninitialised, bool races);

  void begin_block();
  /// The warp arrives at a barrier: what it did so far becomes part of the barrier's clock.
  void release(unsigned warp, Clock& barrier);
  /// The warp goes on behind a barrier.
  void acquire(unsigned warp, const Clock& barrier);
  /// Looks at one lane's access; what is wrong is reported through the warp.
  void access(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset, unsigned bytes,
              AccessKind kind);

 private:
  struct Touch {
    std::uint64_t time = 0;  ///< of the warp's own clock
    std::uint32_t warp = 0;
    const MachineOp* op = nullptr;
    bool atomic = false;
  };
  struct Byte {
    Touch write, read;  ///< the last of each
    Touch other_read;   ///< the last read by a warp that is not read.warp
  };
  void check_race(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset, AccessKind kind);
  /// Two accesses of one byte, in words: "written" and "read".
  struct Race {
    const Touch& earlier;
    const char* earlier_does;
    const char* does;
  };
  void report(const Warp& warp, const MachineOp& op, unsigned lane, std::uint64_t offset, const Race& race) const;

  std::vector<Clock> clocks_;  ///< by warp
  std::vector<bool> written_;
  std::vector<Byte> bytes_;
};

}  // namespace forewarp::emu
