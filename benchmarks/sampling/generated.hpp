// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels that no person wrote: a guard, a number of turns, an address to read and one to write are each drawn from a
/// list, and so are the sizes of the launch and of its buffers.
#include <cstdint>

#include "sampling/adversarial.hpp"

namespace forewarp::bench {

/// The same launches for the same seed. Compiles them. Throws Unavailable without a compiler.
[[nodiscard]] std::vector<NamedKernel> generated_launches(std::uint64_t seed, unsigned count);

}  // namespace forewarp::bench
