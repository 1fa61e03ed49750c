// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Special registers (PTX ISA, "Special Registers"). There is one SM and no cluster; time is counted in the warp
// instructions that the warp has executed. In a warp of 64, lane numbers and lane masks are those of each half.
#include "forewarp/emu/exec/block.hpp"

namespace forewarp::emu {

using ptx::Special;

namespace {

constexpr unsigned ptx_warp = 32;

std::uint32_t part(launch::Dim3 d, unsigned component) {
  return component == 0 ? d.x : component == 1 ? d.y : component == 2 ? d.z : 0;
}

std::uint32_t thread_part(launch::Dim3 shape, std::uint64_t thread, unsigned component) {
  switch (component) {
    case 0:
      return static_cast<std::uint32_t>(thread % shape.x);
    case 1:
      return static_cast<std::uint32_t>(thread / shape.x % shape.y);
    case 2:
      return static_cast<std::uint32_t>(thread / (std::uint64_t{shape.x} * shape.y));
    default:
      return 0;
  }
}

std::uint32_t lane_mask(Special special, unsigned lane) {
  const std::uint32_t own = std::uint32_t{1} << lane, below = own - 1;
  switch (special) {
    case Special::lanemask_eq:
      return own;
    case Special::lanemask_le:
      return below | own;
    case Special::lanemask_lt:
      return below;
    case Special::lanemask_ge:
      return ~below;
    default:
      return ~(below | own);  // lanemask_gt
  }
}

}  // namespace

std::uint64_t Block::special(const Warp& warp, Special special, unsigned component, unsigned lane) const {
  const launch::Launch& launch = *launch_.launch;
  const std::uint64_t thread = std::uint64_t{warp.index()} * launch_.program->width + lane;
  switch (special) {
    case Special::tid:
      return thread_part(launch.block, thread, component);
    case Special::ntid:
      return part(launch.block, component);
    case Special::laneid:
      return lane % ptx_warp;
    case Special::warpid:
      return thread / ptx_warp;
    case Special::nwarpid:
      return (launch_.threads + ptx_warp - 1) / ptx_warp;
    case Special::ctaid:
    case Special::clusterid:
      return part(index_, component);
    case Special::nctaid:
    case Special::nclusterid:
      return part(launch.grid, component);
    case Special::nsmid:
    case Special::cluster_nctaid:
      return component < 3 ? 1 : 0;
    case Special::cluster_nctarank:
      return 1;
    case Special::lanemask_eq:
    case Special::lanemask_le:
    case Special::lanemask_lt:
    case Special::lanemask_ge:
    case Special::lanemask_gt:
      return lane_mask(special, lane % ptx_warp);
    case Special::clock:
    case Special::clock64:
    case Special::globaltimer:
    case Special::globaltimer_lo:
      return warp.executed;
    case Special::clock_hi:
    case Special::globaltimer_hi:
      return warp.executed >> 32;
    case Special::dynamic_smem_size:
      return launch.dynamic_shared_bytes;
    case Special::total_smem_size:
    case Special::aggr_smem_size:
      return launch_.shared_bytes;
    default:
      return 0;  // ids of the only SM, grid and cluster; performance counters, which count nothing here
  }
}

}  // namespace forewarp::emu
