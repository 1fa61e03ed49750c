// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The files from which device files inherit: of architectures, and of kinds of memory.
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/device/detail/device_file.hpp"

namespace forewarp::device::detail {

/// The .toml files of a folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> toml_files(const std::filesystem::path& folder);

/// Each file is read once, when it is asked for: many devices share one.
class Architectures {
 public:
  /// Throws Unavailable without forewarp's own files.
  explicit Architectures(std::string_view folder = "devices/architectures");

  /// nullptr when there is none of this name. Throws as read_device_file.
  const DeviceFile* find(std::string_view name);
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::vector<std::filesystem::path> files_;
  std::map<std::string, const std::filesystem::path*, std::less<>> by_name_;
  std::map<std::string, DeviceFile> read_;
};

/// What device files share.
struct SharedSheets {
  Architectures architectures;
  Architectures memories{"devices/memories"};  ///< by dram_type
};

}  // namespace forewarp::device::detail
