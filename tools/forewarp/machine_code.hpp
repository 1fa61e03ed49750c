// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of a kernel for a device, as commands ask for it.
#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/each_device.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::tool {

/// From the cache, or assembled. Throws as machine::assembled_kernel().
[[nodiscard]] machine::AssembledKernel machine_code_of(const kernel::Kernel& kernel, const device::DeviceSpec& device,
                                                       Progress* progress);

/// What the launch that was profiled executes of it, or why that is not known.
[[nodiscard]] model::MachineCodeOnDevice machine_work_of(const kernel::Kernel& kernel, const profile::Profile& profile,
                                                         const device::DeviceSpec& device, Progress* progress);

}  // namespace forewarp::tool
