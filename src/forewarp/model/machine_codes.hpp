// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The machine code of one kernel for each device that asks: assembled for the device's own architecture, because
/// registers, spills and instructions depend on it, and compared with the counts of PTX once per launch. Both are kept
/// in the cache; what comes from there is what would be computed.
#include <future>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/machine/assembled_kernel.hpp"
#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/model/bounds/machine_demand.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::model {

/// Kernels that are being assembled by threads of their own. The end of its life waits for them.
class Assembling {
 public:
  using Job = std::shared_future<machine::AssembledKernel>;

  explicit Assembling(std::vector<Job> jobs) : jobs_(std::move(jobs)) {}
  Assembling(const Assembling&) = delete;
  Assembling& operator=(const Assembling&) = delete;
  ~Assembling();

 private:
  std::vector<Job> jobs_;
};

class MachineCodes {
 public:
  /// The text is that of the module, the entry a mangled name; both must live as long as this.
  MachineCodes(const std::string& ptx, std::string entry, const ptx::Module& module,
               source::CacheStore* cache = nullptr, Progress* progress = nullptr);
  /// Of a kernel with its source, which AMD's devices need; it must live as long as this.
  explicit MachineCodes(const kernel::Kernel& kernel, source::CacheStore* cache = nullptr,
                        Progress* progress = nullptr);

  /// What the launch that was profiled occupies and executes on the device, or why that is not known. Machine code that
  /// cannot be read is such a reason. Throws Unavailable for a ptxas that is named and not there, Interrupted when
  /// progress says to stop.
  [[nodiscard]] MachineWork on(const device::DeviceSpec& device, const profile::Profile& profile);
  /// The code that on() reads of one of NVIDIA's devices, assembled now where on() took its answer from the cache;
  /// nullptr where there is none. It lives as long as this. Throws as on().
  [[nodiscard]] const machine::KernelCode* code_on(const device::DeviceSpec& device);
  /// Assembles for the first two architectures of NVIDIA among these while the caller does something else, such as
  /// profiling; on() then has less to wait for, and throws what a thread threw.
  [[nodiscard]] Assembling begin(std::span<const device::DeviceSpec> devices);

 private:
  MachineWork on_nvidia(const device::DeviceSpec& device, const profile::Profile& profile);
  MachineWork on_amd(const device::DeviceSpec& device, const profile::Profile& profile);
  MachineWork make(unsigned capability, const profile::Profile& profile);
  const Assembling::Job& job(unsigned capability, std::launch when);
  const std::string& code_key();

  const std::string& ptx_;
  std::string entry_;
  const ptx::Module& module_;
  const kernel::Kernel* kernel_ = nullptr;  ///< with its source, if that is known
  source::CacheStore* cache_;
  Progress* progress_;
  std::optional<source::Compiler> compiler_;  ///< made for the first of AMD's devices
  std::optional<bool> has_program_;
  std::string code_key_;
  std::map<unsigned, Assembling::Job> assembled_;  ///< by compute capability
  std::map<std::string, MachineWork> works_;       ///< by key
};

/// As text, and from it; nothing for a text that is not one.
[[nodiscard]] std::string stored(const MachineWork& work);
[[nodiscard]] std::optional<MachineWork> restored_work(std::string_view text);

}  // namespace forewarp::model
