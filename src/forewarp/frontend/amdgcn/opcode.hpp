// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The mnemonics of AMD's machine code (GCN, CDNA, RDNA): the unit that executes them, and what they do besides writing
/// registers. Mnemonics say it themselves (v_add_f32_e32, global_load_dwordx4, ds_read2_b64), so a table of beginnings
/// and parts serves all architectures. What fits no row is unknown. Source: the ISA reference guides of AMD.
#include <cstdint>
#include <string_view>

#include "forewarp/frontend/machine/opcode.hpp"

namespace forewarp::amdgcn {

struct Opcode {
  const machine::OpcodeInfo* info = nullptr;  ///< its number and architectures are 0; nullptr: unknown
  std::uint8_t bytes = 0;                     ///< that an access to memory moves of each lane, all of its parts
  std::uint8_t parts = 1;                     ///< separate addresses: 2 of ds_read2_b32
  std::uint8_t operations = 1;                ///< of a vector instruction: 2 of v_dual_*
  std::uint8_t results = 1;  ///< of each lane, sums or products of floats: 2 of v_dual_* and v_pk_*_f32, 0 of v_max_f32
};

[[nodiscard]] Opcode opcode_of(std::string_view mnemonic);

}  // namespace forewarp::amdgcn
