// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/extended.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/bsp/checks.hpp"

namespace forewarp::model::bsp {
namespace {

constexpr double sharpness = 3;

void check(const Work& work, const Board& board) {
  detail::require_all_positive({{"number of blocks", work.blocks},
                                {"number of warps in a block", work.block.warps},
                                {"factor of partition camping", work.camping},
                                {"number of SMs", board.sms},
                                {"base clock", board.base_hz},
                                {"boost clock", board.boost_hz},
                                {"double-precision units", board.fp64_per_cycle},
                                {"memory bandwidth", board.dram_bytes_per_s},
                                {"most warps of an SM", board.max_warps}});
  detail::require_counts({{"cycles of a block", work.block.issue_cycles},
                          {"round trips to memory", work.block.round_trips},
                          {"double-precision instructions", work.block.fp64_lanes},
                          {"bytes of a block", work.block.dram_bytes},
                          {"time at work before", work.busy_before_s},
                          {"warps that hide latency", board.latency_warps},
                          {"latency of memory", board.dram_latency_cycles},
                          {"launch overhead", board.launch_s},
                          {"time until boost", board.ramp_s}});
}

/// The norm with exponent `sharpness`: close to the largest, and above it where two are alike.
/// Scaled by the largest against overflow. Terms (1, 1, 0) give 2^(1/3) = 1.26, terms (1, 0.5, 0)
/// give 1.125^(1/3) = 1.04.
double smooth_max(double a, double b, double c) {
  const double largest = std::max({a, b, c});
  if (largest == 0) return 0;
  return largest * std::pow(std::pow(a / largest, sharpness) + std::pow(b / largest, sharpness) +
                                std::pow(c / largest, sharpness),
                            1 / sharpness);
}

/// Per SM: issue or waiting for memory, whichever is longer, for at least the blocks that would
/// hide latency. Waiting is shared by all resident warps: a block of 8 warps on an SM of 64 with 10
/// round trips of 400 cycles waits 10 * 400 * 8/64 = 500 cycles of the SM.
Terms terms_at(const Work& work, const Board& board, double clock_hz) {
  const BlockWork& block = work.block;
  const double waiting = block.round_trips * board.dram_latency_cycles * block.warps / board.max_warps,
               to_fill = std::max(1.0, std::floor(board.latency_warps / block.warps)),
               blocks_of_sm = std::max(std::ceil(work.blocks / board.sms), to_fill);
  Terms terms{.sm_s = blocks_of_sm * std::max(block.issue_cycles, waiting) * work.camping / clock_hz,
              .fp64_s = work.blocks * block.fp64_lanes / (board.sms * board.fp64_per_cycle * clock_hz),
              .dram_s = work.blocks * block.dram_bytes / board.dram_bytes_per_s};
  terms.total_s = smooth_max(terms.sm_s, terms.fp64_s, terms.dram_s);
  return terms;
}

/// Seconds at the base clock, seconds at the boost clock, and the time left until it is reached.
struct Clocked {
  double base_s, boost_s, left_s;
};

Clocked clocked(const Work& work, const Board& board) {
  check(work, board);
  const Clocked t{.base_s = terms_at(work, board, board.base_hz).total_s,
                  .boost_s = terms_at(work, board, board.boost_hz).total_s,
                  .left_s = std::max(0.0, board.ramp_s - work.busy_before_s)};
  detail::require_positive("work of a block", t.base_s);
  return t;
}

}  // namespace

Board board_of(const device::DeviceSpec& device, bool ecc) {
  return {.sms = static_cast<double>(device.sms),
          .base_hz = device.base_hz,
          .boost_hz = device.boost_hz,
          .fp64_per_cycle = device.throughput.fp64,
          .dram_bytes_per_s = device.dram_bytes_per_s / (ecc ? ecc_traffic : 1),
          .max_warps = static_cast<double>(device.max_warps),
          .latency_warps = device.schedulers * device.alu_latency,
          .dram_latency_cycles = device.dram_latency,
          .launch_s = device.launch_overhead_s};
}

Terms terms_of(const Work& work, const Board& board) {
  check(work, board);
  return terms_at(work, board, board.base_hz);
}

/// Work runs at the base clock until the boost clock is reached, then at the boost clock. Example:
/// 0.5 s at base and 0.4 s at boost clock, 0.2 s until boost: 0.2 + (0.5 - 0.2) * 0.4/0.5 = 0.44 s.
double extended_time_s(const Work& work, const Board& board, double lambda) {
  detail::require_positive("lambda", lambda);
  const Clocked t = clocked(work, board);
  const double base_s = t.base_s / lambda;
  return board.launch_s + (base_s <= t.left_s ? base_s : t.left_s + (base_s - t.left_s) * t.boost_s / t.base_s);
}

/// Inverse of extended_time_s with respect to lambda; overhead-dominated times keep at least a thousandth.
double extended_lambda(const Work& work, const Board& board, double measured_s) {
  detail::require_positive("measured time", measured_s);
  const Clocked t = clocked(work, board);
  const double ran_s = std::max(measured_s - board.launch_s, 1e-3 * measured_s),
               base_s = ran_s <= t.left_s ? ran_s : t.left_s + (ran_s - t.left_s) * t.base_s / t.boost_s;
  return t.base_s / base_s;
}

}  // namespace forewarp::model::bsp
