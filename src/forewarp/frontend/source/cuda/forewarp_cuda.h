// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What clang includes before a user's .cu file in place of a CUDA toolkit: the language's attributes, built-in
/// variables, vector types, barriers, warp functions, atomics, intrinsics and math for device code, and declarations of
/// the host runtime so that whole files pass. Device math lands in libclc's C++-mangled functions or in PTX directly.
// clang-format off: the order matters.
#include "detail/attributes.h"
#include "detail/vector_types.h"
#include "detail/builtin_vars.h"
#include "detail/math.h"
#include "detail/c_headers.h"
#include "detail/host_math.h"
#include "detail/device_libc.h"
#include "detail/sync.h"
#include "detail/shuffle.h"
#include "detail/atomics.h"
#include "detail/intrinsics.h"
#include "detail/simd.h"
#include "detail/memory.h"
#define __FW_RUNTIME_HD __host__ __device__
#include "detail/runtime_types.h"
#ifndef __FW_AMD__
#include "detail/cluster_intrinsics.h"
#endif
#include "detail/runtime_make.h"
#include "detail/runtime_api.h"
#include "detail/runtime_cpp.h"
#include "detail/texture_cpp.h"
#ifndef __FW_AMD__
#include "detail/texture.h"
#include "detail/surface.h"
#endif
#include "detail/runtime_managed.h"
