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

Option add_machine_code_option(const Command& command, MachineCodeOption& option) {
  return command.add_option("--machine-code", option.which).one_of({"auto", "off"});
}

bool wants_machine_code(const MachineCodeOption& option, const KernelOptions& kernel) {
  return option.which != "off" && kernel.registers != "estimate";
}

DeviceCodes::DeviceCodes(const MachineCodeOption& option, const KernelOptions& options, const kernel::Kernel& kernel,
                         Progress* progress)
    : wanted_(wants_machine_code(option, options)),
      registers_(stated_registers(options)),
      kernel_(kernel),
      compiler_(std::make_shared<source::CacheStore>(), progress),
      codes_(kernel.code.ptx, kernel.launch.entry, *kernel.module, &cache_, progress) {}

model::MachineWork DeviceCodes::on(const device::DeviceSpec& device, const profile::Profile& profile) {
  model::MachineWork work;
  if (!wanted_) {
    work.reason = "it was not asked for";
    return work;
  }
  work = device.vendor == device::Vendor::amd ? model::amd_work(kernel_, profile, device, compiler_)
                                              : codes_.on(device, profile);
  if (registers_ > 0 && work.registers > 0) work.registers = registers_;
  return work;
}

}  // namespace forewarp::tool
