// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// remove_work [ARRAY | $TAG, ...]
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// Leaves the loops and the global memory traffic, and takes away arithmetic, local memory and, of the global accesses,
/// those to the named arrays or with the named access tags (stevens2020, section 7.1.1, Algorithm 3): each load that
/// stays is added to the private read_tgt, each store that stays stores it. Where none does, each work-item stores it
/// to its own element of the new array read_tgt_dest. Where some work-items execute no store (the frame of a stencil's
/// tile), these alone do so: Algorithm 3 lets them store nothing, and a compiler then drops their loads.
///
/// Not a transformation that keeps the meaning: it makes a measurement kernel of the same traffic. Throws InputError
/// for an unknown name, where nothing is left, where a subscript that stays uses what is taken away, or where the
/// number of work-items is no one formula of the sizes.
[[nodiscard]] Program remove_work(const Program& program, const std::set<std::string>& arrays,
                                  const std::set<std::string>& tags = {});

}  // namespace forewarp::loop
