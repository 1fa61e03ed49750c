// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::report::views {

namespace {
namespace fs = std::filesystem;

/// What follows the folder and its slash, or nothing.
std::string inside(const std::string& file, const fs::path& folder) {
  const std::string prefix = folder.string() + "/";
  return folder.empty() || !file.starts_with(prefix) ? "" : file.substr(prefix.size());
}

}  // namespace

std::string neutral_name(const std::string& file) {
  const char* data = std::getenv("FOREWARP_DATA");
  if (data != nullptr)
    if (const std::string name = inside(file, fs::path(data)); !name.empty()) return "FOREWARP_DATA/" + name;
  try {
    for (const char* folder : {"papers", "kernels"})
      if (const std::string name = inside(file, shipped_file(folder).parent_path()); !name.empty()) return name;
  } catch (const Unavailable&) {  // then nothing ships here, and no name can be of it
  }
  std::error_code gone;
  const std::string name = inside(file, fs::current_path(gone));
  return name.empty() ? file : name;
}

}  // namespace forewarp::report::views
