// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Machine code as NVIDIA's assembler writes it (a cubin, an ELF file): the kernels with their instructions, the PTX
/// line of each, and what a thread and a block occupy. Nothing is believed: offsets are checked against the bytes that
/// are there. Architectures sm_50 to sm_121; older ones have other instructions and are refused.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/machine/instruction.hpp"
#include "forewarp/frontend/source/arch.hpp"
#include "forewarp/support/byte_place.hpp"

namespace forewarp::machine {

inline constexpr int first_read_sm = 50, last_read_sm = 121;

struct Kernel {
  std::string name;                              ///< mangled
  std::uint32_t registers = 0, frame_bytes = 0;  ///< of a thread
  std::uint64_t shared_bytes = 0;                ///< of a block, static
  std::vector<Instruction> instructions;         ///< by address; the functions that it calls follow the kernel's own
  /// Where a branch through a register, or to a target that was kept before (SYNC, BRK, CONT), may lead: address of the
  /// branch, then of the targets.
  struct BranchTargets {
    std::uint32_t branch = 0;
    std::vector<std::uint32_t> targets;
  };
  std::vector<BranchTargets> branch_targets;  ///< by branch
  /// GV100 gives results of double precision a scoreboard although they are there after the stall count of 8 (Jia et
  /// al. 2018, table 4.1: DFMA 8 cycles), as its successors with as many such units have them without. The same is
  /// assumed of GP100, with its stall count of 14.
  bool doubles_are_fast = false;
  bool calls_other_sections = false;  ///< functions that are not part of its code are called: they are not read
  bool has_lines = false;             ///< the file was made with -lineinfo

  /// Place of the instruction at this address; nothing where none begins there.
  [[nodiscard]] std::optional<std::size_t> index_of(std::uint32_t address) const;
};

struct Code {
  source::Arch arch;
  std::vector<Kernel> kernels;  ///< in the order of the file

  /// nullptr where there is none of this (mangled) name.
  [[nodiscard]] const Kernel* find(std::string_view name) const;
};

/// Throws InputError saying what is wrong and where.
[[nodiscard]] Code read_cubin(std::string_view bytes, const BytePlace& place);

}  // namespace forewarp::machine
