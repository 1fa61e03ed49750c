// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A DeviceSpec as the list of figures its file is made of: for views and for loops over all figures.
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

struct Reading {
  std::string_view key;   ///< as in the TOML file: "boost_mhz", "throughput.fp32"
  std::string_view unit;  ///< "MHz"; empty for a flag
  bool is_flag = false;
  double value = 0;    ///< in the file's unit, to ten digits; a flag is 0 or 1
  std::string source;  ///< empty for an optional figure that was not given
};

/// Every figure, in the order of DeviceSpec. Valid keys and units live as long as the program.
[[nodiscard]] std::vector<Reading> readings(const DeviceSpec& device);

/// "nvidia", "amd", "other".
[[nodiscard]] std::string_view name_of(Vendor vendor);

}  // namespace forewarp::device
