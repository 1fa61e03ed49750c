// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// tensormap.replace: which field of the map at op's address gets the value of rows[0], of op.register_bytes bytes;
/// MachineOp::control. control2: the dimension, of a field that has one of each.
enum class TensorMapField : std::uint8_t {
  global_address,
  rank,
  box_dim,
  global_dim,
  global_stride,
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  fill_mode,
};
[[nodiscard]] MachineFn select_tensor_map_change(unsigned width);

}  // namespace forewarp::emu
