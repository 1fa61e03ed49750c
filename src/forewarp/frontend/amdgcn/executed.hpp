// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one launch executes of AMD's machine code.
#include <cstdint>
#include <map>

#include "forewarp/frontend/amdgcn/assembly.hpp"
#include "forewarp/frontend/amdgcn/source_lines.hpp"
#include "forewarp/frontend/machine/mix.hpp"

namespace forewarp::amdgcn {

struct Executed {
  machine::Mix mix;  ///< instructions of waves; both halves of v_dual_* count, in pipes alone
  /// Requests to vector memory: global and flat, and the threads' own. Not those to local memory (LDS).
  double vector_memory = 0;
  /// Latencies of loads from vector memory that waves wait (wait_walk.hpp), and the loads that they wait for.
  double waits = 0, loads_waited_for = 0;
  /// Lanes of accesses to local memory that are wider than 4 bytes and not aligned to their width. LLVM merges narrow
  /// accesses if it knows that the result is aligned; before version 15 it did so without knowing. Hence an access of
  /// such code that is wider than its line's widest in PTX is taken to be unaligned.
  double unaligned_lanes = 0;
  /// Thread instructions, of all kinds, and sums and products of floats, those of PTX beside them.
  double instructions = 0, floats = 0, ptx_floats = 0;
  /// By line of PTX, loads and stores of global memory that have become part of a wider one of their neighbours: bytes
  /// of a lane of that one. Of a wide one in PTX itself, and of those that stayed alone, there is nothing.
  std::map<std::uint32_t, double> joined_bytes;
};

/// The kernel is that of the launch, compiled for another machine. Its instructions get the numbers of their entries.
[[nodiscard]] Executed executed(Kernel& kernel, const SourceLines& source);

}  // namespace forewarp::amdgcn
