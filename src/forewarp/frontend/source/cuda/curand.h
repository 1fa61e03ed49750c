// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <curand.h>. In .cu files it has the functions that the host calls, made of kernels
/// (detail/curand/host.h); C++ files have the types alone.
#define CURAND_H_
#include "detail/curand/types.h"
#if defined(__CUDA__) && !defined(__FW_AMD__)
#include "detail/curand/host.h"
#endif
