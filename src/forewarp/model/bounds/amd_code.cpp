// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/amd_code.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "forewarp/frontend/amdgcn/compiled_kernel.hpp"
#include "forewarp/frontend/amdgcn/executed.hpp"
#include "forewarp/model/bounds/spills.hpp"
#include "forewarp/model/bounds/traffic.hpp"

namespace forewarp::model {
namespace {

using machine::Mix;
using machine::Pipe;

/// Lanes of plain vector instructions that a CU starts a cycle. Example: 4 SIMDs of CDNA start a wave of 64 every 4
/// cycles each: 64.
double vector_lanes(const device::DeviceSpec& d) { return d.schedulers * d.issue_per_scheduler * d.warp_size; }

/// Slots of plain vector instructions. Example: 10 multiplies at a quarter of the rate: 40.
double vector_slots(const Mix& mix, const device::DeviceSpec& d) {
  const auto slots = [&](Pipe pipe, double rate) {
    return rate > 0 ? mix.of(pipe) * std::max(1.0, vector_lanes(d) / rate) : mix.of(pipe);
  };
  const auto& t = d.throughput;
  const bool special_beside = d.warp_size == 32;
  return slots(Pipe::fp16, t.fp16) + slots(Pipe::fp32, t.fp32) + slots(Pipe::fp64, t.fp64) +
         slots(Pipe::int_add, t.int_add) + slots(Pipe::int_mul, t.int_mul) + slots(Pipe::shift, t.shift) +
         slots(Pipe::convert, t.convert) + (special_beside ? mix.of(Pipe::special) : slots(Pipe::special, t.special)) +
         mix.of(Pipe::tensor);
}

void add_waits(Demand& d, const MachineWork& work) {
  const double waves = d.blocks * d.occupancy.warps_per_block;
  if (!(work.waits > 0) || !(waves > 0)) return;
  d.path = mean_of_warps(d.path);
  d.path.global = work.waits / waves;
  d.path.mlp = std::max(1.0, work.loads_waited_for / work.waits);
}

void add_spills(Demand& d, const MachineWork& work, const device::DeviceSpec& device) {
  const double sectors_of_byte = device.warp_size / sector_bytes;
  const double loads = work.mix->spill_loads.bytes() * sectors_of_byte,
               stores = work.mix->spill_stores.bytes() * sectors_of_byte;
  if (!(loads + stores > 0)) return;
  const double resident = std::min<double>(d.occupancy.blocks_per_sm, std::ceil(d.blocks / device.sms));
  const double frames = work.frame_bytes * resident * d.threads_per_block;
  const double all_frames = frames * std::min<double>(device.sms, d.blocks / std::max(1.0, resident));
  const double by_l1 = kept_share(device.l1_bytes, frames), by_l2 = kept_share(device.l2_bytes, all_frames),
               by_l3 = device.l3_bytes > 0 ? std::max(by_l2, kept_share(device.l3_bytes, all_frames)) : by_l2;
  mix_hits(d, std::max(0.0, d.l1_sectors - d.stored_sectors), loads,
           {by_l1, by_l2, by_l2 < 1 ? 1 - (1 - by_l3) / (1 - by_l2) : 0});
  d.l1_sectors += loads + stores;
  d.l1_wavefronts += (work.mix->spill_loads.total() + work.mix->spill_stores.total()) * passes_of_a_row(device);
  const double past_l1 = loads * (1 - by_l1) + stores;
  d.l2_sectors += past_l1;
  if (device.l3_bytes > 0) d.l3_bytes += sector_bytes * past_l1 * (1 - by_l2);
  const double to_dram = sector_bytes * past_l1 * (1 - by_l3);
  d.dram_bytes += to_dram;
  d.dram_written_bytes += to_dram * stores / past_l1;
}

/// Lines tell how often a block is executed, but those of code that the compiler has expanded, or that stands on the
/// line of something else, tell too little. Of 71 of the bundled kernels each has 0.47 of the issue slots that are
/// estimated from PTX, or more; where loops were missed it was 0.01 to 0.1. Accesses are left out: they are no vector
/// instructions here, and fewer where they were joined. Loops in which floats are added and multiplied as often as in
/// PTX were not missed, however few instructions do it: a packed one does two of them, and counters are scalar.
std::string too_little_work(const amdgcn::Executed& executed, const profile::Profile& profile,
                            const device::DeviceSpec& device) {
  constexpr double least_part = 1.0 / 3, much = 0.05, nearly_all = 0.9;
  const Mix& mix = executed.mix;
  if (executed.ptx_floats >= much * profile.thread_instructions && executed.floats >= nearly_all * executed.ptx_floats)
    return "";
  const Demand ptx = demand(profile, device);
  const double slots = vector_slots(mix, device), estimated = ptx.issue - ptx.load_store;
  if (slots >= least_part * estimated) return "";
  return fmt::format("its lines do not tell how often its loops run: {:.0f} % of the instructions that PTX stands for",
                     100 * slots / estimated);
}

/// Passes through L1 of a request of a whole wave whose lanes are `stride` bytes apart, by the rules of l1_passes.hpp:
/// lanes that pass together meet where their addresses have one remainder by the number of places.
double passes_of_stride(double stride, double bytes, unsigned wave) {
  const auto unit = static_cast<unsigned>(std::bit_ceil(static_cast<unsigned>(std::clamp(bytes, 8.0, 16.0))));
  const unsigned group = wave == 64 ? 4 : 128 / unit, places = wave == 64 ? 64 / unit : group;
  const auto step = static_cast<unsigned>(std::max(1L, std::lround(stride / unit)));
  const unsigned distinct = places / std::gcd(places, step);
  return double{1} * wave / group * std::ceil(double{1} * group / distinct);
}

/// Of a request with so many lines and passes, if it asks for more bytes of each lane. Where lanes are far from each
/// other they meet by chance, as before.
double joined_passes(double lines, double passes, double bytes, unsigned wave) {
  constexpr double line_bytes = 128;
  const double least = passes_of_stride(bytes, bytes, wave);
  return std::clamp(passes_of_stride(lines * line_bytes / wave, bytes, wave), least, std::max(least, passes));
}

}  // namespace

JoinedAccesses joined_accesses(const profile::Profile& profile, const std::map<std::uint32_t, double>& joined_bytes) {
  JoinedAccesses out;
  for (const profile::AccessSite& site : profile.sites) {
    const auto joined = joined_bytes.find(site.ptx_line);
    const bool is_load = site.kind == emu::AccessKind::load, is_store = site.kind == emu::AccessKind::store;
    if (joined == joined_bytes.end() || site.space != ptx::StateSpace::global || !(is_load || is_store)) continue;
    if (!(site.requests > 0) || !(joined->second > site.bytes_per_lane)) continue;
    const double kept = site.bytes_per_lane / joined->second, own = 1 - site.host_share;
    const double passes = site.lines * site.passes_per_line;
    const double now =
        kept * site.requests *
        joined_passes(site.lines / site.requests, passes / site.requests, joined->second, profile.warp_size);
    (is_load ? out.load_sectors : out.store_sectors) += own * (1 - kept) * site.sectors;
    (is_load ? out.load_lines : out.store_lines) += own * (1 - kept) * site.lines;
    (is_load ? out.load_passes : out.store_passes) += own * (passes - now);
  }
  return out;
}

namespace {

/// Loads that find what was asked for before fall away, the nearest first.
void leave_out(ReuseCurve& curve, double loads) {
  const double again = std::min(loads, curve.total - curve.first);
  if (!(again > 0)) return;
  curve.total -= again;
  for (double& within : curve.within) within = std::max(0.0, within - again);
}

}  // namespace

Summary with_joined_accesses(Summary s, const JoinedAccesses& joined) {
  const double stored_again = s.store_sectors - s.total.written;
  const double kept = stored_again > 0 ? std::max(0.0, 1 - joined.store_sectors / stored_again) : 1;
  for (double& stores : s.rewrites.sectors) stores *= kept;
  for (double& stores : s.rewrites.visits) stores *= kept;
  const double part = s.load_sectors > 0 ? joined.load_sectors / s.load_sectors : 0;
  leave_out(s.reuse, part * s.reuse.total);
  leave_out(s.request_reuse, part * s.request_reuse.total);
  s.load_sectors -= joined.load_sectors;
  s.load_lines -= joined.load_lines;
  s.load_passes -= joined.load_passes;
  s.store_sectors -= joined.store_sectors;
  s.store_lines -= joined.store_lines;
  s.store_passes -= joined.store_passes;
  return s;
}

MachineWork amd_work(const kernel::Kernel& kernel, const profile::Profile& profile, const device::DeviceSpec& device,
                     source::Compiler& compiler) {
  MachineWork work;
  const auto unknown = [&](std::string reason) {
    work.reason = std::move(reason);
    return work;
  };
  if (device.target.empty()) return unknown(device.name + ": its file names no target (gfx...) for compilers");
  if (!kernel.source_options) return unknown("there is no source to compile for " + device.target);
  amdgcn::CompiledKernel compiled =
      amdgcn::compiled_kernel(*kernel.source_options, device.target, kernel.launch.entry, compiler);
  if (!compiled.kernel) return unknown(compiled.reason);
  amdgcn::Kernel& code = *compiled.kernel;
  if (code.wave_size != device.warp_size)
    return unknown(fmt::format("the code for {} is for waves of {}, the device file says {}", device.target,
                               code.wave_size, device.warp_size));
  std::vector<machine::PtxBlockCount> counts;
  for (const profile::BasicBlockCount& b : profile.basic_blocks) counts.push_back({b.function, b.warps, b.threads});
  const amdgcn::SourceLines lines(*kernel.module, counts, profile.threads, profile.warps, code);
  const amdgcn::Executed executed = amdgcn::executed(code, lines);
  work.arch = device.target;
  work.reason = too_few({executed.floats, executed.ptx_floats}, {executed.instructions, profile.thread_instructions});
  if (work.reason.empty()) work.reason = too_little_work(executed, profile, device);
  if (work.reason.empty()) work.mix = executed.mix;
  work.registers = code.code.registers;
  work.static_shared_bytes = code.code.shared_bytes;
  work.frame_bytes = code.code.frame_bytes;
  work.vector_memory = executed.vector_memory;
  work.unaligned_lanes = executed.unaligned_lanes;
  if (work.mix) work.joined = joined_accesses(profile, executed.joined_bytes);
  work.waits = executed.waits;
  work.loads_waited_for = executed.loads_waited_for;
  return work;
}

Demand with_amd_code(Demand d, const MachineWork& work, const device::DeviceSpec& device) {
  const Mix& mix = *work.mix;
  d.issue = vector_slots(mix, device);
  set_pipes(d, mix, device);
  d.load_store = work.vector_memory;
  d.shared_wavefronts += work.unaligned_lanes;
  add_waits(d, work);
  add_spills(d, work, device);
  return d;
}

}  // namespace forewarp::model
