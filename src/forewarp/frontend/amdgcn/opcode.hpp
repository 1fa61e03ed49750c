// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The mnemonics of AMD's machine code (GCN, CDNA, RDNA): the unit that executes them, and what they do besides writing
/// registers. Mnemonics say it themselves (v_add_f32_e32, global_load_dwordx4, ds_read2_b64), so a table of beginnings
/// and parts serves all architectures. What fits no row is unknown. Source: the ISA reference guides of AMD.
#include <array>
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

/// What an instruction has to do with the counter of a loop. Registers have one number each, scalar and vector ones; of
/// a pair it is the first's.
struct Counting {
  enum class Flag : std::uint8_t { none, scalar, vector };
  Flag flag = Flag::none;  ///< what a comparison sets, or a branch goes by: SCC, or masks of lanes
  std::uint32_t step = 0;  ///< constant that is added to a register, or subtracted; 0: none
  std::int16_t sum = -1;   ///< that register
  std::array<std::int16_t, 2> compared{-1, -1};  ///< registers that a comparison reads
};

/// Of "s_add_i32 s7, s7, -1" step 1 of s7; of "v_cmp_ge_i32_e32 vcc, v3, v4" the registers v3 and v4.
[[nodiscard]] Counting counting_of(std::string_view instruction);

}  // namespace forewarp::amdgcn
