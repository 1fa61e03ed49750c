// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a launch moves between L2 and DRAM when all of its blocks run, wave after wave, the blocks of a wave taking
/// turns request by request, past an L2 that is simulated. No L1: what it catches L2 would mostly have held.
#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::bench {

struct DramBytes {
  double read = 0, written = 0;
  [[nodiscard]] double all() const { return read + written; }
};

[[nodiscard]] DramBytes simulate(const kernel::Kernel& kernel, std::uint64_t blocks_in_wave, std::uint64_t l2_bytes,
                                 bool warps_in_turn);

}  // namespace forewarp::bench
