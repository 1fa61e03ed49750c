// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/device_profiles.hpp"

#include <cstdint>
#include <filesystem>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/model/rank/profile_store.hpp"

namespace forewarp::query {
namespace {

/// Of contents of buffers that come from files. All of them are in the key of a profile; beyond this, to read them
/// takes longer than to run a sample of the launch.
constexpr std::uintmax_t max_digested_bytes = std::uintmax_t{64} << 20;

std::uintmax_t bytes_from_files(const launch::Launch& launch) {
  std::uintmax_t total = 0;
  for (const auto* arguments : {&launch.arguments, &launch.constants})
    for (const launch::Argument& argument : *arguments) {
      const auto* buffer = std::get_if<launch::Buffer>(&argument.value);
      if (buffer == nullptr || buffer->fill.path.empty()) continue;
      std::error_code failure;
      const std::uintmax_t size = std::filesystem::file_size(buffer->fill.path, failure);
      if (!failure) total += size;
    }
  return total;
}

}  // namespace

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
  if (bytes_from_files(kernel.launch) > max_digested_bytes) return profile::profile_of(kernel, how, progress);
  return *rank::ProfileStore(std::make_shared<source::CacheStore>()).get(kernel, how, progress);
}

const profile::Profile& ProfilesByWarpSize::get(const KernelOptions& options, const kernel::Kernel& kernel,
                                                unsigned warp_size, Progress* progress) {
  auto found = profiles_.find(warp_size);
  if (found == profiles_.end())
    found = profiles_.emplace(warp_size, profile_for(options, kernel, warp_size, progress)).first;
  return found->second;
}

}  // namespace forewarp::query
