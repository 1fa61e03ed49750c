// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The barrier of a cluster (PTX ISA, "barrier.cluster"): each thread arrives, does something else perhaps, and waits
/// for the arrival of all threads of the cluster that have not left the kernel.
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/barrier.hpp"

namespace forewarp::emu {

class Cluster;

class ClusterBarrier {
 public:
  /// warps: of the cluster.
  explicit ClusterBarrier(std::size_t warps) : lanes_(warps) {}

  void begin();
  /// False where one of the lanes arrived before and has not waited since.
  [[nodiscard]] bool arrive(Warp& warp, LaneMask lanes);
  enum class Wait : std::uint8_t { passes, waits, never_arrived };
  /// Lanes that must wait are in waiting() until the barrier opens.
  [[nodiscard]] Wait wait(Warp& warp, LaneMask lanes, const MachineOp& op);
  /// Opens where all threads have arrived, and wakes those that wait.
  bool open(Cluster& cluster);

  [[nodiscard]] const std::vector<BarrierWaiter>& waiting() const { return waiting_; }
  /// Threads of the present phase, those that have left the kernel since not counted.
  [[nodiscard]] unsigned arrived(const Cluster& cluster) const;

 private:
  struct Lanes {
    LaneMask here = 0;    ///< have arrived in the present phase
    LaneMask passed = 0;  ///< arrived in one that is complete, and have not waited since
  };
  std::vector<Lanes> lanes_;  ///< by warp of the cluster
  bool used_ = false;         ///< some lane is here
  std::vector<BarrierWaiter> waiting_;
  std::vector<std::uint64_t> clock_;    ///< what happened before the arrivals of this phase (race check only)
  std::vector<std::uint64_t> settled_;  ///< before those of the phases that are complete
};

}  // namespace forewarp::emu
