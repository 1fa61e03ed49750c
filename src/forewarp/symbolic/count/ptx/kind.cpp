// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/kind.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::count {

/// The names that stevens2020 has for operations in feature names (f_op_float32_madd), so that
/// counts of a compiled kernel and of a loop program are comparable. Empty for what computes no
/// result of its own.
std::string kind_of(ptx::Opcode opcode) {
  using ptx::Operation;
  switch (ptx::operation_of(opcode)) {
    case Operation::add:
      return "add";
    case Operation::multiply:
    case Operation::multiply_24:
      return "mul";
    case Operation::multiply_add:
    case Operation::multiply_add_24:
      return "madd";
    case Operation::exponential:
      return opcode == ptx::Opcode::ex2 ? "exp2" : opcode == ptx::Opcode::lg2 ? "log2" : "tanh";
    case Operation::logic:
    case Operation::shift:
      return "logic";
    case Operation::compare:
      return "compare";
    case Operation::select:
      return "select";
    case Operation::convert:
      return "convert";
    case Operation::move:
    case Operation::address:
      return "move";
    case Operation::divide:
    case Operation::remainder:
    case Operation::min_max:
    case Operation::sign:
    case Operation::root:
    case Operation::trigonometric:
    case Operation::tensor:
    case Operation::bit_count:
    case Operation::shuffle:
      return std::string(ptx::name_of(opcode));
    case Operation::none:
    case Operation::simple:
    case Operation::dot:
    case Operation::copy_sign:
    case Operation::test_space:
    case Operation::bit_field:
    case Operation::video:
    case Operation::video_packed:
      return "";
  }
  return "";
}

std::string type_name(ptx::Type type, unsigned vector) {
  const unsigned bits = 8 * ptx::size_of(type);
  std::string name = type == ptx::Type::pred || bits == 0 ? std::string(ptx::name_of(type))
                     : type == ptx::Type::f16 || type == ptx::Type::f32 || type == ptx::Type::f64
                         ? fmt::format("float{}", bits)
                     : ptx::is_float(type) ? std::string(ptx::name_of(type))
                                           : fmt::format("int{}", bits);
  if (vector > 1) name += fmt::format("x{}", vector);
  return name;
}

}  // namespace forewarp::count
