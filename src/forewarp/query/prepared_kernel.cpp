// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/prepared_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace forewarp::query {

PreparedCode::PreparedCode(const KernelOptions& options, std::string_view machine_code,
                           std::span<const unsigned> capabilities, PassedOn& progress)
    : options_(options),
      progress_(progress),
      loaded_(kernel::load_for(request_of(options), capabilities, &progress)),
      codes_(machine_code, options, loaded_.kernel, &progress) {}

std::optional<std::string> PreparedCode::refused_by(const device::DeviceSpec& device) const {
  return reason_against(loaded_, device);
}

const profile::Profile& PreparedCode::profile(unsigned warp_size) {
  return profiles_.get(options_, loaded_.kernel, warp_size, &progress_);
}

const model::OfWidth& PreparedCode::summary(unsigned warp_size) {
  auto found = summaries_.find(warp_size);
  if (found == summaries_.end()) {
    const auto profile_of = [this](unsigned width) { return profile(width); };
    found = summaries_.emplace(warp_size, model::of_width(profile_of, warp_size)).first;
  }
  return found->second;
}

const model::MachineWork& PreparedCode::machine_work(const device::DeviceSpec& device) {
  const std::string key = fmt::format("{}|{}", device.name, device.compute_capability);
  auto found = works_.find(key);
  if (found == works_.end()) found = works_.emplace(key, codes_.on(device, profile(device.warp_size))).first;
  return found->second;
}

model::Assembling PreparedCode::begin_machine_work(std::span<const device::DeviceSpec> devices) {
  return summaries_.empty() ? codes_.begin(devices) : model::Assembling({});
}

PreparedKernel::PreparedKernel(KernelOptions options, std::string machine_code)
    : options_(std::move(options)), machine_code_(std::move(machine_code)) {}

std::shared_ptr<const std::vector<device::DeviceSpec>> PreparedKernel::devices(const std::vector<std::string>& names,
                                                                               const device::Conditions& conditions) {
  const std::string key =
      fmt::format("{}|{}|{}|{}", fmt::join(names, ","), conditions.clock_hz, conditions.as_ncu, conditions.in_graph);
  if (const auto kept = devices_.find(key); kept != devices_.end()) return kept->second;
  std::vector<device::DeviceSpec> made = devices_of(names);
  for (device::DeviceSpec& device : made) device = device::under(std::move(device), conditions);
  auto shared = std::make_shared<const std::vector<device::DeviceSpec>>(std::move(made));
  const bool may_change = key.find('/') != std::string::npos || key.find(".toml") != std::string::npos;
  if (!may_change) devices_.emplace(key, shared);
  return shared;
}

std::shared_ptr<PreparedCode> PreparedKernel::code_for(std::span<const device::DeviceSpec> devices) {
  std::vector<unsigned> capabilities;
  for (const device::DeviceSpec& device : devices) capabilities.push_back(device.compute_capability);
  std::ranges::sort(capabilities);
  capabilities.erase(std::unique(capabilities.begin(), capabilities.end()), capabilities.end());
  std::shared_ptr<PreparedCode>& code = codes_[capabilities];
  if (code) return code;
  try {
    code = std::make_shared<PreparedCode>(options_, machine_code_, capabilities, progress_);
  } catch (...) {
    codes_.erase(capabilities);
    throw;
  }
  return code;
}

}  // namespace forewarp::query
