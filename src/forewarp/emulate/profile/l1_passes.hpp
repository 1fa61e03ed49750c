// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Cycles in which L1 answers a request of global memory that hits (Maxwell and Pascal: half_warps.hpp).
///
/// Warps of 32, NVIDIA from Volta on and RDNA. The slower of two steps:
///
///   look-up   four lines of 128 bytes a cycle: ceil((lines + 1) / 4), as lines in a row begin anywhere in a four
///   data      32 banks of 4 bytes, as those of shared memory; lanes of 8 (16) bytes go by half (quarter) warps, each
///             group in as many cycles as its fullest bank has distinct words
///
/// Examples: neighbouring floats 1, aligned or not. Floats with a word between them 2, and with 31 (a column of a
/// matrix of 32, 64, ... columns) 32, as all are in one bank; with 32 words between them, 9: 32 lines. A gather from 32
/// lines 9, and more where banks collide.
///
/// Waves of 64, GCN and CDNA. The address unit takes four lanes a cycle; 16 where lanes of up to 4 bytes read
/// neighbouring words or one word, a cycle for each run of them. Four lanes take more than a cycle where they collide:
///
///   up to 4 bytes  distinct words of one remainder by 4, or distinct pieces of 16 bytes in one place of a 64-byte line
///   more           distinct pieces of 8 bytes in one place of a 64-byte line
///
/// Examples, of a wave: neighbouring floats 4, neighbouring doubles 16, floats with a word between them 32.
///
/// Where it comes from: gpu-benches (te42kyfo/gpu-benches @0a45416, gpu-strides: a100, a40, h200, rdna2, mi210), whose
/// cycles a request for strides of 0 to 64 floats and doubles this gives
/// (tests/unit/emulate/profile/l1_passes_test.cpp). GCN has the same address unit: 4 and 16 cycles in sebbbi/perftest
/// (R9 390X to Radeon VII); there reads of words at random within 80 bytes do not collide, where the rule has 2.1
/// cycles for four lanes. Not covered: the bytes that an SM returns in a cycle, which is a figure of the device;
/// conflicts among the sets of the cache.
#include <cstdint>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

/// Of a request that touches so many distinct lines. O(width). Waves of 64: at 64 bytes a cycle, or 4 lanes.
[[nodiscard]] std::uint32_t l1_passes_of(const emu::Access& access, unsigned width, std::uint32_t lines);

}  // namespace forewarp::profile
