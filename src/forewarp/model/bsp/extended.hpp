// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One constant per kernel, as in bsp.hpp, but effects that differ between boards and sizes are modelled separately.
///
///     T = T0 + ramp(X / lambda),    X = (X_sm^p + X_fp64^p + X_dram^p)^(1/p),    p = 3
///     X_sm   = max(ceil(B / S), n_sat) c k / R      blocks an SM works through one after another
///     X_fp64 = B d / (S U R)                        its double-precision units
///     X_dram = B m / W                              the memory behind them
///     c      = max(c_issue, r l_dram w / w_max)     cycles an SM is busy with a block, or waits for memory
///     n_sat  = max(1, floor(s l_alu / w))           blocks it takes to fill an SM: before that, latency counts
///
/// B blocks launched (whether their threads do anything or not), w warps and c_issue cycles of a block at the busiest
/// port of its SM, r times that it waits for DRAM, d double-precision lane instructions, m bytes of DRAM; k how much
/// longer an SM waits because accesses camp on one partition of memory (1: not). S SMs, R clock, U double-precision
/// units of an SM, W bytes per second, l latencies in cycles, s schedulers, w_max resident warps, T0 the launch. X is
/// in seconds at the base clock and at the boost clock, X_0 and X_1:
///
///     ramp(1 / lambda) = X_0 / lambda                                   while that ends within the ramp, else
///                        q + (X_0 / lambda - q) X_1 / X_0               q what is left of the ramp
///
/// for boards raise their clock after about 0.2 s of work (measured on a Titan Black, see docs/models/bsp.md).
/// Only lambda is fitted, to one run. Everything else is counted or taken from a data sheet.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model::bsp {

/// What one block of a kernel asks for.
struct BlockWork {
  double warps = 1;         ///< w
  double issue_cycles = 0;  ///< c_issue: of its SM, at the port that is busiest
  double round_trips = 0;   ///< r: times that a warp waits for DRAM, one after another
  double fp64_lanes = 0;    ///< d: double-precision instructions and conversions, all 32 lanes of a warp counted
  double dram_bytes = 0;    ///< m
};

struct Work {
  double blocks = 1;  ///< B
  BlockWork block;
  double camping = 1;        ///< k
  double busy_before_s = 0;  ///< how long the board has been at work already, copies included
};

/// What differs from board to board.
struct Board {
  double sms = 0;                    ///< S
  double base_hz = 0, boost_hz = 0;  ///< R
  double fp64_per_cycle = 0;         ///< U
  double dram_bytes_per_s = 0;       ///< W
  double max_warps = 64;             ///< w_max
  double latency_warps = 0;          ///< s l_alu
  double dram_latency_cycles = 0;    ///< l_dram
  double launch_s = 0;               ///< T0
  double ramp_s = 0.2;               ///< how long it stays at its base clock
};

/// DRAM transactions of a vector addition on a K20 with ECC over those without: 1.17 (nvprof's counters in the data of
/// amaris2022).
inline constexpr double ecc_traffic = 1.17;

/// From a data sheet; with ECC, bandwidth is what is left of it.
[[nodiscard]] Board board_of(const device::DeviceSpec& device, bool ecc = false);

/// X and its parts at the base clock, seconds.
struct Terms {
  double sm_s = 0, fp64_s = 0, dram_s = 0, total_s = 0;
};
/// Throws InputError where a number is negative or not finite, or there are no blocks, warps, SMs, clock, units or
/// bandwidth.
[[nodiscard]] Terms terms_of(const Work& work, const Board& board);

/// T. Throws as terms_of, and where lambda is not positive.
[[nodiscard]] double extended_time_s(const Work& work, const Board& board, double lambda = 1);

/// lambda of one measured run: extended_time_s(work, board, lambda) is measured_s. A run shorter than a launch is taken
/// for a thousandth of one longer than it. Throws as terms_of, and where the time is not positive.
[[nodiscard]] double extended_lambda(const Work& work, const Board& board, double measured_s);

}  // namespace forewarp::model::bsp
