// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "machine_code.hpp"

#include <fmt/format.h>

#include "forewarp/frontend/source/cache_store.hpp"

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

Option add_machine_code_option(const Command& command, std::string& which) {
  return command.add_option("--machine-code", which).one_of({"auto", "off"});
}

}  // namespace forewarp::tool
