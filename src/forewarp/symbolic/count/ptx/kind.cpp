// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/kind.hpp"

#include <fmt/format.h>

namespace forewarp::count {

using ptx::Opcode;

std::string kind_of(ptx::Opcode opcode) {
  switch (opcode) {
    case Opcode::fma:
    case Opcode::mad:
    case Opcode::mad24:
      return "madd";
    case Opcode::mul24:
      return "mul";
    case Opcode::ex2:
      return "exp2";
    case Opcode::lg2:
      return "log2";
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::not_:
    case Opcode::cnot:
    case Opcode::lop3:
    case Opcode::shl:
    case Opcode::shr:
    case Opcode::shf:
      return "logic";
    case Opcode::setp:
    case Opcode::set:
      return "compare";
    case Opcode::selp:
    case Opcode::slct:
      return "select";
    case Opcode::cvt:
      return "convert";
    case Opcode::mov:
    case Opcode::cvta:
      return "move";
    case Opcode::add:
    case Opcode::sub:
      return "add";
    case Opcode::mul:
    case Opcode::div:
    case Opcode::rem:
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::tanh:
    case Opcode::min:
    case Opcode::max:
    case Opcode::abs:
    case Opcode::neg:
    case Opcode::shfl:
    case Opcode::mma:
    case Opcode::wmma:
    case Opcode::popc:
    case Opcode::clz:
      return std::string(ptx::name_of(opcode));
    default:
      return "";
  }
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
