// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The loop that a thread runs so often that a few blocks take long while the rest of the device is idle, and
/// the same work with that loop dealt out to more blocks.
#include <optional>
#include <vector>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::advise {

struct LongLoop {
  double rounds = 0;  ///< times that a warp runs the loop's costliest basic block
  double share = 0;   ///< of all warp instructions, in basic blocks that a warp runs twice or more
  /// Loads of device memory in such blocks: indices into Profile::sites.
  std::vector<std::size_t> loads;
  bool stores = false;  ///< to device memory, in such blocks
};

/// Nothing where no block of code that loads from device memory is run twice by a warp, and where the rounds wait for
/// each other through memory: stores to a buffer that they load from, or barriers as well as stores, as in an
/// elimination or a time step.
[[nodiscard]] std::optional<LongLoop> long_loop(const profile::Profile& profile);

/// Whether the load at this PTX line gets its address, round after round, from what it loaded: a list, a search. Such
/// rounds have an order.
[[nodiscard]] bool feeds_its_address(const ptx::Function& function, std::uint32_t line);

/// The loop's rounds divided among `times` as many blocks. What a thread does once, it does once in each; what it does
/// in the loop keeps its total.
void split_over_blocks(profile::Profile& profile, const LongLoop& loop, unsigned times);

}  // namespace forewarp::advise
