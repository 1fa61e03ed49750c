// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Arguments of a launch: where each lies in the buffer that a client may hand over as a whole.
#include <cstddef>
#include <vector>

#include "forewarp/runtime/launcher.hpp"

namespace forewarp::driver {

/// Of kernelParams or, where that is null, of extra (CU_LAUNCH_PARAM_BUFFER_POINTER). Throws DriverError where the
/// kernel has parameters and neither is there, or the buffer is too short.
[[nodiscard]] std::vector<std::vector<std::byte>> argument_bytes(const runtime::Kernel& kernel, void** arguments,
                                                                 void** extra);

}  // namespace forewarp::driver
