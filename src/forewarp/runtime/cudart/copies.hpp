// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the entry points that copy have in common.
#include <cuda_runtime_api.h>

#include "forewarp/runtime/session.hpp"

namespace forewarp::cudart {

[[nodiscard]] inline std::byte* bytes_at(const void* pointer) {
  return static_cast<std::byte*>(const_cast<void*>(pointer));
}

/// A copy within a call. Throws CallFailed.
void copy_rows(runtime::Session& session, const runtime::Rows& to, const runtime::Rows& from, runtime::Extent extent,
               cudaMemcpyKind kind, cudaStream_t stream, bool wait);

}  // namespace forewarp::cudart
