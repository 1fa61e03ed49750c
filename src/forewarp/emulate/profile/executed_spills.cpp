// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/executed_spills.hpp"

namespace forewarp::profile {

Spills executed_spills(const Spills& in_code, const Profile& p) {
  double places = 0;
  for (const BasicBlockCount& block : p.basic_blocks)
    if (block.threads > 0) places += block.instructions;
  if (!(places > 0) || !(p.threads > 0)) return {};
  const double times = p.thread_instructions / p.threads / places;
  return {in_code.load_bytes * times, in_code.store_bytes * times, in_code.frame_bytes};
}

}  // namespace forewarp::profile
