// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Registers per thread, which decide occupancy and are not in PTX, and what does not fit into them: from NVIDIA's
/// ptxas, or left to an estimate.
#include <cstdint>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/source/cache_store.hpp"

namespace forewarp::kernel {

enum class RegisterSource {
  automatic,  ///< ptxas where the code was just compiled with its toolkit; what was recorded; the estimate
  ptxas,      ///< ptxas, or an error
  estimate,   ///< never ask
};

/// Per thread.
struct Allocation {
  std::uint32_t registers = 0;                                ///< 0: unknown
  std::uint32_t spill_store_bytes = 0, spill_load_bytes = 0;  ///< of the instructions in the code
  std::uint32_t frame_bytes = 0;                              ///< local memory, arrays of the kernel included
  bool operator==(const Allocation&) const = default;
};

/// What ptxas allocates for the kernel's target; 0 registers leave it to the estimate. Answers are kept in the cache,
/// if there is one. Throws Unavailable when ptxas is insisted on and is not there, or refuses the PTX; Interrupted when
/// progress says to stop.
[[nodiscard]] Allocation allocation_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache = nullptr,
                                       Progress* progress = nullptr);

/// Its registers alone.
[[nodiscard]] std::uint32_t registers_of(const Kernel& kernel, RegisterSource from, source::CacheStore* cache = nullptr,
                                         Progress* progress = nullptr);

}  // namespace forewarp::kernel
