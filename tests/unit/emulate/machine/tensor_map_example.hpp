// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/tensor_map.hpp"

namespace forewarp::emu::test {

/// 40 x 20 floats, of which 16 x 8 are copied at once.
inline TensorMap example_map() {
  TensorMap map;
  map.rank = 2;
  map.type = TensorMap::Type::f32;
  map.sizes = {40, 20, 0, 0, 0};
  map.strides = {160, 0, 0, 0};
  map.box = {16, 8, 0, 0, 0};
  map.steps = {1, 1, 0, 0, 0};
  return map;
}

}  // namespace forewarp::emu::test
