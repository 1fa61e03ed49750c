// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

/// Bytes that the launch uses over the bytes of the sectors that it touches, which cannot be more
/// than the buffer has.
double BufferFootprint::used_share() const {
  const double touched = std::min(32 * sectors_total, bytes);
  return touched > 0 ? std::clamp(used_bytes_total / touched, 0.0, 1.0) : 1;
}

void BufferFootprint::multiply_per_block(double factor) {
  for (double* amount : {&sectors_per_block, &read_sectors_per_block, &written_sectors_per_block, &used_bytes_per_block,
                         &visits_per_block})
    *amount *= factor;
}

}  // namespace forewarp::profile
