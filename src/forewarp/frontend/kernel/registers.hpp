// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers per thread, which decide occupancy and are not in PTX: from NVIDIA's ptxas, or left to an estimate.
#include <cstdint>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"

namespace forewarp::kernel {

enum class RegisterSource {
  automatic,  ///< ptxas where the code was just compiled with its toolkit; what was recorded; the estimate
  ptxas,      ///< ptxas, or an error
  estimate,   ///< never ask
};

/// What ptxas allocates for the kernel's target; 0 leaves it to the estimate. Answers are kept in the cache, if there
/// is one. Throws Unavailable when ptxas is insisted on and is not there, or refuses the PTX; Interrupted
/// when progress says to stop.
[[nodiscard]] std::uint32_t registers_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache = nullptr,
                                         Progress* progress = nullptr);

}  // namespace forewarp::kernel
