// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// forewarp profile that counts as CUDA Flux does: --mode, --device, --instrument, --flux.

#include <string>

#include "command.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {

struct CountOptions {
  std::string mode, device, instrument, flux;
  [[nodiscard]] bool any() const { return !(mode.empty() && device.empty() && instrument.empty() && flux.empty()); }
};

/// The values land in options, which must outlive the parse.
void add_count_options(const Command& command, CountOptions& options);

/// Counts, prints, and writes the files that were asked for. Throws Unavailable where the device is not here.
void count_blocks(const CountOptions& options, const KernelOptions& how, const kernel::Kernel& kernel);

}  // namespace forewarp::tool
