// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/kernel_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forewarp/emulate/profile/placed_launch.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::query {

kernel::Request request_of(const KernelOptions& options) {
  kernel::Request request = options.request;
  if (options.compiler == "nvcc") {
    request.compiler = source::CompilerChoice::nvcc;
  } else if (options.compiler == "clang") {
    request.compiler = source::CompilerChoice::clang;
  } else if (!options.compiler.empty()) {
    throw InputError(fmt::format("--compiler {}: expected nvcc or clang", options.compiler));
  }
  return request;
}

kernel::RegisterSource register_source(const KernelOptions& options) {
  if (options.registers.empty()) return kernel::RegisterSource::automatic;
  return options.registers == "ptxas" ? kernel::RegisterSource::ptxas : kernel::RegisterSource::estimate;
}

std::uint32_t stated_registers(const KernelOptions& options) {
  if (options.registers.empty() || options.registers == "ptxas" || options.registers == "estimate") return 0;
  std::uint32_t count = 0;
  const char* end = options.registers.data() + options.registers.size();
  const auto [stop, error] = std::from_chars(options.registers.data(), end, count);
  if (error != std::errc{} || stop != end || count < 1 || count > 255)
    throw InputError(fmt::format("--registers {}: expected 1 to 255, ptxas or estimate", options.registers));
  return count;
}

profile::ProfileOptions checked_options_of(const KernelOptions& options) {
  profile::ProfileOptions result = options.profile;
  const bool all = options.check == "all";
  result.check_uninitialised = all || options.check == "memory" || options.check == "init";
  result.check_races = all || options.check == "race" || options.check == "races";
  return result;
}

profile::ProfileOptions profile_options_of(const KernelOptions& options, const kernel::Kernel& kernel,
                                           Progress* progress) {
  profile::ProfileOptions result = checked_options_of(options);
  result.registers = stated_registers(options);
  if (result.registers == 0) {
    source::CacheStore cache;
    profile::set_allocation(result, kernel::allocation_of(kernel, register_source(options), &cache, progress));
  }
  return result;
}

std::vector<device::DeviceSpec> devices_of(const std::vector<std::string>& names) {
  std::vector<device::DeviceSpec> devices;
  for (const std::string& list : names)
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t comma = std::min(list.find(',', from), list.size());
      const std::string name = list.substr(from, comma - from);
      if (name.empty()) throw InputError(fmt::format("--device {}: a name is empty", list));
      if (name.starts_with("opencl:") || name.starts_with("cuda:"))
        throw Unavailable(fmt::format(
            "--device {}: a prediction is for a data sheet ('forewarp devices' lists them); hardware that is "
            "here is measured by 'forewarp measure'",
            name));
      for (device::DeviceSpec& device : device::find_devices(name))
        if (std::ranges::find(devices, device.name, &device::DeviceSpec::name) == devices.end())
          devices.push_back(std::move(device));
      from = comma + 1;
    }
  if (devices.empty()) throw InputError("--device is missing; 'forewarp devices' lists the data sheets");
  return devices;
}

}  // namespace forewarp::query
