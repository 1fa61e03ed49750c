// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How many threads and how much shared memory a block of a loaded kernel may have on the session's device. Both APIs
/// answer with it.
#include <cstdint>

#include "forewarp/runtime/session.hpp"

namespace forewarp::runtime {

/// Blocks per SM; 0 where not even one fits. Throws CallFailed for a block without threads.
[[nodiscard]] std::uint32_t resident_blocks(const Session& session, const Kernel& kernel, int threads,
                                            std::uint64_t dynamic_shared_bytes);

/// Of one block: what the device, the kernel's directives and its registers allow.
[[nodiscard]] std::uint32_t max_threads(const Session& session, const Kernel& kernel);

/// What a launch may ask for: as set, or what is left of that which needs no setting.
[[nodiscard]] std::uint64_t max_dynamic_shared_bytes(const Kernel& kernel);
/// Throws CallFailed where a block may not have so much.
void set_max_dynamic_shared_bytes(const Session& session, Kernel& kernel, int bytes);

/// The most with which so many blocks are on an SM at once, in steps of 128 bytes.
[[nodiscard]] std::uint64_t available_dynamic_shared_bytes(const Session& session, const Kernel& kernel, int blocks,
                                                           int threads);

}  // namespace forewarp::runtime
