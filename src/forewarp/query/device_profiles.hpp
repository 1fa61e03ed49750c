// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel emulated for a list of devices. Of a device a profile depends only on the warp size, so devices that share
/// it share the profile; and code that the oldest device accepts serves the others.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/query/kernel_options.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::query {

/// Of each device; 0 for those that have none (AMD).
[[nodiscard]] std::vector<unsigned> capabilities_of(const std::vector<device::DeviceSpec>& devices);
/// Why the code, which was compiled for the others of a list, does not run on this device; nothing where it does.
[[nodiscard]] std::optional<std::string> reason_against(const kernel::ForSeveral& loaded,
                                                        const device::DeviceSpec& device);

/// Emulates the kernel as the options ask, for this warp size, or takes the profile from the cache on disk that rank
/// has (model/rank/profile_store.hpp): the answer is the same. Not where more than 64 MB of contents come from files.
[[nodiscard]] profile::Profile profile_for(const KernelOptions& options, const kernel::Kernel& kernel,
                                           unsigned warp_size, Progress* progress = nullptr);

class ProfilesByWarpSize {
 public:
  /// Emulates where no device before had this warp size. The reference stays valid.
  const profile::Profile& get(const KernelOptions& options, const kernel::Kernel& kernel, unsigned warp_size,
                              Progress* progress = nullptr);
  /// Of the smallest warp size; get() was called before.
  [[nodiscard]] const profile::Profile& first() const { return profiles_.begin()->second; }

 private:
  std::map<unsigned, profile::Profile> profiles_;
};

}  // namespace forewarp::query
