// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {

/// Means over the traced warps, one per block with details, scaled like all sampled counts.
void assemble_path(const Observed& o, Profile& p) {
  const double warps = scaled_detail(o, [](const Detail& d) { return d.chain.warps; });
  if (warps <= 0) return;
  const auto links = [&](LinkClass link) {
    const auto k = static_cast<unsigned>(link);
    return scaled_detail(o, [&](const Detail& d) { return static_cast<std::uint64_t>(d.chain.links[k]); }) / warps;
  };
  auto& path = p.path;
  path.alu = links(LinkClass::alu);
  path.fp64 = links(LinkClass::fp64);
  path.special = links(LinkClass::special);
  path.shared = links(LinkClass::shared);
  path.global = links(LinkClass::global);
  path.atomic = links(LinkClass::atomic);
  path.barrier = links(LinkClass::barrier);
  path.branch = links(LinkClass::branch);
  path.tensor = links(LinkClass::tensor);
  path.instructions = scaled_detail(o, [](const Detail& d) { return d.chain.instructions; }) / warps;
  const double loads = scaled_detail(o, [](const Detail& d) { return d.chain.global_loads; }) / warps;
  const double steps =
      scaled_detail(o, [](const Detail& d) { return static_cast<std::uint64_t>(d.chain.steps); }) / warps;
  const double requests = scaled_detail(o, [](const Detail& d) { return d.load_requests; });
  const double in_flight = scaled_detail(o, [](const Detail& d) { return d.in_flight; });
  path.in_flight = requests > 0 ? in_flight / requests : 0;
  // ilp: instructions of a warp per instruction of its longest chain; 200 instructions on a chain of 50
  // are 4. mlp: loads per link to global memory on that chain: 8 loads of which the chain
  // waits for 2 are 4 in flight at once.
  path.ilp = steps > 0 ? std::max(1.0, path.instructions / steps) : 1;
  path.mlp = path.global > 0 ? std::max(1.0, loads / path.global) : 1;
}

}  // namespace forewarp::profile
