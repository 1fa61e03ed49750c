// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Special registers (PTX ISA, "Special Registers"). There is one SM and no cluster; time is counted in the warp
// instructions that the warp has executed. In a warp of 64, lane numbers and lane masks are those of each half.
#include "forewarp/emulate/machine/special.hpp"

#include "forewarp/emulate/machine/block.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::emu {

using ptx::Special;

namespace {

constexpr unsigned ptx_warp = 32;

std::uint32_t part(launch::Dim3 d, unsigned component) {
  return component == 0 ? d.x : component == 1 ? d.y : component == 2 ? d.z : 0;
}

/// A coordinate of a thread from its linear index in the block, x fastest.
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
  if (special == Special::lanemask_eq) return own;
  if (special == Special::lanemask_le) return below | own;
  if (special == Special::lanemask_lt) return below;
  if (special == Special::lanemask_ge) return ~below;
  return ~(below | own);  // lanemask_gt
}

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

/// Allocation unit of shared memory (PTX ISA, "Special Registers: %total_smem_size"): 128 bytes on sm_2x and from
/// sm_80 on, 256 bytes between.
std::uint64_t shared_unit(std::string_view target) {
  constexpr std::size_t digits = 3;  // behind "sm_"
  unsigned number = 0;
  for (std::size_t i = digits; i < target.size() && target[i] >= '0' && target[i] <= '9' && number < 1000; ++i)
    number = number * 10 + static_cast<unsigned>(target[i] - '0');
  return number >= 30 && number < 80 ? 256 : 128;
}

/// %envreg2 and %envreg1 are the low and the high word of the address of the workspace that a cooperative launch
/// brings: what nvcc compiles this_grid().sync() to.
constexpr unsigned low_word = 2, high_word = 1;

}  // namespace

bool is_grid_workspace(ptx::Special special, unsigned component) {
  return special == Special::envreg && (component == low_word || component == high_word);
}

bool is_of_cluster(Special special) {
  return special == Special::cluster_ctaid || special == Special::cluster_nctaid ||
         special == Special::cluster_ctarank || special == Special::cluster_nctarank || special == Special::clusterid ||
         special == Special::nclusterid;
}

/// Special registers that the emulator supports; others make the instruction one that is missing.
bool has_value(Special special, unsigned component) {
  switch (special) {
    case Special::envreg:
      return is_grid_workspace(special, component);
    case Special::none:
    case Special::is_explicit_cluster:
    case Special::reserved_smem_offset_begin:
    case Special::reserved_smem_offset_end:
    case Special::reserved_smem_offset_cap:
    case Special::reserved_smem_offset_0:
    case Special::reserved_smem_offset_1:
    case Special::aggr_smem_size:
    case Special::pm0:
    case Special::pm1:
    case Special::pm2:
    case Special::pm3:
    case Special::pm4:
    case Special::pm5:
    case Special::pm6:
    case Special::pm7:
    case Special::pm0_64:
    case Special::pm1_64:
    case Special::pm2_64:
    case Special::pm3_64:
    case Special::pm4_64:
    case Special::pm5_64:
    case Special::pm6_64:
    case Special::pm7_64:
      return false;
    case Special::tid:
    case Special::ntid:
    case Special::laneid:
    case Special::warpid:
    case Special::nwarpid:
    case Special::ctaid:
    case Special::nctaid:
    case Special::smid:
    case Special::nsmid:
    case Special::gridid:
    case Special::clusterid:
    case Special::nclusterid:
    case Special::cluster_ctaid:
    case Special::cluster_nctaid:
    case Special::cluster_ctarank:
    case Special::cluster_nctarank:
    case Special::lanemask_eq:
    case Special::lanemask_le:
    case Special::lanemask_lt:
    case Special::lanemask_ge:
    case Special::lanemask_gt:
    case Special::clock:
    case Special::clock_hi:
    case Special::clock64:
    case Special::globaltimer:
    case Special::globaltimer_lo:
    case Special::globaltimer_hi:
    case Special::total_smem_size:
    case Special::dynamic_smem_size:
    case Special::current_graph_exec:
    case Special::warp_sz:
      return true;
  }
  return false;
}

/// Clocks return the warp instructions executed: they grow, and are the same in every run.
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
    case Special::warp_sz:
      return ptx_warp;
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
      return round_up(launch_.shared_bytes, shared_unit(launch_.program->module->target));
    case Special::smid:
    case Special::gridid:
    case Special::cluster_ctaid:
    case Special::cluster_ctarank:
    case Special::current_graph_exec:
      return 0;  // ids of the only SM, grid and block of the cluster; no graph launched this kernel
    case Special::envreg:
      return component == low_word ? launch_.grid_workspace & 0xffffffffU : launch_.grid_workspace >> 32;
    case Special::none:
    case Special::is_explicit_cluster:
    case Special::reserved_smem_offset_begin:
    case Special::reserved_smem_offset_end:
    case Special::reserved_smem_offset_cap:
    case Special::reserved_smem_offset_0:
    case Special::reserved_smem_offset_1:
    case Special::aggr_smem_size:
    case Special::pm0:
    case Special::pm1:
    case Special::pm2:
    case Special::pm3:
    case Special::pm4:
    case Special::pm5:
    case Special::pm6:
    case Special::pm7:
    case Special::pm0_64:
    case Special::pm1_64:
    case Special::pm2_64:
    case Special::pm3_64:
    case Special::pm4_64:
    case Special::pm5_64:
    case Special::pm6_64:
    case Special::pm7_64:
      break;
  }
  FOREWARP_ASSERT(false, "a special register without a value was decoded");
  return 0;
}

}  // namespace forewarp::emu
