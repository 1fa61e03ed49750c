// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/pointers.hpp"

#include <algorithm>
#include <array>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis::detail {

bool keeps_pointer(ptx::Opcode opcode) {
  using ptx::Operation;
  constexpr std::array makes_numbers = {Operation::multiply,        Operation::multiply_add, Operation::multiply_24,
                                        Operation::multiply_add_24, Operation::dot,          Operation::divide,
                                        Operation::remainder,       Operation::compare,      Operation::shift,
                                        Operation::bit_count,       Operation::bit_field};
  return opcode == ptx::Opcode::bfi ||
         std::find(makes_numbers.begin(), makes_numbers.end(), operation_of(opcode)) == makes_numbers.end();
}

}  // namespace forewarp::analysis::detail
