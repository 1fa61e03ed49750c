// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of a kernel for a device, as commands ask for it.
#include <cstdint>
#include <string>

#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/model/machine_codes.hpp"
#include "forewarp/support/progress.hpp"
#include "kernel_options.hpp"

namespace forewarp::tool {

/// --machine-code auto|off.
struct MachineCodeOption {
  std::string which = "auto";
};
Option add_machine_code_option(const Command& command, MachineCodeOption& option);
/// Not with "off", and not where registers are to be estimated.
[[nodiscard]] bool wants_machine_code(const MachineCodeOption& option, const KernelOptions& kernel);

/// The machine code of one kernel for each device, as the options ask for it.
class DeviceCodes {
 public:
  /// The kernel lives as long as this.
  DeviceCodes(const MachineCodeOption& option, const KernelOptions& options, const kernel::Kernel& kernel,
              Progress* progress);
  /// As model::MachineCodes::on(), and model::amd_work() for AMD's devices; registers that are stated take the place of those of the code.
  [[nodiscard]] model::MachineWork on(const device::DeviceSpec& device, const profile::Profile& profile);

 private:
  bool wanted_;
  std::uint32_t registers_;
  const kernel::Kernel& kernel_;
  source::Compiler compiler_;  ///< for AMD's devices
  source::CacheStore cache_;
  model::MachineCodes codes_;
};

/// From the cache, or assembled. Throws as machine::assembled_kernel().
[[nodiscard]] machine::AssembledKernel machine_code_of(const kernel::Kernel& kernel, const device::DeviceSpec& device,
                                                       Progress* progress);

}  // namespace forewarp::tool
