// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string_view>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

/// Reads one device file. Throws ParseError naming file, line and key for an unknown key, a missing figure or an
/// impossible value.
[[nodiscard]] DeviceSpec load_device(const std::filesystem::path& file);
/// The same from text; file names it in messages.
[[nodiscard]] DeviceSpec parse_device(std::string_view text, const std::filesystem::path& file);

/// All devices that ship, sorted by name.
[[nodiscard]] const std::vector<DeviceSpec>& shipped_devices();

/// A device by name or alias (case, spaces and dashes do not matter: "RTX 2080 Ti", "rtx-2080-ti") or by the path of a
/// TOML file. A vendor before the name is passed over ("NVIDIA GeForce RTX 3060"). Throws InputError naming the closest
/// names.
[[nodiscard]] DeviceSpec find_device(std::string_view name_or_path);

/// What --device takes: as find_device, "all" for every device that ships, or an architecture for all of its devices
/// ("Hopper", "ampere" for GA100, GA102 and GA10B, "kepler gk110"), sorted by name. A device's name comes before an
/// architecture's. Throws InputError naming the closest names of either.
[[nodiscard]] std::vector<DeviceSpec> find_devices(std::string_view name_or_path);

}  // namespace forewarp::device
