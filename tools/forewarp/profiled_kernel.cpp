// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "profiled_kernel.hpp"
#include "forewarp/emulate/profile/placed_launch.hpp"

namespace forewarp::tool {

ProfiledKernel profiled_kernel(const KernelOptions& options, const device::DeviceSpec& device) {
  kernel::Request request = request_of(options);
  request.device_capability = device.compute_capability;
  kernel::Kernel kernel = kernel::load(request);
  profile::ProfileOptions how = profile_options_of(options, kernel);
  how.warp_size = device.warp_size;
  profile::Profile profile = profile::profile_of(kernel, how);
  return {std::move(kernel), std::move(profile)};
}

}  // namespace forewarp::tool
