// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "forewarp/measure/run/opencl/cuda_text.hpp"

namespace forewarp::run::opencl {

/// Kernels and the functions that they call. The name of the parameter that represents dynamic shared memory, if any.
[[nodiscard]] std::optional<std::string> translate_functions(CudaText& c);

}  // namespace forewarp::run::opencl
