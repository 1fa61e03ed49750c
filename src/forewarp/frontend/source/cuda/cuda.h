// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stands for the toolkit's <cuda.h>: the driver API, for programs that are linked with -l cuda, and what forewarp_cuda.h,
/// which clang includes first, has of the runtime API. Other compilers get the host part of that.
#define __cuda_cuda_h__
// clang-format off: types come first.
#include "detail/host_only.h"
#include "detail/driver/api.h"
