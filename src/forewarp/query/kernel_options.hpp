// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What every question about a kernel names: which kernel, which launch, how much to run. The texts are those of the
/// command line; messages name its options.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/frontend/kernel/request.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::query {

struct KernelOptions {
  kernel::Request request;
  profile::ProfileOptions profile;
  std::string compiler;
  std::string registers;  ///< a count, "ptxas" or "estimate"; empty: automatic
  std::string check;      ///< "memory", "races" or "all": what of the kernel's accesses is checked; empty: nothing
};

/// The request with --compiler understood. Throws InputError for anything but nvcc and clang.
[[nodiscard]] kernel::Request request_of(const KernelOptions& options);

/// Where --registers says that registers come from when it gives no count.
[[nodiscard]] kernel::RegisterSource register_source(const KernelOptions& options);
/// The count that --registers gives; 0 when it gives none. Throws InputError for anything else.
[[nodiscard]] std::uint32_t stated_registers(const KernelOptions& options);
/// The profile options with --check understood, and without registers.
[[nodiscard]] profile::ProfileOptions checked_options_of(const KernelOptions& options);

/// The profile options with --check and --registers understood. Throws Unavailable where ptxas is asked for and cannot
/// tell.
[[nodiscard]] profile::ProfileOptions profile_options_of(const KernelOptions& options, const kernel::Kernel& kernel,
                                                         Progress* progress = nullptr);

/// The devices of these names (each may be a list with commas, "all" or an architecture), each device once. Throws
/// InputError when there is none, or naming the unknown one.
[[nodiscard]] std::vector<device::DeviceSpec> devices_of(const std::vector<std::string>& names);

}  // namespace forewarp::query
