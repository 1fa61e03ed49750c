// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The device code of a file: an executable, a shared or static library, an object, a .fatbin or a .cubin. Compilers
/// put fat binaries one after the other into the sections .nv_fatbin and, for code that is linked later (-rdc=true),
/// __nv_relfatbin; NVIDIA's libraries also have some among their data, where they are searched for. The file is mapped
/// and nothing is decompressed here, so that a library of 500 MB is read in a tenth of a second.
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/fatbin/fat_binary.hpp"

namespace forewarp::fatbin {

/// One fat binary; what was compiled from one source file, as a rule.
struct Container {
  BytePlace place;  ///< "libk.a(k.o)" of an archive
  std::vector<Entry> entries;
};

struct DeviceCode {
  std::string file;
  std::vector<Container> containers;
  std::shared_ptr<const void> owner;  ///< of the bytes
};

/// Whether a file that begins so can have device code: ELF, ar, or a fat binary.
[[nodiscard]] bool is_binary(std::string_view begin);
[[nodiscard]] bool is_binary_file(const std::filesystem::path& path);

/// All of it. Throws InputError, naming file and offset, where the file is damaged, and where it is none of these.
[[nodiscard]] DeviceCode read_device_code(std::string_view bytes, const std::string& file);
[[nodiscard]] DeviceCode read_device_code(const std::filesystem::path& path);

/// PTX by itself, as a fat binary of one entry for the architecture that its .target names.
[[nodiscard]] DeviceCode device_code_of_ptx(std::string ptx, const std::string& file);

}  // namespace forewarp::fatbin
