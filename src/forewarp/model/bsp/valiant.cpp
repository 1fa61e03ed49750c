// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bsp/valiant.hpp"

#include "forewarp/model/bsp/checks.hpp"

namespace forewarp::model::bsp {

/// Example: work 1000, 50 packets of 4 cycles and a barrier of 200: 1000 + 200 + 200 = 1400 cycles.
double superstep_cost(const Superstep& step, const Network& network) {
  detail::require_count("work of a superstep", step.work);
  detail::require_count("packets of a superstep", step.packets);
  detail::require_count("time of a packet", network.time_per_packet);
  detail::require_count("time of a barrier", network.barrier);
  return step.work + network.time_per_packet * step.packets + network.barrier;
}

double program_cost(std::span<const Superstep> steps, const Network& network) {
  double total = 0;
  for (const Superstep& step : steps) total += superstep_cost(step, network);
  return total;
}

}  // namespace forewarp::model::bsp
