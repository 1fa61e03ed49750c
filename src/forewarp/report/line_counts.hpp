// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which line of the kernel keeps which resource busy. A profile counts the executions of basic blocks; the program
/// tells the instructions of each block and the source lines that they come from.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::report {

/// One line of PTX that was executed.
struct LineCount {
  std::uint32_t ptx_line = 0;
  std::string source_file = {};  ///< empty without .loc
  std::uint32_t source_line = 0;
  double warps = 0;  ///< executions of its PTX instructions by warps
  /// Machine instructions of warps by the names of the model's resources ("issue", "fp32", ...), as Volta and newer
  /// execute them. "tensor": multiply-adds of warps.
  std::map<std::string, double> resources = {};
  /// Cycles of a warp's longest dependency chain. The chain knows how many links of each class it has and not from
  /// which lines: the line gets its share of the executions of the class times the links times the nominal latency.
  double chain_cycles = 0;
};

/// In order of the PTX. The module is that which was profiled; empty where it is another one.
[[nodiscard]] std::vector<LineCount> line_counts(const profile::Profile& profile, const ptx::Module& module);

}  // namespace forewarp::report
