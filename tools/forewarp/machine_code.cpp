// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "machine_code.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/bounds/amd_code.hpp"

namespace forewarp::tool {

machine::AssembledKernel machine_code_of(const kernel::Kernel& kernel, const device::DeviceSpec& device,
                                         Progress* progress) {
  machine::AssembledKernel none;
  none.reason = fmt::format("{}: only machine code of NVIDIA's devices is read", device.name);
  none.refused = true;
  if (device.vendor != device::Vendor::nvidia) return none;
  source::CacheStore cache;
  return machine::assembled_kernel(kernel.code.ptx, kernel.launch.entry,
                                   {static_cast<int>(device.compute_capability), ""}, &cache, progress);
}

model::MachineCodeOnDevice machine_work_of(const kernel::Kernel& kernel, const profile::Profile& profile,
                                           const device::DeviceSpec& device, Progress* progress) {
  if (device.vendor == device::Vendor::amd) {
    source::Compiler compiler(std::make_shared<source::CacheStore>(), progress);
    return model::amd_work(kernel, profile, device, compiler);
  }
  const machine::AssembledKernel assembled = machine_code_of(kernel, device, progress);
  if (!assembled.code) return {std::nullopt, assembled.reason};
  return {model::machine_work(profile, *kernel.module, *assembled.code), ""};
}

}  // namespace forewarp::tool
