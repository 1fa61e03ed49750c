// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/capability.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::ptx {
namespace {

/// What an instruction must have so that it needs the capability; a field that is left out is any.
struct Requirement {
  Opcode opcode;  ///< wmma stands for its loads and stores, too
  unsigned capability;
  Type type = Type::none;              ///< among its types
  MatrixShape shape = {};              ///< k = 0: any depth
  std::optional<Modifier> modifier{};  ///< among its suffixes
};

/// The first that fits counts. Those of one opcode follow one another, so that an instruction is compared with few.
constexpr std::array requirements{
    Requirement{Opcode::mma, 89, Type::e4m3},
    Requirement{Opcode::mma, 89, Type::e5m2},
    Requirement{Opcode::mma, 80, Type::f64},
    Requirement{Opcode::mma, 80, Type::bf16},
    Requirement{Opcode::mma, 80, Type::tf32},
    Requirement{Opcode::mma, 75, Type::none, {16, 8, 8}},
    Requirement{Opcode::mma, 80, Type::none, {16, 8}},
    Requirement{Opcode::mma, 70, Type::none, {8, 8, 4}},
    Requirement{Opcode::mma, 75},
    Requirement{Opcode::wmma, 80, Type::bf16},
    Requirement{Opcode::wmma, 80, Type::tf32},
    Requirement{Opcode::wmma, 80, Type::f64},
    Requirement{Opcode::wmma, 75, Type::s4},
    Requirement{Opcode::wmma, 75, Type::u4},
    Requirement{Opcode::wmma, 75, Type::b1},
    Requirement{Opcode::wmma, 72, Type::s8},
    Requirement{Opcode::wmma, 72, Type::u8},
    Requirement{Opcode::wmma, 70},
    Requirement{Opcode::wgmma, 90},
    Requirement{Opcode::ldmatrix, 75},
    Requirement{Opcode::movmatrix, 75},
    Requirement{Opcode::stmatrix, 90},
    Requirement{Opcode::cp, 90, Type::none, {}, Modifier::bulk},
    Requirement{Opcode::cp, 90, Type::none, {}, Modifier::reduce},
    Requirement{Opcode::cp, 80},
    Requirement{Opcode::redux, 80},
    Requirement{Opcode::mbarrier, 80},
    Requirement{Opcode::elect, 90},
    Requirement{Opcode::mapa, 90},
    Requirement{Opcode::getctarank, 90},
    Requirement{Opcode::tensormap, 90},
    Requirement{Opcode::clusterlaunchcontrol, 100},
    Requirement{Opcode::dp4a, 61},
    Requirement{Opcode::dp2a, 61},
    Requirement{Opcode::tanh, 75},
    Requirement{Opcode::atom, 60, Type::f64, {}, Modifier::add},
    Requirement{Opcode::atom, 70, Type::b16},
    Requirement{Opcode::atom, 60, Type::f16x2},
    Requirement{Opcode::red, 60, Type::f64, {}, Modifier::add},
    Requirement{Opcode::fma, 80, Type::bf16},
    Requirement{Opcode::fma, 80, Type::bf16x2},
    Requirement{Opcode::fma, 53, Type::f16},
    Requirement{Opcode::fma, 53, Type::f16x2},
    Requirement{Opcode::add, 53, Type::f16},
    Requirement{Opcode::add, 53, Type::f16x2},
    Requirement{Opcode::sub, 53, Type::f16},
    Requirement{Opcode::sub, 53, Type::f16x2},
    Requirement{Opcode::mul, 53, Type::f16},
    Requirement{Opcode::mul, 53, Type::f16x2},
};

/// By opcode, the place of its first requirement; the number of requirements where it has none.
constexpr auto first_of = [] {
  std::array<std::uint8_t, opcode_table.size()> first{};
  first.fill(requirements.size());
  for (std::size_t i = requirements.size(); i-- > 0;)
    first[static_cast<std::size_t>(requirements[i].opcode)] = static_cast<std::uint8_t>(i);
  return first;
}();

bool fits(const Requirement& r, const Mnemonic& m) {
  const MatrixShape shape{m.shape.m, m.shape.n, r.shape.k == 0 ? 0 : m.shape.k};
  return (r.type == Type::none || m.has(r.type)) && (r.shape == MatrixShape() || r.shape == shape) &&
         (!r.modifier || m.has(*r.modifier));
}

}  // namespace

unsigned required_capability(const Mnemonic& mnemonic) {
  const Opcode opcode = is_matrix_transfer(mnemonic.opcode) ? Opcode::wmma : mnemonic.opcode;
  for (std::size_t i = first_of[static_cast<std::size_t>(opcode)]; i < requirements.size(); ++i) {
    if (requirements[i].opcode != opcode) return 0;
    if (fits(requirements[i], mnemonic)) return requirements[i].capability;
  }
  return 0;
}

unsigned last_capability(Opcode opcode) { return opcode == Opcode::wgmma ? 90 : 0; }

}  // namespace forewarp::ptx
