// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From Nsight Compute's counters alone, on configurations that others tuned (KTT, an RTX 2080 Ti): what limits each
/// launch, and whether those that the counters call badly coalesced, conflicted or under-occupied are the slow ones.
#include "papers/reproduction.hpp"

namespace forewarp::papers::zigon2020 {

/// Of each launch, from the counters alone.
struct Read {
  std::string bound, resource;  ///< memory, compute or latency (nothing busy for 60 %), and the busiest resource
  double sectors = 0;           ///< that L2 reads for a request of a global load
  double passes = 0;            ///< of shared memory for an access to it; 1 where it is not used
  double idle_warps = 0;        ///< per cent of the warps an SM could hold that are not there
};
/// One a row of a table with KTT's columns. Throws InputError where a counter is missing.
[[nodiscard]] std::vector<Read> read_counters(const Table& table);

[[nodiscard]] Reproduction counters(const Options& options);

}  // namespace forewarp::papers::zigon2020
