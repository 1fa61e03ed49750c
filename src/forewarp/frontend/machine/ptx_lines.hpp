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

/// A line with one instruction.
struct PtxLine {
  double warps = 0, threads = 0;  ///< of its basic block
  std::uint32_t block = 0;        ///< number over the module
  Effect effect = Effect::none;   ///< what machine code must have, too: memory, barriers, exchanges of lanes
  Space space = Space::none;
  std::uint32_t bytes_per_lane = 0;  ///< of a memory access, vectors whole
  bool guarded = false;
  /// Arithmetic that is one machine instruction: float sums and products, 32-bit logic, shifts and products.
  bool single = false;
  bool of_floats = false;  ///< single: a sum or a product of floats
  bool several = false;    ///< arithmetic that is several: 64-bit logic, shifts and products
  /// Mean iterations of the innermost loop around it, each time it is entered; 0: no loop, or unknown.
  double trips = 0;
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
