// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Table 1 of zigon2020 beside our launches of the ten kernels, and what its two percentages say together.
///
/// SM: the busiest of what is inside an SM (issue slots, pipes, L1, shared memory), as Nsight Compute has it; the naive
/// product's 95 % and the tiled one's 92 % are L1's and shared memory's. Mem: the device memory's share, "the
/// percentage of memory bandwidth consumed".
///
///     i = SM I / (Mem B / b)    warp instructions for 32 elements that the printed pair implies where issue slots are
///                               what is busy: I warp instructions a second, B bytes/s, b bytes for 32 elements
#include <vector>

#include "papers/reproduction.hpp"
#include "papers/zigon2020/sampling.hpp"

namespace forewarp::papers::zigon2020 {

/// Warp instructions for 32 elements of which each moves so many bytes. SM and Mem in per cent.
[[nodiscard]] double implied_instructions(double sm_percent, double mem_percent, double bytes_per_element,
                                          const device::DeviceSpec& device);

void add_table1(Reproduction& result, const Sampled& sampled, const std::vector<advise::KernelClass>& classes,
                const device::DeviceSpec& device);

}  // namespace forewarp::papers::zigon2020
