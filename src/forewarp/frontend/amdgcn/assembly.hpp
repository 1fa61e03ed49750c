// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// AMD's machine code as clang prints it (-S for amdgcn): the kernels with their instructions, the place in the source
/// of each, and from the metadata at the end what a thread and a block occupy.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/amdgcn/opcode.hpp"
#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/machine/cubin.hpp"
#include "forewarp/frontend/machine/flow_graph.hpp"

namespace forewarp::amdgcn {

/// A line of a source file, the file without its folders.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  auto operator<=>(const Place&) const = default;
};

/// What an instruction tells of the way through the code that it is on (known_ways.hpp).
enum class Way : std::uint8_t {
  usual,
  rare,            ///< __fw_rare() of our mathematics
  wide_division,   ///< of integers in 64 bits
  narrow_division  ///< in 32 bits
};

/// What machine::Instruction has no room for.
struct Access {
  std::uint8_t parts = 1, operations = 1, results = 1;  ///< as Opcode has them
  std::uint32_t place = 0;                              ///< index of Kernel::places
  std::uint32_t depth = 0;                              ///< loops around it
  /// Of a wait: accesses to vector memory that may still be going on after it; -1: it waits for none of them.
  std::int32_t left_waiting = -1;
  Counting counting{};
  Way way = Way::usual;
};

struct Kernel {
  /// Instructions with addresses machine::instruction_bytes apart, whatever they take; registers are VGPRs.
  machine::Kernel code;
  std::vector<Access> accesses;  ///< of each instruction
  std::vector<Place> places;     ///< the first is no place at all
  std::uint32_t scalar_registers = 0;
  std::uint32_t spilled_registers = 0, spilled_scalar_registers = 0;
  std::uint32_t wave_size = 64;
  std::uint32_t llvm_version = 0;  ///< 19 of "clang version 19.1.7"; 0: not known
};

/// Whether it accesses global memory or the threads' own, not local memory (LDS).
[[nodiscard]] bool is_vector_memory(const machine::Instruction& instruction);

/// The loops of machine code; blocks as those of the graph.
[[nodiscard]] analysis::Cfg loops_of(const machine::FlowGraph& graph);

/// In the order of the metadata. Throws InputError with file:line where the text is not such assembly.
[[nodiscard]] std::vector<Kernel> read_assembly(std::string_view text, const std::string& file);

}  // namespace forewarp::amdgcn
