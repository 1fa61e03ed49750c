// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one instruction does to the registers of one warp, all lanes at once: the contract between the machine (which
/// fetches, schedules and owns memory) and lanes/ (which computes). Lane operations touch registers only.
///
/// Register file of a warp: one row per register, width lanes side by side. A row of a 64-bit type has 8 bytes per
/// lane, of b128 16 bytes, of every narrower type 4 bytes per lane (8- and 16-bit values zero-extended in their 32-bit
/// slot; f16 and bf16 are their bits in the low half). A predicate is one 64-bit mask, bit i for lane i. Immediates and
/// uniform special registers are rows too, so an operation knows no other operand than a row.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::emu {

/// Lanes of a warp: 32, or 64 for AMD wavefronts. Cross-lane PTX operations work within each group of 32.
using LaneMask = std::uint64_t;

struct LaneInst;
/// Executes inst on the rows at regs for the lanes in active (bits at and above width are clear). Rows of inactive
/// lanes keep their values. Never called with active == 0.
using LaneFn = void (*)(std::byte* regs, const LaneInst& inst, LaneMask active, unsigned width);

/// An instruction made ready. Offsets are bytes from regs to rows, in the order of the PTX text, vectors flattened
/// (mma's fragments, mov {a,b}, setp p|q gives two destinations); absent_row for '_' and for an absent second
/// predicate.
struct LaneInst {
  static constexpr std::uint32_t absent_row = 0xffffffff;
  LaneFn fn = nullptr;
  const std::uint32_t* rows = nullptr;
  std::uint32_t negated = 0;  ///< bit i: rows[i] is a predicate read as !p
  std::uint32_t control = 0;  ///< whatever the selected operation packed (lop3 table, comparison, modes)
};

/// How an operation can become a part of code that computes several (emulate/native).
enum class Fusion : std::uint8_t {
  none,        ///< by a call only
  call,        ///< a function of lanes/scalar, which is called with the control and the sources
  comparison,  ///< setp: a comparison and how operands are read (lanes/scalar/compare.hpp)
  expression,  ///< one for each destination, separated by semicolons, of the sources a, b, c ...
};

/// What selection returns: the operation, and how many of the flattened operands are destinations.
struct LaneChoice {
  LaneFn fn = nullptr;
  std::uint32_t control = 0;
  std::uint8_t destinations = 1;
  /// One letter for each flattened operand, what its row must be: p predicate mask, w 4 bytes per lane, s the same read
  /// as f32, l 8 bytes, d the same read as f64, q 16 bytes; an immediate is converted to that when its row is made.
  /// After the operands of the text stands one more row, p, for instructions that have .cc or are addc, subc or madc:
  /// the carry flag, which the machine appends and which is read and written. Selection has checked that the
  /// instruction's operands fit: registers have that width, '_' (absent_row) stands only where it may.
  const char* rows = "";
  const char* scalar = nullptr;  ///< the text that fusion needs
  Fusion fusion = Fusion::none;
};

enum class Isa : std::uint8_t { baseline, x86_64_v3, x86_64_v4 };
[[nodiscard]] Isa best_isa();  ///< of those that instruction_set() reports, the widest that lanes have

/// The lane operation for an instruction, or nothing when this opcode, type or modifier is not one of ours: every
/// suffix must be understood, none is ignored. Results are the same bits for every isa. Loads, stores, atomics,
/// branches, barriers, calls and special-register reads are the machine's, not lanes'.
[[nodiscard]] std::optional<LaneChoice> select_lane_op(const ptx::Function& function,
                                                       const ptx::Instruction& instruction, Isa isa);

/// The lane operation of that key (canonical PTX text, lanes/entry.hpp), for instructions made of several.
[[nodiscard]] std::optional<LaneChoice> lane_op_called(std::string_view key, Isa isa);
/// What makes LaneInst::control of an integer mma clamp its sums.
inline constexpr std::uint32_t lane_satfinite = 1U << 10;

}  // namespace forewarp::emu
