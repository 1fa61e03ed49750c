// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel's machine code for one architecture: its PTX assembled, or taken from the cache, and read.
#include <optional>
#include <string>
#include <string_view>

#include "forewarp/frontend/machine/cubin.hpp"
#include "forewarp/frontend/machine/flow_graph.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::machine {

struct KernelCode {
  source::Arch arch;
  Kernel kernel;
  FlowGraph graph;
};

struct AssembledKernel {
  std::optional<KernelCode> code;
  std::string reason;  ///< why there is none, in one line
  bool refused =
      false;  ///< another program or more time would not help: ptxas refused the PTX, the architecture is old
};

/// The entry is a mangled name. Throws InputError where the machine code cannot be read, Interrupted when progress says
/// to stop.
[[nodiscard]] AssembledKernel assembled_kernel(const std::string& ptx, std::string_view entry, const source::Arch& arch,
                                               source::CacheStore* cache = nullptr, Progress* progress = nullptr);

}  // namespace forewarp::machine
