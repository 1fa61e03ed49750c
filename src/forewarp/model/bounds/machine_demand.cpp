// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/machine_demand.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "forewarp/emulate/profile/executed_spills.hpp"
#include "forewarp/model/bounds/amd_code.hpp"
#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/bounds/retries.hpp"
#include "forewarp/model/bounds/spills.hpp"

namespace forewarp::model {
namespace {

using machine::Pipe;

/// LDC among them: it goes through the queue and the address unit that it shares with other accesses (Huerta et al.,
/// MICRO 2025).
double requests_of(const machine::Mix& mix) { return mix.of(Pipe::memory) + mix.of(Pipe::texture); }

/// Where L1 answers at least the loads that stay near. Example: of a look-up in a small table for each element of a
/// stream, near_share 0.5, half of the load requests hit in L1; a device whose L1 does not cache global memory: none.
bool has_near_loads_apart(const Demand& d, const machine::Mix& mix, double near_share) {
  constexpr double nearly = 0.95;
  return mix.waits_apart && near_share > 0 && d.request_l1_hit.value_or(d.l1_hit) >= nearly * near_share;
}

/// A warp's path in steps of the device's latencies: the stall counts take the place of the dependencies of arithmetic,
/// the waits for scoreboards that of the others. Example: 800 cycles of stall counts with a latency of 4: 200 steps.
/// Those of the machine code are a mean over all warps, the path is that of blocks that do anything.
profile::CriticalPath path_of(const Demand& d, const machine::Mix& mix, double near_share,
                              const device::DeviceSpec& device) {
  profile::CriticalPath path = d.path;
  const double warps = d.blocks * d.occupancy.warps_per_block;
  if (!(device.alu_latency > 0) || !(warps > 0)) return path;
  const double all = 1 + d.idle_blocks / d.blocks;
  const bool apart = has_near_loads_apart(d, mix, near_share);
  path.near_share = apart ? near_share : 0;
  const double loads =
      (mix.global_loads.total() + mix.local_loads.total() + mix.of(Pipe::texture) - (apart ? mix.near_loads : 0)) /
      warps;
  const auto waits_at = [&](double latency) {
    machine::Waits w = (apart ? *mix.waits_apart : mix.waits).at(latency);
    path.global = all * w.global;
    path.mlp = w.global > 0 ? std::max(1.0, loads / path.global) : 1;
    return w;
  };
  // How long a wait is depends on how many loads it is for, and that a little on how long it is.
  constexpr double usual_latency = 300;
  (void)waits_at(usual_latency);
  machine::Waits w = waits_at(global_latency(d, path, device));
  for (double machine::Waits::*const waits : {&machine::Waits::global, &machine::Waits::atomic, &machine::Waits::shared,
                                              &machine::Waits::special, &machine::Waits::fp64, &machine::Waits::near})
    w.*waits *= all;
  for (double machine::Waits::*const cycles : {&machine::Waits::issue_cycles, &machine::Waits::other_cycles})
    w.*cycles *= std::max(1.0, all * (1 - d.idle_share));
  path.alu = (w.issue_cycles + w.other_cycles) / device.alu_latency;
  path.global = w.global;
  path.atomic = w.atomic;
  path.shared = w.shared;
  path.special = w.special;
  path.fp64 = w.fp64;
  path.near = w.near;
  if (!(mix.warpgroup_products > 0)) path.tensor = 0;  // stall counts and scoreboards have it
  path.branch = std::min(path.branch, mix.of(Pipe::control) / warps);
  path.spread = path.spread_of_mean;
  return path;
}

double scaled(double amount, double ptx, double machine) {
  return ptx > 0 ? amount * (machine / ptx) : std::max(amount, machine);
}

/// Lines of PTX whose accesses are not those of the machine code may be few among many: what they are wrong by, over
/// all that was compared.
constexpr double most_disagreement = 0.02;

/// Why the mix is not to be used; empty where it is.
std::string doubt(const machine::Executions& executions, const machine::FlowGraph& graph, const machine::Mix& mix,
                  double ptx_warp_instructions) {
  if (!graph.complete) return "its control flow is not known: calls of other code, or branches to unknown targets";
  if (mix.unknown > most_disagreement * mix.issue) return "too many of its opcodes are not known";
  // A compiler may move arithmetic out of a loop, which leaves no choice of how often the loop runs.
  if (!executions.unique) {
    std::string reason =
        too_few({executions.machine_arithmetic, executions.ptx_arithmetic}, {mix.issue, ptx_warp_instructions});
    if (!reason.empty()) return reason;
  }
  if (static_cast<double>(executions.mismatches.size()) <= most_disagreement * executions.compared) return "";
  return fmt::format("{} of {} lines with effects are not executed as often as in PTX", executions.mismatches.size(),
                     executions.compared);
}

/// A load whose requests stay near, but for the first ones.
bool is_near(const profile::AccessSite& site) {
  constexpr double nearly_all = 0.9;
  return site.kind == emu::AccessKind::load && site.near_share >= nearly_all;
}

/// Of all load requests those of such loads.
double near_share(const profile::Profile& profile) {
  double near = 0;
  for (const profile::AccessSite& site : profile.sites)
    if (is_near(site)) near += site.requests;
  const double all = profile.load_requests.total();
  return all > 0 ? std::min(1.0, near / all) : 0;
}

/// Bytes of a thread.
profile::Spills spills_of(const machine::Mix& mix, double warps, double frame_bytes) {
  if (!(warps > 0)) return {};
  return {mix.spill_loads.bytes() / warps, mix.spill_stores.bytes() / warps, frame_bytes};
}

}  // namespace

profile::CriticalPath mean_of_warps(profile::CriticalPath path) {
  for (double profile::CriticalPath::*links : profile::path_links) path.*links *= path.spread / path.spread_of_mean;
  path.spread = path.spread_of_mean;
  return path;
}

std::string too_few(ExecutedOf arithmetic, ExecutedOf instructions) {
  constexpr double least_arithmetic = 0.5, least_instructions = 0.15;
  if (arithmetic.machine < least_arithmetic * arithmetic.ptx)
    return fmt::format("it leaves open how often its loops run, and {:.0f} % of PTX's arithmetic would be executed",
                       100 * arithmetic.machine / arithmetic.ptx);
  if (instructions.machine < least_instructions * instructions.ptx)
    return fmt::format(
        "it leaves open how often its loops run, and {:.1f} instructions for 100 of PTX would be executed",
        100 * instructions.machine / instructions.ptx);
  return "";
}

machine::PtxLines ptx_lines_of(const profile::Profile& profile, const ptx::Module& module) {
  std::vector<machine::PtxBlockCount> counts;
  for (const profile::BasicBlockCount& b : profile.basic_blocks) counts.push_back({b.function, b.warps, b.threads});
  machine::PtxLines lines = machine::ptx_lines(module, counts, profile.threads, profile.warps);
  for (const profile::AccessSite& site : profile.sites)
    if (const auto line = lines.lines.find(site.ptx_line); line != lines.lines.end() && is_near(site))
      line->second.is_near = true;
  return lines;
}

MachineWork machine_work(const profile::Profile& profile, const ptx::Module& module,
                         const machine::AssembledKernel& assembled) {
  MachineWork work;
  work.reason = assembled.usage || assembled.refusal.empty() ? assembled.reason : assembled.refusal;
  if (!assembled.usage) return work;
  const source::ResourceUsage& usage = *assembled.usage;
  work.arch = assembled.arch.str();
  work.registers = usage.registers;
  work.static_shared_bytes = usage.static_shared_bytes;
  work.spills = profile::executed_spills({.load_bytes = double{1} * usage.spill_load_bytes,
                                          .store_bytes = double{1} * usage.spill_store_bytes,
                                          .frame_bytes = double{1} * usage.stack_bytes},
                                         profile);
  if (!assembled.code) return work;
  const machine::KernelCode& code = *assembled.code;
  const machine::PtxLines lines = ptx_lines_of(profile, module);
  const machine::Executions executions = machine::executions_of(code.kernel, code.graph, lines);
  machine::Mix mix = machine::mix_of(code.kernel, code.graph, executions, lines);
  work.reason = doubt(executions, code.graph, mix, profile.warp_instructions);
  if (!work.reason.empty()) return work;
  work.spills = spills_of(mix, profile.warps, usage.stack_bytes);
  work.mix = mix;
  work.near_share = near_share(profile);
  return work;
}

Summary with_allocation(Summary summary, const MachineWork& work) {
  if (work.registers == 0) return summary;
  summary.registers = work.registers;
  summary.shared_bytes += work.static_shared_bytes - summary.static_shared_bytes;
  summary.spills = work.spills;
  return summary;
}

/// From Volta to Ada additions, logic and shifts share a pipe, and multiplies have another (Nsight Compute
/// documentation, "Pipelines"). Of PTX it is not known which shifts become multiplies or parts of additions.
bool shifts_run_where_additions_do(const device::DeviceSpec& device) {
  return device.fp32_lanes_multiply_int && device.throughput.shift == device.throughput.int_add;
}

void set_pipes(Demand& d, const machine::Mix& mix, const device::DeviceSpec& device) {
  d.fp16 = mix.of(Pipe::fp16) + (slots_of_bfloats(device) - 1) * mix.bfloats;
  d.fp32 = mix.of(Pipe::fp32);
  d.fp64 = mix.of(Pipe::fp64) + mix.of(Pipe::convert64);  // as convert64 of expansion.def
  d.int_add = mix.of(Pipe::int_add);
  d.int_mul = mix.of(Pipe::int_mul);
  d.shift = mix.of(Pipe::shift);
  d.special = mix.of(Pipe::special);
  d.convert = mix.of(Pipe::convert) + mix.of(Pipe::convert64);
  d.shuffle = mix.of(Pipe::shuffle);
  d.branch = mix.of(Pipe::control);
  d.register_reads = std::ranges::max(mix.register_reads);
  if (mix.of(Pipe::tensor) > 0) add_tensor_lanes(d);
}

Demand with_machine_code(Demand d, const MachineWork& work, const device::DeviceSpec& device) {
  if (!work.mix) return d;
  if (device.vendor == device::Vendor::amd) return with_amd_code(d, work, device);
  const machine::Mix& mix = *work.mix;
  d.issue = mix.issue;
  if (device.issue_per_scheduler > 1) d.paired = mix.paired;
  set_pipes(d, mix, device);
  if (shifts_run_where_additions_do(device)) d.int_add += std::exchange(d.shift, 0);
  d.load_store = requests_of(mix) + d.constant_repeats;
  const profile::CriticalPath mean = mean_of_warps(d.path);
  d.path = path_of(d, mix, work.near_share, device);
  d.longest_warp.shorten(mean, d.path);
  return d;
}

Demand in_proportion(Demand d, const Demand& ptx, const Demand& machine) {
  for (double Demand::*const amount : {&Demand::issue, &Demand::fp16, &Demand::fp32, &Demand::fp64, &Demand::int_add,
                                       &Demand::int_mul, &Demand::shift, &Demand::special, &Demand::convert,
                                       &Demand::shuffle, &Demand::branch, &Demand::load_store, &Demand::register_reads})
    d.*amount = scaled(d.*amount, ptx.*amount, machine.*amount);
  if (machine.paired && machine.issue > 0) d.paired = d.issue * (*machine.paired / machine.issue);
  using profile::CriticalPath;
  for (double CriticalPath::*const steps :
       {&CriticalPath::alu, &CriticalPath::fp64, &CriticalPath::special, &CriticalPath::shared, &CriticalPath::global,
        &CriticalPath::atomic, &CriticalPath::branch, &CriticalPath::near})
    d.path.*steps = scaled(d.path.*steps, ptx.path.*steps, machine.path.*steps);
  d.path.mlp = std::max(1.0, scaled(d.path.mlp, ptx.path.mlp, machine.path.mlp));
  d.path.near_share = machine.path.near_share;
  d.path.spread = scaled(d.path.spread, ptx.path.spread, machine.path.spread);
  d.longest_warp.shorten(mean_of_warps(ptx.path), machine.path);
  return d;
}

/// The loads that the machine code waits for are those of spilled registers, too. Where the resident frames fit in L1,
/// they hit; where they do not, a warp that walks through its frame again and again finds little of it there, and they
/// are left to come from where the program's own loads come from.
void add_spills_to_waits(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  const double sectors_of_byte = s.warp_size / sector_bytes;
  const double loads = s.warps * s.spills.load_bytes * sectors_of_byte,
               stores = s.warps * s.spills.store_bytes * sectors_of_byte;
  if (!(loads > 0)) return;
  const SpillHits hits = spill_hits(s, d, device);
  if (hits.l1 < 1) return;
  mix_hits(d, std::max(0.0, d.l1_sectors - d.stored_sectors - loads - stores), loads, hits);
}

Demand demand_on(const Summary& summary, const MachineWork& work, const device::DeviceSpec& device, Caches caches) {
  const Summary known = with_joined_accesses(with_allocation(summary, work), work.joined);
  Demand d = with_machine_code(demand(known, device, caches), work, device);
  const bool is_nvidia = device.vendor == device::Vendor::nvidia;
  if (work.mix && is_nvidia) {
    add_spills_to_waits(d, known, device);
    add_retries(d, summary, device);  // its loops are executed as often as contention demands
  }
  return d;
}

std::string statement_of(const MachineWork& work) {
  if (work.mix) return "read";
  if (work.arch.empty()) return "estimated: " + work.reason;
  return fmt::format("estimated, with registers and spills of {}: {}", work.arch, work.reason);
}

}  // namespace forewarp::model
