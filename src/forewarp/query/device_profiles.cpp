// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/device_profiles.hpp"
#include "forewarp/emulate/profile/placed_launch.hpp"

namespace forewarp::query {

std::vector<unsigned> capabilities_of(const std::vector<device::DeviceSpec>& devices) {
  std::vector<unsigned> all;
  for (const device::DeviceSpec& d : devices) all.push_back(d.compute_capability);
  return all;
}

std::optional<std::string> reason_against(const kernel::ForSeveral& loaded, const device::DeviceSpec& device) {
  const unsigned capability = device.compute_capability;
  if (loaded.refused.empty() || capability == 0 || capability >= loaded.lowest) return std::nullopt;
  return "does not compile for it: " + loaded.refused;
}

profile::Profile profile_for(const KernelOptions& options, const kernel::Kernel& kernel, unsigned warp_size,
                             Progress* progress) {
  profile::ProfileOptions how = profile_options_of(options, kernel, progress);
  how.warp_size = warp_size;
  return profile::profile_of(kernel, how, progress);
}

const profile::Profile& ProfilesByWarpSize::get(const KernelOptions& options, const kernel::Kernel& kernel,
                                                unsigned warp_size, Progress* progress) {
  auto found = profiles_.find(warp_size);
  if (found == profiles_.end())
    found = profiles_.emplace(warp_size, profile_for(options, kernel, warp_size, progress)).first;
  return found->second;
}

}  // namespace forewarp::query
