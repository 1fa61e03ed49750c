// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/spills.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/model/bounds/traffic.hpp"

namespace forewarp::model {
namespace {

/// Hits of loads from two kinds of memory together. Example: 100 loads of which 0.9 hit, and 300 of which none does:
/// 0.225.
double together(double hit, double loads, double other_hit, double other_loads) {
  return loads + other_loads > 0 ? (hit * loads + other_hit * other_loads) / (loads + other_loads) : hit;
}

}  // namespace

SpillHits spill_hits(const Summary& s, const Demand& d, const device::DeviceSpec& device) {
  const double resident = std::min<double>(d.occupancy.blocks_per_sm, std::ceil(s.blocks / device.sms));
  // Stores in a loop go to the same places: only where no frame is known they are taken for its size.
  const double frame = s.spills.frame_bytes > 0 ? s.spills.frame_bytes : s.spills.store_bytes;
  const double frames = frame * resident * s.threads_per_block;
  const double all_frames = frames * std::min<double>(device.sms, s.blocks / std::max(1.0, resident));
  return {kept_share(l1_capacity(s, device, d.occupancy), frames), kept_share(device.l2_bytes, all_frames),
          kept_share(device.l3_bytes, all_frames)};
}

void mix_hits(Demand& d, double loads, double spilled, const SpillHits& hits) {
  const double missed = loads * (1 - d.l1_hit), spilled_missed = spilled * (1 - hits.l1);
  const double far = missed * (1 - d.l2_hit), spilled_far = spilled_missed * (1 - hits.l2);
  if (loads + spilled > 0) d.path.near_share *= loads / (loads + spilled);
  if (d.request_l1_hit) d.request_l1_hit = together(*d.request_l1_hit, loads, hits.l1, spilled);
  d.l1_hit = together(d.l1_hit, loads, hits.l1, spilled);
  d.l2_hit = together(d.l2_hit, missed, hits.l2, spilled_missed);
  d.l3_hit = together(d.l3_hit, far, hits.l3, spilled_far);
}

}  // namespace forewarp::model
