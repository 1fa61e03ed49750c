// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Additions of floats in shared memory, which NVIDIA's devices make by compare and swap in a loop until it succeeds. A
/// round is LDS, FADD, ATOMS, ISETP and BRA; LDS takes a pass through the banks, ATOMS two, to read and to write. The
/// rounds of a block follow each other, each with the latencies of LDS and ATOMS. AMD's local memory adds floats itself
/// (ds_add_f32).
#include "forewarp/model/bounds/demand.hpp"

namespace forewarp::model {

/// The instructions of the rounds, beyond one for each addition, and what a warp waits for in them.
void add_retries(Demand& demand, const Summary& summary, const device::DeviceSpec& device);
[[nodiscard]] double retry_wavefronts(const Summary& summary, const device::DeviceSpec& device);

}  // namespace forewarp::model
