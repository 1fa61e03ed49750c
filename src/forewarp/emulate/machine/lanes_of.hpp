// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {

/// Calls body(lane) for every lane in the mask, in lane order.
template <typename Body>
inline void for_each_lane(LaneMask mask, Body&& body) {
  for (; mask != 0; mask &= mask - 1) body(static_cast<unsigned>(std::countr_zero(mask)));
}

[[nodiscard]] inline unsigned first_lane(LaneMask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }

}  // namespace forewarp::emu
