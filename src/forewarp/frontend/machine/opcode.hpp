// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The opcodes of machine code (SASS): mnemonic, pipe, and what an instruction does besides writing registers. From
/// Volta on an opcode has twelve bits: the lower nine say what is computed and are the key of the table (opcodes.def),
/// the upper three say where the operands are (register, constant bank, immediate, uniform register). On Maxwell and
/// Pascal it has up to thirteen, the rest of the upper sixteen are flags, and the table has a mask
/// (maxwell_opcodes.def). What is not in the tables is unknown: nothing is guessed from neighbours.
#include <cstdint>
#include <string_view>

namespace forewarp::machine {

/// The execution unit that an instruction occupies.
enum class Pipe : std::uint8_t {
  fp32,
  fp16,
  fp64,
  int_add,  ///< additions, logic, comparisons, selections, moves
  int_mul,  ///< IMAD, which from Volta on runs where FFMA does; XMAD of Maxwell and Pascal is an addition
  shift,    ///< on Maxwell and Pascal all of half the rate: comparisons, selections of the larger, bit fields, scaled
            ///< adds
  special,  ///< MUFU, POPC, FLO, BREV
  convert,
  convert64,  ///< from and to doubles and 64-bit integers
  shuffle,
  tensor,
  uniform,  ///< once a warp, beside its lanes
  memory,
  texture,
  control,  ///< branches, calls, convergence barriers
  barrier,  ///< of blocks and warps, fences
  other     ///< special registers, NOP, waits
};
inline constexpr unsigned pipe_count = 17;
[[nodiscard]] const char* name_of(Pipe pipe);

enum class Effect : std::uint8_t {
  none,
  load,
  store,
  atomic,
  copy,          ///< global to shared memory without registers (LDGSTS)
  bulk_copy,     ///< of the tensor memory accelerator
  barrier,       ///< BAR: threads of a block wait for each other
  branch,        ///< to a target in the code
  branch_table,  ///< to an address in a register
  call,
  exchange,  ///< between lanes: SHFL, VOTE, MATCH, REDUX
  leave,     ///< EXIT, KILL
  ret
};

enum class Space : std::uint8_t { none, global, shared, local, constant, generic, texture };
[[nodiscard]] const char* name_of(Space space);

struct OpcodeInfo {
  std::uint16_t number;            ///< the lower nine bits; on Maxwell and Pascal the upper sixteen without flags
  std::uint16_t first_sm, end_sm;  ///< architectures [first_sm, end_sm) for which it was checked
  std::string_view mnemonic;
  Pipe pipe;
  Effect effect;
  Space space;
};

/// Of an instruction's lower nine bits, sm_70 and after; nullptr for an opcode that is not known for the architecture.
[[nodiscard]] const OpcodeInfo* find_opcode(std::uint16_t number, int sm);
/// Of an instruction's upper sixteen bits, sm_50 to sm_62; nullptr likewise.
[[nodiscard]] const OpcodeInfo* find_maxwell_opcode(std::uint16_t upper, int sm);
/// The same operation from or to 64 bits of one whose pipe is convert: Pascal has no opcodes of its own for those.
[[nodiscard]] const OpcodeInfo* wide_conversion(const OpcodeInfo& info);

}  // namespace forewarp::machine
