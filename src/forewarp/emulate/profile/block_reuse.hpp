// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which earlier block a block shares its data with, as a distribution: p_D is the share of a block's unique sectors
/// that the block launched D before it touched, and none in between. It is the reuse distance of Mattson et al. (1970)
/// counted in blocks, and it gives the footprint of any run of blocks (Xiang et al., "HOTL: a higher order theory of
/// locality", ASPLOS 2013): with S unique sectors per block,
///
///     fresh(w) = 1 - sum_{D <= w} p_D                 share that none of the w blocks before touched
///     U(w)     = S sum_{i < w} fresh(i) = S (w - sum_{D < w} p_D (w - D))     unique sectors of w blocks in a row
///
/// The mean is over all blocks of the grid, so fresh(infinity) S N is what the N blocks of the grid touch.
#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// fresh(infinity): share of the sectors that no block before touched.
[[nodiscard]] double never_share(const BlockReuse& reuse);

/// U(w) / S; w at least 1.
[[nodiscard]] double blocks_worth(const BlockReuse& reuse, double blocks);

/// Distances that are within an eighth of an octave become one, at their mean; up to 16 they stay as they are. Steps
/// may come in any order.
[[nodiscard]] BlockReuse compressed(BlockReuse steps);

/// When neighbours share what overlap says and nothing is known of blocks farther away: distances 1 along x, grid.x
/// along y and grid.x grid.y along z, each from what the axes before left.
[[nodiscard]] BlockReuse reuse_of_neighbours(const Overlap& overlap, launch::Dim3 grid);

/// The same blocks when they can touch no more than so many blocks' worth of sectors: where the steps say more, any
/// block may have touched any sector besides.
[[nodiscard]] BlockReuse bounded(const BlockReuse& reuse, double blocks, double most);

/// After `times` blocks in a row have become one, which touches blocks_worth(reuse, times) as much; times may be below
/// 1, and then a block is one part of several that share nothing new.
[[nodiscard]] BlockReuse coarsened(const BlockReuse& reuse, double times);

/// After each block touches `factor` as many sectors (factor at most 1), because each is used whole: as many new ones
/// as before, but at most the share `fresh` of what is left.
[[nodiscard]] BlockReuse with_less_waste(const BlockReuse& reuse, double factor, double fresh = 1);

}  // namespace forewarp::profile
