// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "forewarp/emulate/profile/footprint_of.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/remedies.hpp"

namespace forewarp::advise {
namespace {

using profile::InstructionCount;

/// Whether it had the words `from`.
bool replace(ptx::MnemonicText& mnemonic, std::string_view from, std::string_view to) {
  std::string text = mnemonic.text();
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return false;
  mnemonic = text.replace(at, from.size(), to);
  return true;
}

bool is_double(const ptx::MnemonicText& mnemonic) { return mnemonic.text().find("f64") != std::string::npos; }

}  // namespace

/// All lanes active: instructions fall by the share of active lanes, sectors stay. A branch that
/// splits every warp in halves executes both sides with 16 lanes each; converged, half of the warps
/// take each side, and half of the warp instructions are left. Requests fall alike and carry twice
/// the lanes.
bool converged(Mended& m) {
  profile::Profile& p = m.profile;
  const double threads_of_a_warp = p.warps > 0 ? p.threads / p.warps : p.warp_size;
  const double share = std::min(1.0, p.mean_active_lanes() / std::max(1.0, threads_of_a_warp));
  if (share >= 0.98 || share <= 0) return false;
  for (InstructionCount& i : p.instructions) i.scale_warps(share);
  p.warp_instructions *= share;
  p.path.alu *= share, p.path.fp64 *= share, p.path.special *= share, p.path.branch *= share;
  p.path.shared *= share, p.path.global = std::max(std::min(1.0, p.path.global), p.path.global * share);
  for (profile::AccessSite& site : p.sites) {
    if (site.lanes >= site.requests * threads_of_a_warp * 0.98) continue;
    site.requests *= share;
    site.lines = std::min(site.lines, std::max(site.lines * share, site.sectors / 4));
  }
  return true;
}

/// Single instead of double precision: half the bytes and sectors, the chain moves to the fp32 latency.
bool single(Mended& m) {
  profile::Profile& p = m.profile;
  bool any = false;
  for (InstructionCount& i : p.instructions) {
    if (!is_double(i.mnemonic)) continue;
    any = any || i.opcode != ptx::Opcode::ld;
    replace(i.mnemonic, "f64", "f32");
    if (i.type == ptx::Type::f64) i.type = ptx::Type::f32;
  }
  if (!any) return false;
  p.path.alu += p.path.fp64;
  p.path.fp64 = 0;
  for (profile::AccessSite& site : p.sites) {
    if (!is_double(site.mnemonic)) continue;
    site.bytes_per_lane /= 2;
    site.sectors /= 2;
    site.wavefronts /= 2, site.ideal_wavefronts /= 2, site.saved_wavefronts /= 2;
    site.lines = std::max(site.lines / 2, std::min(site.lines, site.requests));
    if (site.bytes_per_lane <= 4) site.set_coalesced();
  }
  for (std::size_t b = 0; b < p.buffers.size(); ++b) {
    const bool doubles = std::ranges::any_of(p.sites, [&](const profile::AccessSite& s) {
      return profile::footprint_of(p, s) == b && is_double(s.mnemonic);
    });
    if (!doubles) continue;
    p.buffers[b].sectors_total /= 2, p.buffers[b].sectors_per_block /= 2;
    p.buffers[b].read_sectors_per_block /= 2, p.buffers[b].written_sectors_per_block /= 2;
    p.buffers[b].visits_per_block /= 2;
  }
  return true;
}

/// One atomic per block on the hottest address, after a reduction in shared memory with two barriers.
bool fewer_atomics(Mended& m) {
  profile::Profile& p = m.profile;
  const auto blocks = static_cast<double>(p.launch.grid.count());
  const double hottest = std::min(p.hottest_atomic, blocks);
  if (!(p.hottest_atomic_requests > 1.25 * hottest)) return false;
  const double left = hottest / p.hottest_atomic;
  p.hottest_atomic = hottest;
  p.hottest_atomic_requests = std::min(p.hottest_atomic_requests, hottest);
  p.hottest_atomic_slice = std::min(p.hottest_atomic_slice, hottest);
  for (profile::AccessSite& site : p.sites) {
    const bool atomic = site.kind == emu::AccessKind::atomic || site.kind == emu::AccessKind::reduction;
    if (!atomic || site.space != ptx::StateSpace::global) continue;
    site.requests *= left, site.lanes *= left, site.sectors *= left, site.lines *= left, site.collisions *= left;
  }
  p.path.barrier += 2;
  p.path.shared += p.path.atomic;
  p.path.atomic = std::min(p.path.atomic, 1.0);
  return true;
}

/// The loads of step k + 1 are issued before step k is computed. Only the first wait for memory is
/// then on the critical path; the others overlap with the computation and cost a read of shared
/// memory.
bool prefetched(Mended& m) {
  profile::CriticalPath& path = m.profile.path;
  if (!(path.barrier > 1) || !(path.global > 1)) return false;
  path.shared += path.global - 1;  // all waits except the first overlap with the previous step
  path.global = 1;
  path.barrier = 0;  // not between a load and its use any more, so the block has no phases
  return true;
}

bool balanced(Mended& m) {
  if (m.profile.imbalance < 1.05) return false;
  m.profile.imbalance = 1;
  m.profile.longest_warp = {};
  return true;
}

bool even_warps(Mended& m) {
  profile::CriticalPath& path = m.profile.path;
  if (path.spread_of_mean < 1.05) return false;
  path.spread /= path.spread_of_mean;
  path.spread_of_mean = 1;
  return true;
}

/// A node of a graph costs less than a launch in a stream: where the device does not say how much, half of it, as on
/// the NVIDIA boards that were measured (0.48 to 0.55). What is a node already, or would not gain a tenth, is merged
/// with its predecessor and costs nothing.
bool fused(Mended& m) {
  device::DeviceSpec& d = m.device;
  if (!(d.launch_overhead_s > 0)) return false;
  const double in_graph = d.graph_launch_overhead_s > 0 ? d.graph_launch_overhead_s : 0.5 * d.launch_overhead_s;
  d.launch_overhead_s = in_graph < 0.9 * d.launch_overhead_s ? in_graph : 0;
  return true;
}

/// Only the mnemonic changes: expansion.def has fewer machine instructions for it.
bool fast_math(Mended& m) {
  bool any = false;
  for (InstructionCount& i : m.profile.instructions) {
    any |= replace(i.mnemonic, "div.rn.f32", "div.approx.ftz.f32");
    any |= replace(i.mnemonic, "div.full.f32", "div.approx.ftz.f32");
    any |= replace(i.mnemonic, "sqrt.rn.f32", "sqrt.approx.ftz.f32");
    any |= replace(i.mnemonic, "rcp.rn.f32", "rcp.approx.ftz.f32");
  }
  return any;
}

}  // namespace forewarp::advise
