// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::ptx {
namespace {

unsigned operations_per_element(Opcode opcode) {
  switch (operation_of(opcode)) {
    case Operation::multiply_add:
      return 2;
    case Operation::add:
    case Operation::multiply:
    case Operation::divide:
    case Operation::root:
    case Operation::trigonometric:
    case Operation::exponential:
      return 1;
    case Operation::none:
    case Operation::simple:
    case Operation::multiply_24:
    case Operation::multiply_add_24:
    case Operation::dot:
    case Operation::remainder:
    case Operation::min_max:
    case Operation::sign:
    case Operation::copy_sign:
    case Operation::compare:
    case Operation::select:
    case Operation::logic:
    case Operation::shift:
    case Operation::move:
    case Operation::address:
    case Operation::test_space:
    case Operation::convert:
    case Operation::bit_field:
    case Operation::bit_count:
    case Operation::video:
    case Operation::video_packed:
    case Operation::shuffle:
    case Operation::tensor:
      return 0;
  }
  return 0;
}

}  // namespace

unsigned floating_operations(Opcode opcode, Type type) {
  if (!is_float(type)) return 0;
  const bool is_packed = type == Type::f16x2 || type == Type::bf16x2 || type == Type::f32x2;
  return operations_per_element(opcode) * (is_packed ? 2 : 1);
}

}  // namespace forewarp::ptx
