// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Device files, written: the other direction of database.hpp.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

/// Sets a figure by its key and in the unit of device files, with its source. Bytes per cycle of L2 stay when the clock
/// is set. Throws InputError for a key that is not a figure, with near ones, and for a value out of its range.
void set_figure(DeviceSpec& device, std::string_view key, double value, std::string source);

/// The keys that a file of this device must give: figures, and dram_type, that its architecture's file does not give
/// with the same value and source. In the order of the figures.
[[nodiscard]] std::vector<std::string> own_figures(const DeviceSpec& device);

/// The device as a file that inherits from its architecture's. parse_device() reads the same figures and sources back.
[[nodiscard]] std::string device_text(const DeviceSpec& device);

}  // namespace forewarp::device
