// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang includes before a user's .cu file when it compiles for AMD (-x hip): the headers that stand in for a CUDA
/// toolkit, over functions of AMD's machine in place of NVVM's builtins.
#define __FW_AMD__ 1
/// Code that asks takes the way that it takes for the PTX.
#define __CUDA_ARCH__ 800
#include "detail/attributes.h"
// clang-format off: the order matters.
#include "detail/amd/nvvm.h"
#include "forewarp_cuda.h"
extern "C" unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, void* stream = 0);
