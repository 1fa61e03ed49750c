// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Names for tools; none listens (nvToolsExt.h).
#include "cuda_runtime_api.h"
#include "nvToolsExt.h"

// clang-format off
static inline void nvtxNameCudaDeviceA(int device, const char* name) { (void)device; (void)name; }
static inline void nvtxNameCudaStreamA(cudaStream_t stream, const char* name) { (void)stream; (void)name; }
static inline void nvtxNameCudaEventA(cudaEvent_t event, const char* name) { (void)event; (void)name; }
// clang-format on
