// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each line of PTX executed, for machine code to be compared with: the counts of basic blocks, line by line.
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "forewarp/frontend/machine/opcode.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::machine {

/// Executions of one basic block of PTX; the blocks of a function in the order of its text.
struct PtxBlockCount {
  std::string_view function;
  double warps = 0, threads = 0;
};

/// What an instruction of PTX becomes in machine code, if it is arithmetic of which that is known.
enum class PtxArithmetic : std::uint8_t {
  none,
  floats,   ///< a sum or a product of floats: one instruction on their pipe
  halves,   ///< the same of 16-bit floats, or of two at a time
  special,  ///< a division, root, exponential or trigonometric function marked .approx, or a count of bits: one
            ///< instruction on the pipe of special functions, and perhaps others beside it
  single,   ///< one instruction: smaller or larger float, 32-bit logic, shifts and products, dp4a
  several   ///< 64-bit logic, shifts and products
};

/// A line with one instruction.
struct PtxLine {
  double warps = 0, threads = 0;  ///< of its basic block
  std::uint32_t block = 0;        ///< number over the module
  Effect effect = Effect::none;   ///< what machine code must have, too: memory, barriers, exchanges of lanes
  Space space = Space::none;
  std::uint32_t bytes_per_lane = 0;  ///< of a memory access, vectors whole
  bool guarded = false;
  PtxArithmetic arithmetic = PtxArithmetic::none;
  /// Mean iterations of the innermost loop around it, each time it is entered; 0: no loop, or unknown.
  double trips = 0;
  bool is_near = false;  ///< a load that L1 answers; set by who knows
};

struct PtxLines {
  std::map<std::uint32_t, PtxLine> lines;  ///< lines with several instructions are left out
  double threads = 0;                      ///< of the launch
  double warps = 0;
};

/// Functions whose counts are of another module are left out.
[[nodiscard]] PtxLines ptx_lines(const ptx::Module& module, const std::vector<PtxBlockCount>& counts, double threads,
                                 double warps);

}  // namespace forewarp::machine
