// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One kernel for devices of several compute capabilities.
#include <span>
#include <string>

#include "forewarp/frontend/kernel/kernel.hpp"

namespace forewarp::kernel {

struct ForSeveral {
  Kernel kernel;
  unsigned lowest = 0;  ///< compute capability that it was compiled for; devices below it cannot run it
  std::string refused;  ///< what the compiler said for the next lower capability, one line; empty where all are served
};

/// Compiles for the lowest of the capabilities (70 for 7.0; zeros, of devices that have none, are left out) that the
/// source compiles for: code for it runs on all that are higher. request.device_capability is ignored. Throws what
/// load() throws for the lowest when the highest fails, too.
[[nodiscard]] ForSeveral load_for(const Request& request, std::span<const unsigned> capabilities,
                                  Progress* progress = nullptr);

}  // namespace forewarp::kernel
