// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The parameters of Eq. 3 to 5 (bsp.hpp) from a profile, where the paper reads them off the source by hand.
///
///     t      threads of the grid
///     Comp   cycles of a thread's arithmetic, by class: fma 2, add 24, multiply 32, divide 96
///     ld, st elements that a thread loads and stores: a vector load of four counts four
///
/// All are means over the threads launched, idle ones included. What a thread computes is a matter of choice: the paper
/// counts the algorithm's own operations, a machine executes the addresses and the loop counters as well. Both are
/// here; Eq. 3 is for the first.
///
///     add       add sub min max neg abs set setp selp and logic and shifts (integers: not those of addresses)
///     multiply  mul mul24       fma  fma mad       divide  div rem rcp sqrt rsqrt sin cos lg2 ex2 tanh
#include <optional>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/bsp/bsp.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::model::bsp {

/// Of one thread.
struct Extracted {
  Operations floating;  ///< on f16, bf16, f32, f64: what numeric kernels are for
  Operations integer;   ///< on integers, addresses and loop counters included
  double threads = 0;
  Accesses accesses;  ///< hits are 0, as the paper sets them; cache_hits() fills them in
};

/// Throws InputError for a profile without threads.
[[nodiscard]] Extracted extract(const profile::Profile& profile);

/// The same with L1 and L2 hits as the bounds model has them for this device (bounds/traffic.hpp): how many of a
/// thread's global accesses its caches serve. Throws InputError where a block does not fit the device.
[[nodiscard]] Accesses with_cache_hits(Accesses accesses, const profile::Profile& profile,
                                       const device::DeviceSpec& device);

enum class Counted { floating, all };

/// What Eq. 3 takes. floating: Comp as the paper counts it; all: integers too, for kernels whose work is on integers.
[[nodiscard]] Kernel kernel_of(const Extracted& extracted, Counted counted = Counted::floating,
                               const OperationCycles& cycles = {});

}  // namespace forewarp::model::bsp
