// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a kernel as the other commands know it (kernel/kernel.hpp) to a job that measures it.
#include <string>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/jobs.hpp"

namespace forewarp::run {

/// For CUDA and the emulator: its PTX. For OpenCL: its .cl source, or kernel.cl beside a bundled kernel's kernel.cu, or
/// its CUDA C++ translated (opencl/from_cuda.hpp), with the macros in force. Throws InputError where there is no such
/// source, or it cannot be translated.
[[nodiscard]] Job job_of(const kernel::Kernel& kernel, const kernel::Request& request, Api api, std::string id);

}  // namespace forewarp::run
