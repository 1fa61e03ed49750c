// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The host runtime for files that are compiled as plain C or C++: clang's CUDA files get it through forewarp_cuda.h.
#ifndef __FOREWARP_CUDA__
#include <stddef.h>
#define __host__
#define __device__
#define __global__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#define CUDART_CB
#define CUDART_VERSION 12050
#define CUDA_VERSION 12050
#define __FW_RUNTIME_HD
#define __FW_HD static inline
// clang-format off
#include "vector_types.h"
#include "runtime_types.h"
#include "runtime_make.h"
#include "runtime_api.h"
// clang-format on
#ifdef __cplusplus
#include "runtime_cpp.h"
#include "texture_cpp.h"
#endif
#endif
