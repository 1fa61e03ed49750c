// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/detail/architectures.hpp"

#include <algorithm>

#include "forewarp/model/device/detail/names.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::device::detail {
namespace fs = std::filesystem;

std::vector<fs::path> toml_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Architectures::Architectures(std::string_view folder) : files_(toml_files(shipped_file(std::string(folder)))) {
  for (const fs::path& file : files_) by_name_.emplace(canonical(file.stem().string()), &file);
}

const DeviceFile* Architectures::find(std::string_view name) {
  const auto file = by_name_.find(canonical(name));
  if (file == by_name_.end()) return nullptr;
  const auto [at, is_new] = read_.try_emplace(file->first);
  if (is_new) {
    at->second = read_device_file(*file->second);
    at->second.texts.erase("name");
  }
  return &at->second;
}

std::vector<std::string> Architectures::names() const {
  std::vector<std::string> all;
  for (const fs::path& file : files_) all.push_back(file.stem().string());
  return all;
}

}  // namespace forewarp::device::detail
