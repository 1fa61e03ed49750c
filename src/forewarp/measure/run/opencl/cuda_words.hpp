// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/measure/run/opencl/cuda_text.hpp"

namespace forewarp::run::opencl {

/// Qualifiers, built-in names and numbers in [from, to) get their OpenCL spelling.
void translate_words(CudaText& c, std::size_t from, std::size_t to);

}  // namespace forewarp::run::opencl
