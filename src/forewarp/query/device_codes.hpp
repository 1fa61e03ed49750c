// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of one kernel for each device, as a question asks for it.
#include <cstdint>
#include <string_view>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::query {

/// `machine_code` is "auto" or "off". Not with "off", and not where registers are to be estimated.
[[nodiscard]] bool wants_machine_code(std::string_view machine_code, const KernelOptions& options);

class DeviceCodes {
 public:
  /// The kernel lives as long as this.
  DeviceCodes(std::string_view machine_code, const KernelOptions& options, const kernel::Kernel& kernel,
              Progress* progress);
  /// As model::MachineCodes::on(); registers that are stated take the place of those of the code.
  [[nodiscard]] model::MachineWork on(const device::DeviceSpec& device, const profile::Profile& profile);
  /// As model::MachineCodes::code_on(); nullptr where machine code is not wanted.
  [[nodiscard]] const machine::KernelCode* code_on(const device::DeviceSpec& device);
  /// As model::MachineCodes::begin(); nothing where machine code is not wanted.
  [[nodiscard]] model::Assembling begin(std::span<const device::DeviceSpec> devices);

 private:
  bool wanted_;
  std::uint32_t registers_;
  source::CacheStore cache_;
  model::MachineCodes codes_;
};

}  // namespace forewarp::query
