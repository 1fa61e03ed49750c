// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/own_folders.hpp"

namespace forewarp {
namespace fs = std::filesystem;

namespace {

/// share/forewarp of the prefix where the library or the program was installed, PREFIX/bin, PREFIX/lib or
/// PREFIX/lib/x86_64-linux-gnu: a package may go to another than was configured. The Python package has share beside
/// its module.
std::vector<fs::path> beside_us() {
  std::vector<fs::path> folders;
  for (const fs::path& own : own_folders())
    for (const fs::path& prefix : {own.parent_path(), own.parent_path().parent_path(), own})
      folders.push_back(prefix / "share/forewarp");
  return folders;
}

/// Where the system keeps such files: a user's own program stands anywhere, and a package knows no configured prefix.
std::vector<fs::path> data_folders() {
  const char* named = std::getenv("XDG_DATA_DIRS");
  const std::string all = named != nullptr && *named != '\0' ? named : "/usr/local/share:/usr/share";
  std::vector<fs::path> folders;
  for (std::size_t from = 0; from <= all.size();) {
    const std::size_t colon = std::min(all.find(':', from), all.size());
    if (colon > from) folders.push_back(fs::path(all.substr(from, colon - from)) / "forewarp");
    from = colon + 1;
  }
  return folders;
}

}  // namespace

fs::path shipped_file(std::string_view relative) {
  constexpr std::string_view data[] = {"devices", "generators", "loop",           "measured",
                                       "models",  "papers",     "kernel_classes", "strategies"};
  const bool is_data = std::ranges::any_of(data, [&](std::string_view folder) { return relative.starts_with(folder); });
  const fs::path in_tree = is_data                        ? fs::path("data") / relative
                           : relative.starts_with("cuda") ? fs::path("src/forewarp/frontend/source") / relative
                                                          : fs::path(relative);
  if (const char* home = std::getenv("FOREWARP_HOME")) {
    for (const fs::path& p : {fs::path(home) / in_tree, fs::path(home) / relative})
      if (fs::exists(p)) return p;
  }
  for (const fs::path& folder : beside_us())
    if (fs::exists(folder / relative)) return folder / relative;
  for (const fs::path& p : {fs::path(FOREWARP_SOURCE_DIR) / in_tree, fs::path(FOREWARP_INSTALL_DATADIR) / relative})
    if (fs::exists(p)) return p;
  for (const fs::path& folder : data_folders())
    if (fs::exists(folder / relative)) return folder / relative;
  throw Unavailable(fmt::format(
      "{}: not found among forewarp's own files; set FOREWARP_HOME to its source tree or share folder", relative));
}

}  // namespace forewarp
