// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one process of a ranking found out about a configuration, as bytes for another (support/packed.hpp).
#include "forewarp/model/rank/rank.hpp"
#include "forewarp/support/packed.hpp"

namespace forewarp::rank {

/// All but the configuration, which both know.
void members(Packer& io, const Candidate& candidate);
/// Throws InputError for bytes that are no candidate.
void members(Unpacker& io, Candidate& candidate);

void members(Packer& io, const Results& results);
/// Throws InputError for bytes that are no results.
void members(Unpacker& io, Results& results);

}  // namespace forewarp::rank
