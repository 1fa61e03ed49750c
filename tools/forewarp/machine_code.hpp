// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of a kernel for a device, as commands ask for it.
#include <string>

#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::tool {

/// --machine-code auto|off.
Option add_machine_code_option(const Command& command, std::string& which);

/// From the cache, or assembled. Throws as machine::assembled_kernel().
[[nodiscard]] machine::AssembledKernel machine_code_of(const kernel::Kernel& kernel, const device::DeviceSpec& device,
                                                       Progress* progress);

}  // namespace forewarp::tool
