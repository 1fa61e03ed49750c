// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/opcode_table.hpp"

#include "forewarp/support/one_of.hpp"

namespace forewarp::ptx {
namespace {

unsigned operations_per_element(Opcode opcode) {
  using enum Operation;
  const Operation operation = operation_of(opcode);
  if (operation == multiply_add) return 2;
  return is_one_of(operation, add, multiply, divide, root, trigonometric, exponential) ? 1 : 0;
}

}  // namespace

unsigned floating_operations(Opcode opcode, Type type) {
  if (!is_float(type)) return 0;
  const bool is_packed = type == Type::f16x2 || type == Type::bf16x2 || type == Type::f32x2;
  return operations_per_element(opcode) * (is_packed ? 2 : 1);
}

}  // namespace forewarp::ptx
