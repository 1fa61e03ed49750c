// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Ours on the same launches, with no counter that knows the time. The target is a sum of what six costs take:
///
///     issue   warp instructions of the busiest SM / (schedulers * clock)   (N / SMs, times ceil(B / SMs) SMs / B)
///     double  double-precision operations likewise / (units * clock)
///     l2      32 bytes an L2 transaction / bandwidth of L2
///     dram    32 bytes a transaction of DRAM / bandwidth of DRAM
///     chain   instructions of a warp * latency of arithmetic / clock, times waves of blocks
///     cycles  1 / clock: a constant number of cycles
///
/// with coefficients that cannot be negative, learnt by relative error (learn/linear/bounds.hpp), for unseen GPUs one
/// set a kernel. GPUs of the generation asked for count three times. SMs, schedulers, clocks, bandwidths, latencies,
/// units and what is resident come from our device files; the transactions are those counted on the GPU itself.
#include "papers/amaris2022_learned/data.hpp"

namespace forewarp::papers::amaris2022_learned {

void add_ours(Reproduction& result, const Launches& launches, const Options& options);

}  // namespace forewarp::papers::amaris2022_learned
