// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The cost of a bulk-synchronous program (Valiant 1990; amaris2022, section 2.3.1, Eq. 1 and 2).
///
///     superstep   w + g h + L                               Eq. 1
///     program     T = W + g H + L S                         Eq. 2
///
/// w the most work of any processor, h the most packets that any processor sends or receives, g the time of a packet, L
/// the least duration of a superstep (latency and barrier); W and H their sums over the S supersteps. Any unit of time.
#include <span>

namespace forewarp::model::bsp {

struct Network {
  double time_per_packet = 0;  ///< g
  double barrier = 0;          ///< L
};

struct Superstep {
  double work = 0;     ///< w
  double packets = 0;  ///< h
};

/// Eq. 1. Throws InputError where a figure is negative or not finite.
[[nodiscard]] double superstep_cost(const Superstep& step, const Network& network);

/// Eq. 2; 0 without supersteps. Throws as superstep_cost.
[[nodiscard]] double program_cost(std::span<const Superstep> steps, const Network& network);

}  // namespace forewarp::model::bsp
