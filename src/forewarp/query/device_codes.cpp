// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/device_codes.hpp"

namespace forewarp::query {

bool wants_machine_code(std::string_view machine_code, const KernelOptions& options) {
  return machine_code != "off" && options.registers != "estimate";
}

DeviceCodes::DeviceCodes(std::string_view machine_code, const KernelOptions& options, const kernel::Kernel& kernel,
                         Progress* progress)
    : wanted_(wants_machine_code(machine_code, options)),
      registers_(stated_registers(options)),
      codes_(kernel, &cache_, progress) {}

model::MachineWork DeviceCodes::on(const device::DeviceSpec& device, const profile::Profile& profile) {
  model::MachineWork work;
  if (!wanted_) {
    work.reason = "it was not asked for";
    return work;
  }
  work = codes_.on(device, profile);
  if (registers_ > 0 && work.registers > 0) work.registers = registers_;
  return work;
}

const machine::KernelCode* DeviceCodes::code_on(const device::DeviceSpec& device) {
  return wanted_ ? codes_.code_on(device) : nullptr;
}

model::Assembling DeviceCodes::begin(std::span<const device::DeviceSpec> devices) {
  return wanted_ ? codes_.begin(devices) : model::Assembling({});
}

}  // namespace forewarp::query
