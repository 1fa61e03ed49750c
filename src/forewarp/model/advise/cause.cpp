// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "forewarp/emulate/profile/footprint_of.hpp"
#include "forewarp/emulate/profile/host_traffic.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"
#include "forewarp/model/advise/long_loop.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::advise {
namespace {

using profile::AccessSite;
using Causes = std::vector<Cause>;

// A finder looks for one kind of cause in the profile and points to lines. The weight orders causes
// of one kind, so each finder has a unit of its own (excess sectors, lost instructions); weights of
// different finders are never compared.
Cause at(const AccessSite& site, double weight, std::string what) {
  return {fmt::format("{}: {}", site.mnemonic.text(), what), site.source_file, site.source_line, site.ptx_line, weight};
}

double blocks_of(const Situation& s) { return static_cast<double>(s.profile.launch.grid.count()); }

/// ", and the kernel uses 8 of the 32 bytes of each sector of 'image'" where the buffer is wasted; empty where not.
std::string unused_bytes(const Situation& s, const AccessSite& site) {
  const auto footprint = profile::footprint_of(s.profile, site);
  if (!footprint) return "";
  const profile::BufferFootprint& buffer = s.profile.buffers[*footprint];
  if (!is_wasted(buffer)) return "";
  return fmt::format(", and the kernel uses {:.2g} of the 32 bytes of each sector of '{}'", 32 * buffer.used_share(),
                     buffer.name);
}

/// Sites with a quarter more sectors than their bytes need; the weight is the excess. A warp that
/// reads every second float touches 32 * 8 bytes = 8 sectors where 128 bytes need 4: a factor of 2.
/// The margin of a quarter leaves out rows that begin in the middle of a sector (5 in the place of
/// 4).
Causes uncoalesced(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites) {
    if (!is_device_memory(site) || site.sectors <= 1.25 * ideal_sectors(site)) continue;
    all.push_back(at(site, site.sectors - ideal_sectors(site),
                     fmt::format("{:.3g} sectors a request where {:.3g} would do{}", site.sectors / site.requests,
                                 ideal_sectors(site) / site.requests, unused_bytes(s, site))));
  }
  return all;
}

/// Sites of buffers that are wasted: their sectors are used only in part, over all sites of the kernel together.
Causes wasted(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites) {
    const std::string unused = unused_bytes(s, site);
    if (!is_device_memory(site) || unused.empty()) continue;
    all.push_back(at(site, site.unique_sectors_per_block * 32 - site.used_bytes_per_block,
                     fmt::format("{:.3g} sectors a request{}", site.sectors / site.requests, unused)));
  }
  return all;
}

/// Shared memory: wavefronts beyond those without bank conflicts.
Causes conflicts(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites) {
    if (site.space != ptx::StateSpace::shared || site.wavefronts <= 1.02 * site.ideal_wavefronts) continue;
    const double requests = std::max(1.0, site.requests);
    all.push_back(at(site, site.wavefronts - site.ideal_wavefronts,
                     fmt::format("{:.3g} passes a request where {:.3g} would do", site.wavefronts / requests,
                                 site.ideal_wavefronts / requests)));
  }
  return all;
}

/// Loads of sectors that the block loaded before; 1 - 1 / again is the share that could be avoided.
/// Sixteen threads of a block that read one column of a matrix each load its sectors sixteen times:
/// 15/16 of them need not be loaded if the tile is in shared memory.
Causes reloads(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites) {
    const double again = reload_factor(site, blocks_of(s));
    if (!is_device_memory(site) || !is_load(site) || again < 1.25) continue;
    all.push_back(
        at(site, site.sectors * (1 - 1 / again), fmt::format("a block loads each of its sectors {:.3g} times", again)));
  }
  return all;
}

/// Those that are not contiguous are left to uncoalesced(): wider accesses do not help them.
Causes narrow(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (is_narrow(site, s.profile.warp_size))
      all.push_back(at(site, site.requests, fmt::format("{} bytes a lane, 16 are possible", site.bytes_per_lane)));
  return all;
}

Causes loads(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (is_device_memory(site) && is_load(site))
      all.push_back(at(site, site.sectors,
                       fmt::format("{:.3g} loads of a warp are in flight at once on average", s.profile.path.mlp)));
  return all;
}

Causes local(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (site.space == ptx::StateSpace::local)
      all.push_back(at(site, site.sectors, "thread-private memory is device memory"));
  return all;
}

Causes shared_reads(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (site.space == ptx::StateSpace::shared && site.kind == emu::AccessKind::load)
      all.push_back(at(site, site.merged_wavefronts(),
                       fmt::format("{:.3g} reads a warp", site.requests / std::max(1.0, s.profile.warps))));
  return all;
}

