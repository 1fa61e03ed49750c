// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

namespace forewarp::ptx {

/// Every opcode of PTX ISA 9.0 by its first word; `unknown` keeps the word in Instruction::mnemonic.
/// Words that would clash with C++ keywords end in an underscore. wmma's loads and stores are opcodes of their own,
/// because they are memory instructions; `wmma` is the product.
enum class Opcode : std::uint16_t {
  unknown,
#define FOREWARP_OPCODE(enumerator, word, ...) enumerator,
#include "forewarp/frontend/ptx/opcodes.def"
#undef FOREWARP_OPCODE
};

/// Special registers (PTX ISA, "Special Registers"). The column `value` of the table: emulate/machine/special.cpp.
enum class Special : std::uint8_t {
  none,
#define FOREWARP_SPECIAL(enumerator, word, value) enumerator,
#include "forewarp/frontend/ptx/specials.def"
#undef FOREWARP_SPECIAL
};

[[nodiscard]] Opcode opcode_from(std::string_view word);
/// The opcode of a whole dotted text: "wmma.load.a.sync..." is wmma_load, "ld.global.f32" is ld.
[[nodiscard]] Opcode opcode_of(std::string_view mnemonic);
[[nodiscard]] std::string_view name_of(Opcode opcode);
[[nodiscard]] Special special_from(std::string_view word);  ///< "%tid" without component; none when not one
[[nodiscard]] std::string_view name_of(Special special);
[[nodiscard]] bool has_components(Special special);  ///< %tid and its like, read as .x .y .z

}  // namespace forewarp::ptx
