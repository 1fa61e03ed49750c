// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// cp.async.bulk.tensor and cp.reduce.async.bulk.tensor. Loads: op is the destination in shared memory, op.second the
/// tensor's map; stores and reductions: op is the map, op.second the source. rows: the mbarrier's address (absent_row:
/// none), the mask of blocks of a multicast (absent_row: none), then the coordinates, the innermost first. control:
/// TensorCopy.
enum class TensorCopy : std::uint8_t { load, store, add, min, max, bitwise_and, bitwise_or, bitwise_xor };
[[nodiscard]] MachineFn select_tensor_copy(unsigned width);

}  // namespace forewarp::emu
