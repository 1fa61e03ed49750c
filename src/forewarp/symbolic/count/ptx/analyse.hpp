// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a real kernel does, as formulas in its sizes: operations, memory accesses with their strides and how often
/// every basic block runs, from PTX alone (the statistics of stevens2020, section 5, gathered from compiled code).
///
/// Sizes are the kernel's integer arguments and block_x .. grid_z, with threads_x = block_x * grid_x. Values are taken
/// not to wrap round, arguments to be 0 or more. Where a branch depends on data, how often its block runs is an
/// unknown, freq_BB<number>: given by the user or by the emulator (fill.hpp). See docs/models/symbolic-ptx.md.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/symbolic/count/counts.hpp"

namespace forewarp::count {

struct PtxOptions {
  /// What the kernel's parameters are called, in order; those that are missing are param_<number>.
  std::vector<std::string> argument_names = {};
  /// A shape to fall back on where a formula cannot be had for every shape: it then holds for this block (and grid).
  std::optional<launch::Dim3> block = {}, grid = {};
};

/// How often a basic block runs: thread executions over the whole grid.
struct BlockCount {
  std::uint32_t first_line = 0, last_line = 0;  ///< of the PTX
  std::uint32_t first = 0, last = 0;            ///< instructions [first, last) of the function
  std::size_t formula = 0;                      ///< in PtxCounts::formulas; blocks that run equally often share one
};

/// Where the value of a size comes from.
struct SizeSource {
  enum class Kind : std::uint8_t { argument, block, grid, threads, unknown } kind = Kind::unknown;
  std::string name;
  std::uint32_t index = 0;   ///< argument: its number; else the axis
  std::uint32_t offset = 0;  ///< of an argument that is a struct, bytes
  std::uint32_t bytes = 4;
};

struct PtxCounts {
  KernelCounts counts;
  std::vector<BlockCount> blocks;             ///< in text order
  std::vector<PwQPolynomial> formulas;        ///< thread executions
  std::vector<SizeSource> sizes;              ///< of every parameter, unknowns last
  std::map<std::string, std::int64_t> fixed;  ///< the formulas hold for these values alone
};

/// Throws InputError for an entry that is not there. Whatever cannot be followed becomes an unknown.
[[nodiscard]] PtxCounts analyse(const ptx::Module& module, std::string_view entry, const PtxOptions& options = {});
/// Names and shape from a launch of it.
[[nodiscard]] PtxOptions options_for(const launch::Launch& launch);

}  // namespace forewarp::count
