// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The PTX of one kernel out of a file's device code, for a device.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/frontend/fatbin/device_code.hpp"

namespace forewarp::fatbin {

struct Wanted {
  std::string kernel;                ///< mangled, demangled or bare; empty: the only one
  std::optional<source::Arch> arch;  ///< this PTX and no other
  unsigned capability = 0;           ///< the device's, 90 for 9.0; 0: as compilers do for no device, near sm_80
};

struct FoundKernel {
  std::string entry;  ///< mangled
  std::string ptx;    ///< with what it calls of other translation units (-rdc=true)
  source::Arch arch;
  BytePlace place;                 ///< of the fat binary
  std::uint32_t registers = 0;     ///< of a thread, in machine code for the device or an older one; 0: there is none
  std::vector<std::string> notes;  ///< which PTX was chosen of several, where the registers come from
};

/// The PTX for the highest architecture that the device runs. Throws InputError where there is no such kernel, where
/// several fit the name, where it has machine code only, and where no PTX of it serves the device.
[[nodiscard]] FoundKernel find_kernel(const DeviceCode& code, const Wanted& wanted);

}  // namespace forewarp::fatbin
