// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A dotted mnemonic, decoded: the parser fills Instruction from it, and profiles, which store mnemonics as text, are
/// read through it. Example: "mad.wide.s32" is {mad, types {s32}, wide}, "ld.global.nc.v4.f32" is {ld, global,
/// vector 4, types {f32}, non_coherent}, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32" has the shape 16 x 8 x 8.
#include <array>
#include <cstdint>
#include <string_view>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::ptx {

/// The suffixes that change what an instruction computes or costs; others ("sync", "aligned", "ca") are not decoded.
enum class Modifier : std::uint8_t {
#define FOREWARP_MODIFIER(enumerator, word) enumerator,
#include "forewarp/frontend/ptx/modifiers.def"
#undef FOREWARP_MODIFIER
};

/// Rows, columns and depth of a product of matrices: m16n8k16. 0 where the mnemonic states none (m8n8 has no k).
struct MatrixShape {
  unsigned m = 0, n = 0, k = 0;
  bool operator==(const MatrixShape&) const = default;
};

struct Mnemonic {
  Opcode opcode = Opcode::unknown;
  StateSpace space = StateSpace::none;  ///< the first one that is written
  std::uint8_t vector = 1;              ///< 1, 2, 4, 8 from .v2 .v4 .v8
  std::uint8_t type_count = 0;
  std::array<Type, 4> types{};  ///< in order of appearance; no instruction that is decoded here has more
  std::uint32_t modifiers = 0;  ///< bit per Modifier
  MatrixShape shape;

  [[nodiscard]] bool has(Modifier modifier) const { return (modifiers >> static_cast<unsigned>(modifier) & 1) != 0; }
  [[nodiscard]] bool has(Type type) const;
  /// Counted from the front, or from the back: the last type is that of a conversion's source. none where there is no
  /// such type.
  [[nodiscard]] Type type(unsigned i = 0) const { return i < type_count ? types[i] : Type::none; }
  [[nodiscard]] Type type_from_end(unsigned i) const { return i < type_count ? types[type_count - 1 - i] : Type::none; }
};

/// Never fails: words that mean nothing here are skipped.
[[nodiscard]] Mnemonic decode_mnemonic(std::string_view text);

}  // namespace forewarp::ptx
