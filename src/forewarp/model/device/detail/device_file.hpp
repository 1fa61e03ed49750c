// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// One TOML file, checked key by key but not yet put together: values, places and sources. A device file
/// and an architecture file look the same; a device file must in the end know every figure, by itself or inherited.
///
///     name = "V100"
///     aliases = ["Tesla V100-SXM2-16GB"]
///     vendor = "nvidia"
///     architecture = "Volta"          # inherits architectures/volta.toml where that exists
///     sms = 80                        # a figure; keys, units and ranges: figures.cpp
///     [throughput]
///     fp32 = 64
///     [[source]]                      # every figure has exactly one
///     text = "NVIDIA Tesla V100 GPU Architecture, WP-08608-001, table 1"
///     figures = ["sms", "throughput.*"]   # a trailing * takes what no other source has named
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/time_errors.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::device::detail {

struct FigureValue {
  double value = 0;  ///< in the file's unit; flags are 0 or 1
  SourceLocation where;
  std::string source;
};

struct Text {
  std::string value;
  SourceLocation where;
  std::string source;  ///< dram_type alone has one
};

struct DeviceFile {
  std::string path;
  std::map<std::string, Text, std::less<>> texts;  ///< name, vendor, architecture, dram_type, target
  std::vector<std::string> aliases;
  std::map<std::string, FigureValue, std::less<>> figures;
  std::vector<TimeComparison> checked;
};

/// Reads and checks one file. Throws ParseError with file, line and key for bad TOML, an unknown key, a wrong type, a
/// value out of its range, a figure without a source or with two; InputError when the file cannot be read.
[[nodiscard]] DeviceFile read_device_file(const std::filesystem::path& path);
/// The same from text; path names it in messages.
[[nodiscard]] DeviceFile parse_device_file(std::string_view text, const std::filesystem::path& path);

}  // namespace forewarp::device::detail