Causes atomics(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (site.kind == emu::AccessKind::atomic || site.kind == emu::AccessKind::reduction)
      if (site.space == ptx::StateSpace::global)
        all.push_back(
            at(site, site.lanes, fmt::format("{:.3g} atomics on the most loaded address", s.profile.hottest_atomic)));
  return all;
}

/// Basic blocks with inactive lanes, weighted by the instructions lost: 10 warps with half of the lanes lose 5.
Causes divergence(const Situation& s, const ptx::Module&) {
  Causes all;
  const double threads = s.profile.warps > 0 ? s.profile.threads / s.profile.warps : s.profile.warp_size;
  for (const profile::BasicBlockCount& b : s.profile.basic_blocks) {
    if (b.warps <= 0 || b.threads >= 0.98 * threads * b.warps) continue;
    all.push_back({fmt::format("PTX lines {}-{}: {:.3g} of {:.3g} lanes at work", b.first_line, b.last_line,
                               b.threads / b.warps, threads),
                   "", 0, b.first_line, b.instructions * (b.warps - b.threads / threads)});
  }
  return all;
}

/// The instructions that satisfy the predicate, with their source lines.
template <class Predicate>
Causes instructions(const Situation& s, const ptx::Module& module, Predicate wanted) {
  Causes all;
  const ptx::Function* function = module.find(s.profile.kernel);
  if (!function) return all;
  for (const ptx::Instruction& i : function->body) {
    if (!wanted(i)) continue;
    Cause cause{std::string(i.mnemonic), "", 0, i.line, 1};
    if (const auto place = ptx::source_place(module, *function, i)) {
      cause.source_file = place->file;
      cause.source_line = place->line;
    }
    all.push_back(std::move(cause));
  }
  return all;
}

Causes doubles(const Situation& s, const ptx::Module& module) {
  return instructions(s, module, [](const ptx::Instruction& i) {
    return i.type() == ptx::Type::f64 && i.opcode != ptx::Opcode::ld && i.opcode != ptx::Opcode::st;
  });
}

Causes barriers(const Situation& s, const ptx::Module& module) {
  return instructions(s, module, [](const ptx::Instruction& i) { return ptx::is_barrier(i.opcode); });
}

Causes divisions(const Situation& s, const ptx::Module& module) {
  return instructions(s, module, [](const ptx::Instruction& i) {
    const std::string_view m = i.mnemonic;
    return m == "div.rn.f32" || m == "div.full.f32" || m == "sqrt.rn.f32" || m == "rcp.rn.f32";
  });
}

Cause figure(std::string what) { return {std::move(what), "", 0, 0, 1}; }

Causes occupancy(const Situation& s, const ptx::Module&) {
  const device::Occupancy& o = s.prediction.theoretical;
  if (o.fraction >= 1) return {};
  return {
      figure(fmt::format("{} of {} warps an SM are resident, limited by {} (block of {:.0f}, {} registers, {} bytes "
                         "of shared memory)",
                         o.warps_per_sm, s.device.max_warps, device::name_of(o.limit), s.demand.threads_per_block,
                         s.profile.registers, s.profile.static_shared_bytes + s.profile.launch.dynamic_shared_bytes))};
}

/// "1 block for 80 SMs", and where each has one, how many could be resident beside it.
std::string grid_text(const Situation& s) {
  const std::string text =
      fmt::format("{:.0f} block{} for {} SMs", s.demand.blocks, s.demand.blocks > 1 ? "s" : "", s.device.sms);
  if (s.demand.blocks < s.device.sms) return text;
  return text + fmt::format(", each of which holds {} at once", s.prediction.theoretical.blocks_per_sm);
}

Causes grid(const Situation& s, const ptx::Module&) {
  if (s.prediction.waves >= 1) return {};
  return {figure(grid_text(s))};
}

Causes last_wave(const Situation& s, const ptx::Module&) {
  const double whole = std::floor(s.prediction.waves), last = s.prediction.waves - whole;
  if (whole < 1 || last <= 0) return {};
  return {figure(fmt::format("{:.0f} blocks, of which the device holds {:.0f} at once: the last wave has {:.0f}",
                             s.demand.blocks, s.demand.blocks / s.prediction.waves,
                             s.demand.blocks * last / s.prediction.waves))};
}

