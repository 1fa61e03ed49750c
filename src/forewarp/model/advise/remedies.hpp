// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The remedies one by one (described in remedy.hpp); false where there is nothing to change.
#include "forewarp/model/advise/remedy.hpp"

namespace forewarp::advise {

bool coalesced(Mended& m);
bool conflict_free(Mended& m);
bool shared_reuse(Mended& m);
bool register_reuse(Mended& m);
bool vector_loads(Mended& m);
bool no_local(Mended& m);
bool through_l1(Mended& m);
bool host_copied(Mended& m);

bool occupied(Mended& m);
bool filled(Mended& m);
bool whole_waves(Mended& m);
bool split(Mended& m);
bool unrolled(Mended& m);
bool more_ilp(Mended& m);
bool low_occupancy(Mended& m);
bool unspilled(Mended& m);

bool converged(Mended& m);
bool single(Mended& m);
bool fewer_atomics(Mended& m);
bool prefetched(Mended& m);
bool balanced(Mended& m);
bool even_warps(Mended& m);
bool fused(Mended& m);
bool fast_math(Mended& m);

/// Whether as many blocks are launched as the device holds at once.
[[nodiscard]] bool fills_the_device(const Mended& m);

/// Each thread does the work of `times`: the grid shrinks, totals stay, chains stay as long as they were because the
/// works are interleaved. False where the grid has too few blocks.
bool coarsen(profile::Profile& p, unsigned times);

/// So many blocks in a row become one; less than 1: one becomes so many.
void join_blocks(profile::BufferFootprint& buffer, double times);

}  // namespace forewarp::advise
