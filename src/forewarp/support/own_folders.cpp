// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/own_folders.hpp"

#include <dlfcn.h>

#include <string_view>

namespace forewarp {
namespace fs = std::filesystem;

std::vector<fs::path> own_folders() {
  std::vector<fs::path> folders;
  std::error_code none;
  Dl_info info{};
  // Of the program itself the loader knows what it was called by, which may be no path.
  if (dladdr(reinterpret_cast<const void*>(&own_folders), &info) != 0 && info.dli_fname != nullptr &&
      std::string_view(info.dli_fname).find('/') != std::string_view::npos)
    folders.push_back(fs::canonical(info.dli_fname, none).parent_path());
  folders.push_back(fs::read_symlink("/proc/self/exe", none).parent_path());
  return folders;
}

}  // namespace forewarp
