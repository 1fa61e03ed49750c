// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a request of global memory costs where the halves of a warp pass L1 one after the other, as on Maxwell and
/// Pascal. L1 gives half a warp four pieces of 16 bytes a cycle, two of them from one bank (address / 16 modulo 4), and
/// 4 bytes of each lane:
///
///     cycles = max(ceil(pieces / 4), ceil(pieces in the fullest bank / 2), ceil(bytes of a lane / 4))
///
/// Lanes of one half share what they touch. Loads of both halves share a sector of L2; stores do not.
///
/// Where it comes from: the matrix products of CLBlast on a GTX 1080 Ti that read one matrix through L1
/// (shared/data/tuning/gemm; loads of 4, 8 and 16 bytes, 4 to 64 bytes apart, take whole multiples of a cycle) and those
/// of amaris2022 that are not coalesced, on four Maxwell boards: 18 to 20 cycles for the two loads of a step. The nvprof
/// counters there have 32 sectors of L2 for a store and 16 for a load of one address by lanes l and l + 16.
///
/// Examples: neighbouring floats, 2 passes. A column of floats, 16: they are in one bank. Lanes that read 16
/// neighbouring bytes each, 8.
#include <cstdint>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::profile {

struct HalfWarps {
  std::uint32_t passes = 0;   ///< cycles of L1, summed over the halves
  std::uint32_t sectors = 0;  ///< distinct sectors of each half, summed
};

/// Of a request in global memory. O(width).
[[nodiscard]] HalfWarps half_warps_of(const emu::Access& access, unsigned width);

}  // namespace forewarp::profile
