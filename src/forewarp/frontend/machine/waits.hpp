// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How long a warp that never waits for another one takes through its machine code, and what it waits for. A warp
/// issues in order: instruction i begins when the stall count of the one before it is over and the scoreboards in its
/// wait mask are released,
///
///     begin(i) = max(begin(i - 1) + stall(i - 1), release of each scoreboard that i waits for)
///
/// and a scoreboard is released when the latencies of the instructions that set it are over; DEPBAR waits for all but
/// the last of them on Maxwell and Pascal. There a stall count of 0 lets two instructions issue together. Jia et al.,
/// "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1; Huerta et al., MICRO 2025,
/// section 4. What a block begins with is what the predecessor that is executed most has left; so a loop meets its own
/// loads.
#include <array>
#include <vector>

#include "forewarp/frontend/machine/executions.hpp"

namespace forewarp::machine {

/// Cycles from the issue of an instruction to the release of its scoreboard. Waits are stated in such latencies, so
/// that those of a device can take their place.
struct WaitLatencies {
  double global = 300;   ///< L2 or beyond, and texture
  double shared = 24;    ///< LDS 24 to 26 (Huerta et al., table 2)
  double special = 20;   ///< MUFU, conversions, shuffles, special registers
  double fp64 = 40;      ///< where it has a scoreboard
  double fast_fp64 = 8;  ///< the same of Kernel::doubles_are_fast
  double constant = 30;  ///< LDC 29
  double near = 33;      ///< a load that L1 answers: 28 to 38 from Volta to Hopper (Jia et al. 2018; Luo et al. 2024)
  double operands = 12;  ///< until a memory instruction has read its registers
};

/// Of a mean warp. Waits are numbers of whole latencies: 1.5 of global is one and a half times WaitLatencies::global.
struct Waits {
  double issue_cycles = 0;  ///< the stall counts
  double global = 0, atomic = 0, shared = 0, special = 0, fp64 = 0, near = 0;
  double other_cycles = 0;  ///< for constants and operands
  bool operator==(const Waits&) const = default;
};

/// The same for several latencies of global memory: a wait is a latency less what the warp does meanwhile, so what is
/// waited with one latency does not tell what is waited with another. Example: a load, 50 additions of 4 cycles, and
/// what needs the load: 100 cycles of waits for a latency of 300, 400 for 600, none for 200.
struct WaitsByLatency {
  struct Cycles {
    double global = 0, atomic = 0, shared = 0, special = 0, fp64 = 0, near = 0, other = 0;
  };
  static constexpr std::array<double, 5> latencies{30, 150, 300, 600, 1200};
  std::array<Cycles, latencies.size()> of{};  ///< waited
  double issue_cycles = 0;
  WaitLatencies of_a_wait;  ///< by which cycles are waits, but for global memory

  /// About a latency of global memory: global and atomic are what a cycle more of it adds, and issue_cycles those that
  /// do not pass while these are waited for, so that all together is the time at this latency.
  [[nodiscard]] Waits at(double latency) const;
};

/// O(instructions). warps: of the launch. is_near: of each instruction whether it is a load that L1 answers; empty:
/// none is.
[[nodiscard]] WaitsByLatency waits_of(const Kernel& kernel, const FlowGraph& graph, const Executions& executions,
                                      double warps, const std::vector<bool>& is_near = {},
                                      WaitLatencies latencies = {});

}  // namespace forewarp::machine
