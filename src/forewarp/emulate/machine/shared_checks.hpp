// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What may be watched on request for every byte of shared memory: whether it was written, and which warps touched it
/// last. Two warps that touch one byte with no barrier in between, one of them writing and not both atomically, race.
/// What is in between is known by vector clocks (warp_clocks.hpp), joined by barriers and mbarriers, so named barriers
/// of a part of the warps and bar.arrive count as they should; flags that warps hand to each other in memory do not
/// count. Warps are numbered over the whole cluster, as blocks reach each other's shared memory.
#include <cstdint>
#include <map>
#include <vector>

#include "forewarp/emulate/decode/program.hpp"
#include "forewarp/emulate/machine/warp_clocks.hpp"

namespace forewarp::emu {

class Warp;

class SharedChecks {
 public:
  /// bytes: of the kernel's own; what the system reserves behind them is not checked.
  SharedChecks(std::uint64_t bytes, WarpClocks& clocks, bool uninitialised, bool races);

  void begin_block();
  /// The warp arrives at the mbarrier at this offset, or a copy that it issued completes there.
  void arrive(const Warp& warp, std::uint64_t mbarrier);
  /// The warp has seen that a phase of the mbarrier is complete.
  void pass(const Warp& warp, std::uint64_t mbarrier);
  /// Looks at one lane's access, of any warp of the cluster; what is wrong is reported through the warp.
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

  WarpClocks& clocks_;
  std::map<std::uint64_t, WarpClocks::Clock> mbarriers_;  ///< by offset
  std::vector<bool> written_;
  std::vector<Byte> bytes_;
};

}  // namespace forewarp::emu
