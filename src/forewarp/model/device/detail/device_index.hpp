// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// All devices that ship as one text that reads back in a few milliseconds. toml++ takes ten times as long for the
/// files themselves, which a command that lists every device would have to wait for. The text is kept in the cache
/// under a key made of the contents of all files, so that it cannot be out of date.
///
///     <number of sources>, and each on its line
///     <number of devices>, and of each
///       name, architecture, DRAM type, checked times: each on its line
///       <number of aliases>, and each on its line
///       vendor, source of the DRAM type, and of each figure its value and its source, on one line; source -1: none
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device::detail {

[[nodiscard]] std::string index_text(const std::vector<DeviceSpec>& devices);

/// The devices that index_text() wrote; nothing for any other text.
[[nodiscard]] std::optional<std::vector<DeviceSpec>> devices_of_index(std::string_view text);

/// Changes with what an index holds: part of its key.
[[nodiscard]] std::string index_format();

}  // namespace forewarp::device::detail
