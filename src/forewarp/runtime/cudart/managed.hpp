// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What calls on managed memory do in both APIs, which have the same numbers. Each throws CallFailed.
#include <cuda_runtime_api.h>

#include "forewarp/runtime/session.hpp"

namespace forewarp::cudart {

/// device: an ordinal, or ManagedAdvice::host.
void advise(runtime::Session& session, const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device);
void prefetch(runtime::Session& session, const void* pointer, std::size_t bytes, int device);
void get_advice(runtime::Session& session, void* data, std::size_t data_bytes, cudaMemRangeAttribute attribute,
                const void* pointer, std::size_t bytes);

}  // namespace forewarp::cudart
