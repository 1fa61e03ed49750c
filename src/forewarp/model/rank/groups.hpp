// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Puts candidates that do the same work together, and reports what the others leave out.
#include <string>
#include <vector>

#include "forewarp/model/rank/rank.hpp"

namespace forewarp::rank {

/// Orders the candidates of a ranking: groups that do the same work one after the other, the one that does most first,
/// each fastest first (ties in the order of the space), then those that cannot run. Fills Ranking::groups and notes.
void put_in_order(const RankOptions& options, Ranking& ranking);

}  // namespace forewarp::rank
