// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace forewarp::run::opencl {

/// A file of assets/ without the comment that it starts with; empty where there is none.
[[nodiscard]] std::string_view opencl_text(std::string_view name);

/// CUDA's functions in OpenCL C: the prefix of every translated kernel.
[[nodiscard]] inline std::string_view cuda_prelude() { return opencl_text("from_cuda.cl"); }

}  // namespace forewarp::run::opencl
