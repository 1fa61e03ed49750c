// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <string>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/own_folders.hpp"
#include "serve/sandbox.hpp"

namespace forewarp::serve {
namespace fs = std::filesystem;
namespace {

/// Of an executable PREFIX/bin/NAME, the folders of PREFIX that a toolkit has: PREFIX itself may be somebody's home.
void add_toolkit_of(const fs::path& executable, std::vector<fs::path>& folders) {
  std::error_code none;
  for (const fs::path& file : {executable, fs::canonical(executable, none)}) {
    folders.push_back(file.parent_path());
    for (const char* name : {"lib", "lib64", "include", "share", "nvvm", "targets", "libexec"})
      folders.push_back(file.parent_path().parent_path() / name);
  }
}

void add_toolchain(source::CompilerChoice choice, source::Language language, std::vector<fs::path>& folders) {
  try {
    const source::Toolchain found = source::find_toolchain(choice, language);
    add_toolkit_of(found.executable, folders);
    if (!found.device_library.empty()) folders.push_back(found.device_library.parent_path());
  } catch (const Unavailable&) {
    return;  // not on this machine; a question that needs it is answered so
  }
}

void add_shipped(const char* name, std::vector<fs::path>& folders) {
  try {
    folders.push_back(shipped_file(name));
  } catch (const Unavailable&) {
    return;  // what needs it says that it is absent
  }
}

}  // namespace

std::vector<fs::path> folders_to_read() {
  std::vector<fs::path> folders = {"/usr/bin",
                                   "/usr/lib",
                                   "/usr/lib32",
                                   "/usr/lib64",
                                   "/usr/libx32",
                                   "/usr/include",
                                   "/usr/libexec",
                                   "/lib",
                                   "/lib64",
                                   "/bin",
                                   "/usr/share/zoneinfo",
                                   "/etc/ld.so.cache",
                                   "/etc/alternatives",
                                   "/dev/urandom",
                                   "/sys/devices/system/cpu",
                                   "/sys/devices/system/node",
                                   "/proc/cpuinfo"};
  for (const fs::path& own : own_folders()) folders.push_back(own);
  for (const char* name : {"devices", "generators", "kernel_classes.toml", "loop", "measured", "models", "papers",
                           "strategies", "kernels", "cuda"})
    add_shipped(name, folders);
  add_toolchain(source::CompilerChoice::clang, source::Language::cuda, folders);
  add_toolchain(source::CompilerChoice::clang, source::Language::opencl, folders);
  if (const auto nvcc = source::find_nvcc()) add_toolkit_of(*nvcc, folders);
  return folders;
}

}  // namespace forewarp::serve
