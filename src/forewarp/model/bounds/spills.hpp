// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers that the machine compiler keeps in local memory: from where their loads come.
#include "forewarp/model/bounds/demand.hpp"
#include "forewarp/model/bounds/summary.hpp"

namespace forewarp::model {

/// The share of loads of spilled registers that each cache answers, of those that come to it. Reloads come after
/// anything from a few instructions to the whole kernel, so they are taken to meet the frames of all resident threads
/// evenly: a cache has the share of them that it has room for.
struct SpillHits {
  double l1 = 1, l2 = 1, l3 = 1;
};

/// NVIDIA's devices; occupancy as the demand has it.
[[nodiscard]] SpillHits spill_hits(const Summary& summary, const Demand& demand, const device::DeviceSpec& device);

/// The loads of the program (their sectors) and those of spills miss by turns, in the path of one warp.
void mix_hits(Demand& demand, double loads, double spilled, const SpillHits& hits);

}  // namespace forewarp::model
