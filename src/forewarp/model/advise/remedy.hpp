// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// clang-format off
/// Causes taken away: the profile of a launch as it would be if something were mended. The bounds model is then asked
/// again; the quotient of the times is what mending is worth.
///
///     coalesced       every access to device memory moves the fewest sectors; sectors of which a block used a part are
///                     whole, and bytes that no access of the grid touches are left out
///     conflict_free   each pass of shared memory carries all it can
///     converged       lanes of a warp go one way: instructions shrink by the share of lanes at work
///     occupied        the block size, the registers or the shared memory that lets most warps be resident and is
///                     fastest
///     shared_reuse    what a block loads again and again it loads once, in a phase of its own between two barriers,
///                     and reads from shared memory
///     register_reuse  a thread computes 2 x 2 results, each operand serves two: half of the shared-memory reads
///     vector_loads    loads and stores of neighbours become one of up to 16 bytes per lane, with fewer threads
///     more_ilp        a thread does the work of four, interleaved; registers grow by half
///     low_occupancy   eight in place of four; registers are doubled
///     single          double-precision arithmetic and data are single
///     fewer_atomics   a block adds up first and sends one atomic per address
///     no_local        no thread-private arrays in memory
///     unspilled       registers that the machine compiler spills have room: as many registers as there are values, or
///                     half of those that are missing, in blocks of the size that is fastest then
///     through_l1      constant memory that the lanes of a warp read at different addresses is global memory, read
///                     through L1
///     host_copied     what is read of host memory crosses the link once, to a copy in device memory
///     prefetched      loads of the next step are issued before this one is computed: barriers do not split phases
///     balanced        no block is more expensive than another
///     even_warps      the warps of a block take as long as their mean
///     filled          the same work in smaller blocks, so that every SM has one
///     whole_waves     blocks of another size; where they share memory or have barriers as many blocks as the device
///                     holds, with equal parts of the work
///     split           a long loop divided among more blocks (long_loop.hpp), its parts added up in a second launch
///                     where its rounds do not store
///     unrolled        four rounds of a long loop at a time, with sums of their own: a quarter of its chain is left
///     fused           a launch in a stream becomes a node of a graph; a node is merged with the one before
///     fast_math       division, square root and sine by the special-function unit alone
// clang-format on
#include <optional>
#include <string_view>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::advise {

/// A launch and the device it is put to; `device` changes only where an overhead goes away.
struct Mended {
  profile::Profile profile;
  device::DeviceSpec device;
  model::Caches caches = model::Caches::usual;
  std::uint32_t live_registers = 0;  ///< that the values of PTX would take without a limit; 0: not known
};

[[nodiscard]] std::vector<std::string_view> remedy_names();
[[nodiscard]] bool is_remedy(std::string_view name);
/// The launch with the cause taken away; nothing where the remedy finds nothing to change. Throws InputError for a name
/// that is no remedy.
[[nodiscard]] std::optional<Mended> mend(std::string_view remedy, const Mended& launch);

}  // namespace forewarp::advise
