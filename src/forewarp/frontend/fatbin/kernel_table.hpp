// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// All kernels of a file's device code, and for which architectures each is there as PTX and as machine code.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/frontend/fatbin/device_code.hpp"

namespace forewarp::fatbin {

struct TableKernel {
  std::string name;                             ///< mangled
  std::vector<std::string> parameters;          ///< types in PTX; empty where there is none
  std::vector<source::Arch> ptx, machine_code;  ///< ascending
  [[nodiscard]] bool only_machine_code() const { return ptx.empty(); }
};

struct KernelTable {
  std::vector<TableKernel> kernels;  ///< in the order in which they are met first
  std::size_t fat_binaries = 0, ptx_entries = 0, machine_code_entries = 0;
  std::size_t other_entries = 0;  ///< LTO code and what else is not read
};

/// "scale<float>(float const*, float*, int)"; of a name that is not mangled, with the types of PTX:
/// "saxpy(u64, u64, f32)".
[[nodiscard]] std::string signature(const TableKernel& kernel);

/// Decompresses all PTX, and of machine code what its names need. Throws InputError where an entry is damaged.
[[nodiscard]] KernelTable kernel_table(const DeviceCode& code);

}  // namespace forewarp::fatbin
