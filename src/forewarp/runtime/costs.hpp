// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

/// What a program pays around its kernels and copies. None of these is on a data sheet; all are estimated from
/// published measurements of CUDA 11 and 12 on x86 hosts, where they differ little between GPUs.
namespace forewarp::runtime {

/// A call that only asks or sets something.
inline constexpr double call_s = 0.1e-6;
/// The host is busy with a kernel launch for about 2 us (NVIDIA technical blog, "Constant time launch for straight-line
/// CUDA graphs": 2.0 to 2.5 us per kernel in a stream).
inline constexpr double launch_call_s = 2.0e-6;
/// The same per kernel of a graph, from the same source.
inline constexpr double graph_node_s = 0.1e-6;
/// The device begins a launch, a copy or an event on an idle stream this long after the call began.
inline constexpr double submit_latency_s = 3.0e-6;
/// Set-up of a copy engine's transfer, beside the time of its bytes.
inline constexpr double copy_setup_s = 1.5e-6;
/// The host notices that the device is done.
inline constexpr double synchronise_s = 2.0e-6;
/// Copies of pageable memory pass through a pinned buffer by one core of the host.
inline constexpr double pageable_bytes_per_s = 10e9;
/// That buffer, after which the host goes on: up to so many bytes are in it as soon as the call returns (CUDA Runtime
/// API, "API synchronization behavior": 64 KB).
inline constexpr std::uint64_t staged_bytes = 64 << 10;
/// Functions of the host in a stream take the time that was measured, from this on.
inline constexpr double least_host_call_s = 50e-6;
/// cudaMalloc and cudaFree, which map memory.
inline constexpr double allocation_s = 50e-6;
/// Memory from a pool.
inline constexpr double pool_allocation_s = 1e-6;

}  // namespace forewarp::runtime
