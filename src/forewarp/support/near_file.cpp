// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/near_file.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include "forewarp/support/closest.hpp"

namespace forewarp {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_files = 10000;  ///< looked at in a folder: an error message must not take long
constexpr std::size_t min_letters = 4;    ///< every name of three letters is near to many

}  // namespace

std::string did_you_mean_file(const fs::path& missing) {
  std::error_code ec;
  const std::string name = missing.filename().string();
  if (name.size() < min_letters || fs::exists(missing, ec)) return "";
  const fs::path folder = missing.parent_path();
  std::vector<std::string> beside;
  fs::directory_iterator entry(folder.empty() ? "." : folder, ec);
  for (const fs::directory_iterator end; !ec && entry != end && beside.size() < max_files; entry.increment(ec))
    if (std::error_code unreadable; entry->is_regular_file(unreadable))
      beside.push_back(entry->path().filename().string());
  std::ranges::sort(beside);  // folders list their files in no order
  const std::vector<std::string> nearest = closest(name, beside, 1);
  return nearest.empty() ? "" : " (did you mean '" + (folder / nearest.front()).string() + "'?)";
}

}  // namespace forewarp
