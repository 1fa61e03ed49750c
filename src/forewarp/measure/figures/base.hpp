// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a fit begins with: a device that is there, and what the data sheet of the board says.
#include <string>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::figures {

/// Whether the device answers to the name, without regard to case, spaces and dashes.
[[nodiscard]] bool is_called(const device::DeviceSpec& device, const std::string& name);

/// `like` as the device `name`. Unless `like` answers to that name, its own figures (not its architecture's) become
/// estimates: "estimated: as the A100; ...". `settings` are "key=value" with keys of device files, dram_type included;
/// their source is `source`. A peak that no longer follows from SMs, lanes and clock is left out. Throws InputError for
/// a setting without "=", an unknown key and a value that does not fit.
[[nodiscard]] device::DeviceSpec base_for(const std::string& name, const device::DeviceSpec& like,
                                          const std::vector<std::string>& settings, const std::string& source);

}  // namespace forewarp::figures