/// A long loop of loads in a small grid, which several blocks could share.
Causes rounds(const Situation& s, const ptx::Module& module) {
  Causes all;
  const std::optional<LongLoop> loop = long_loop(s.profile);
  const ptx::Function* function = module.find(s.profile.kernel);
  if (!loop || !function || s.prediction.waves >= 1) return all;
  for (const std::size_t i : loop->loads)  // one dependent load makes the whole loop sequential
    if (feeds_its_address(*function, s.profile.sites[i].ptx_line)) return all;
  for (const std::size_t i : loop->loads) {
    const AccessSite& site = s.profile.sites[i];
    all.push_back(at(site, site.requests,
                     fmt::format("{:.0f} times a thread, in {}", site.requests / s.profile.warps, grid_text(s))));
  }
  return all;
}

Causes host_memory(const Situation& s, const ptx::Module&) {
  Causes all;
  const double times = host_reread(s.demand.host);
  for (const AccessSite& site : s.profile.sites) {
    if (site.host_share == 0 || !profile::reads_memory(site)) continue;
    const auto footprint = profile::footprint_of(s.profile, site);
    const std::string what = footprint ? "'" + s.profile.buffers[*footprint].name + "'" : "some";
    all.push_back(
        at(site, site.host_share * site.sectors,
           fmt::format("{} is in host memory, of which each sector read crosses the link {:.3g} times", what, times)));
  }
  return all;
}

Causes imbalance(const Situation& s, const ptx::Module&) {
  if (s.profile.imbalance < 1.05) return {};
  return {figure(fmt::format("the most expensive block costs {:.3g} times the mean", s.profile.imbalance))};
}

Causes warps(const Situation& s, const ptx::Module&) {
  const double spread = s.profile.path.spread_of_mean;
  if (spread < 1.05) return {};
  return {figure(fmt::format("the longest warp of a block takes {:.3g} times the mean of its warps", spread))};
}

/// Only reached by strategies for launch-bound kernels, whose condition has checked that the share
/// matters.
Causes overhead(const Situation& s, const ptx::Module&) {
  return {figure(fmt::format("{:.3g} us of {:.3g} us are the launch itself", s.device.launch_overhead_s * 1e6,
                             s.prediction.time_s * 1e6))};
}

/// Known of the whole kernel: the registers of machine code are not those of PTX.
Causes spills(const Situation& s, const ptx::Module&) {
  const double bytes = s.profile.spills.load_bytes + s.profile.spills.store_bytes;
  if (!(bytes > 0)) return {};
  return {
      figure(fmt::format("{} registers a thread are too few for its values: it moves {:.0f} bytes of them to local "
                         "memory and back, {:.3g} bytes at a time",
                         s.profile.registers, bytes, s.profile.spills.frame_bytes))};
}

Causes constants(const Situation& s, const ptx::Module&) {
  Causes all;
  for (const AccessSite& site : s.profile.sites)
    if (is_serialised(site))
      all.push_back(at(site, site.lines * site.addresses_per_line,
                       fmt::format("a warp reads {:.3g} addresses, one after the other",
                                   site.lines * site.addresses_per_line / site.requests)));
  return all;
}

using Finder = Causes (*)(const Situation&, const ptx::Module&);
constexpr std::array<std::pair<std::string_view, Finder>, 23> finders = {{
    {"uncoalesced", uncoalesced}, {"wasted", wasted},         {"conflicts", conflicts}, {"reloads", reloads},
    {"narrow", narrow},           {"loads", loads},           {"local", local},         {"shared_reads", shared_reads},
    {"atomics", atomics},         {"divergence", divergence}, {"doubles", doubles},     {"barriers", barriers},
    {"divisions", divisions},     {"occupancy", occupancy},   {"grid", grid},           {"rounds", rounds},
    {"host_memory", host_memory}, {"imbalance", imbalance},   {"overhead", overhead},   {"warps", warps},
    {"spills", spills},           {"constants", constants},   {"last_wave", last_wave},
}};

}  // namespace

std::vector<std::string_view> cause_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, finder] : finders) names.push_back(name);
  return names;
}

bool is_cause(std::string_view name) { return std::ranges::count(cause_names(), name) > 0; }

/// At most three, largest weight first; equal ones in the order of the code.
std::vector<Cause> find_causes(std::string_view name, const Situation& situation, const ptx::Module& module) {
  Causes all;
  bool known = false;
  for (const auto& [other, finder] : finders) {
    if (other != name) continue;
    known = true;
    all = finder(situation, module);
  }
  if (!known) {
    const auto views = cause_names();
    const std::vector<std::string> names(views.begin(), views.end());
    throw InputError("no cause '" + std::string(name) + "'" + did_you_mean(name, names));
  }
  std::stable_sort(all.begin(), all.end(), [](const Cause& a, const Cause& b) { return a.weight > b.weight; });
  if (all.size() > 3) all.resize(3);
  return all;
}

}  // namespace forewarp::advise
