// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// PTX of CUDA C++ or OpenCL C by nvcc or clang, for a compute capability (90; 0: any). Throws InputError with the log.
[[nodiscard]] std::string ptx_by_compiler(const Code& code, unsigned capability);

}  // namespace forewarp::run
