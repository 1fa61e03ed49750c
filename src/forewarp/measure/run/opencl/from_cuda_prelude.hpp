// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::run::opencl {

/// CUDA's functions in OpenCL C: the prefix of every translated kernel.
[[nodiscard]] std::string_view cuda_prelude();

}  // namespace forewarp::run::opencl
