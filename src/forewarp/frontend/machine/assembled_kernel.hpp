// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel's machine code for one architecture: its PTX assembled, or taken from the cache, and read. Before Maxwell
/// it is not read, but what ptxas says of registers and spills is known.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/machine/cubin.hpp"
#include "forewarp/frontend/machine/flow_graph.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/frontend/source/resource_usage.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::machine {

struct KernelCode {
  source::Arch arch;
  Kernel kernel;
  FlowGraph graph;
};

struct AssembledKernel {
  std::optional<source::ResourceUsage> usage;  ///< of the architecture that it was assembled for
  source::Arch arch;                           ///< that, where there is usage: the one asked for or a lower one
  std::string refusal;                         ///< why there is no usage: no program, or what ptxas said
  std::optional<KernelCode> code;
  std::string reason;  ///< why there is no code, in one line
  bool refused =
      false;  ///< another program or more time would not help: ptxas refused the PTX, the architecture is old
};

/// The entry is a mangled name. Where no program knows the architecture, the nearest lower one that a program knows
/// takes its place. Throws InputError where the machine code cannot be read, Interrupted when progress says to stop.
[[nodiscard]] AssembledKernel assembled_kernel(const std::string& ptx, std::string_view entry, const source::Arch& arch,
                                               source::CacheStore* cache = nullptr, Progress* progress = nullptr);

}  // namespace forewarp::machine
