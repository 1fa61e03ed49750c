// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp {
namespace fs = std::filesystem;

namespace {

/// share/forewarp of the prefix that the running program stands in: a package may go to another than was configured.
fs::path beside_the_program() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path().parent_path() / "share/forewarp";
}

}  // namespace

fs::path shipped_file(std::string_view relative) {
  constexpr std::string_view data[] = {"devices", "generators", "loop",           "measured",
                                       "models",  "papers",     "kernel_classes", "strategies"};
  const bool is_data = std::ranges::any_of(data, [&](std::string_view folder) { return relative.starts_with(folder); });
  const fs::path in_tree = is_data                        ? fs::path("data") / relative
                           : relative.starts_with("cuda") ? fs::path("src/forewarp/source") / relative
                                                          : fs::path(relative);
  if (const char* home = std::getenv("FOREWARP_HOME")) {
    for (const fs::path& p : {fs::path(home) / in_tree, fs::path(home) / relative})
      if (fs::exists(p)) return p;
  }
  for (const fs::path& p : {beside_the_program() / relative, fs::path(FOREWARP_SOURCE_DIR) / in_tree,
                            fs::path(FOREWARP_INSTALL_DATADIR) / relative})
    if (fs::exists(p)) return p;
  throw Unavailable(fmt::format(
      "{}: not found among forewarp's own files; set FOREWARP_HOME to its source tree or share folder", relative));
}

}  // namespace forewarp
