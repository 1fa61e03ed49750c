// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/resource_cycles.hpp"

#include <algorithm>

#include "forewarp/model/bounds/dram_rows.hpp"
#include "forewarp/model/bounds/traffic.hpp"

namespace forewarp::model {
namespace {

constexpr double line = 128;  // bytes
/// Reads or writes alone move as much more than copies, as the bus need not turn around, but no more than this share of
/// the peak: V100 reaches 0.97 of the peak one way and 0.90 both ways (gpu-benches, gpu-stream/v100.txt, 1024 threads
/// per block). Other boards are predicted with it.
constexpr double one_way_gain = 1.08, most_of_peak = 0.98;
constexpr double wavefront_bytes = 128;  // 32 banks of 4 bytes

double per(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

/// Warp instructions that a scheduler issues per cycle. Two in one cycle must be independent, so at most the ILP of the
/// warp; on Maxwell and Pascal, where one per cycle fills the cores, the second must use another pipe (tuning guides).
/// Example: two per cycle possible, ILP 1.3, 60 % of the instructions on the cores: 1 + min(0.3, 0.4) = 1.3.
double issue_rate(const Demand& d, const device::DeviceSpec& dev) {
  if (dev.issue_per_scheduler <= 1) return dev.issue_per_scheduler;
  double second = std::max(0.0, d.path.ilp - 1);
  if (dev.second_issue_needs_other_pipe && d.issue > 0)
    second = std::min(second, std::max(0.0, 1 - (d.fp32 + d.int_add + d.int_mul + d.shift) / d.issue));
  return std::min(dev.issue_per_scheduler, 1 + second);
}

/// An SM takes one warp in two cycles or so to a barrier: 0.475 a cycle on V100 (Zhang et al. 2020, "A Study of Single
/// and Multi-device Synchronization Methods in Nvidia GPUs"). A block of 32 warps that is alone so waits for 24 cycles
/// and 67 more. Older devices and AMD's are not known.
double barrier_cycles(const device::DeviceSpec& dev) {
  return dev.vendor == device::Vendor::nvidia && dev.compute_capability >= 70 ? 1 / 0.475 : 0;
}

/// Cycles of an SM's own resources for the whole grid, on one SM.
/// A pipe of t lanes takes n warp instructions in n * warp_size / t cycles.
void add_pipes(BlockCycles& c, const Demand& d, const device::DeviceSpec& dev) {
  const auto& t = dev.throughput;
  const double lanes = dev.warp_size;
  const auto at = [&](Resource r) -> double& { return c[static_cast<std::size_t>(r)]; };
  at(Resource::issue) =
      d.paired ? per(d.issue - *d.paired, dev.schedulers) : per(d.issue, dev.schedulers * issue_rate(d, dev));
  at(Resource::registers) = per(d.register_reads, dev.schedulers);
  const double multiplies = per(d.int_mul * lanes, t.int_mul);
  // Integer multiplies run on the FMA pipe from Volta on (Nsight Compute documentation, "Pipelines"): where it has two
  // halves, on FMAheavy alone, and FMAlite is free for FFMA (NVIDIA, forums.developer.nvidia.com/t/302018).
  at(Resource::fp32) = per((d.fp32 + (dev.fp32_lanes_multiply_int ? d.int_mul : 0)) * lanes, t.fp32);
  // A machine instruction works on pairs of halves, filled or not, and Throughput counts each of the two.
  at(Resource::fp16) = per(2 * d.fp16 * lanes, t.fp16 > 0 ? t.fp16 : t.fp32);
  if (dev.fp32_lanes_do_fp16) at(Resource::fp32) += at(Resource::fp16);
  if (dev.fp32_lanes_do_int) at(Resource::cores) = at(Resource::fp32) + per(d.int_add * lanes, t.fp32);
  at(Resource::fp64) = per(d.fp64 * lanes, t.fp64);
  at(Resource::int_add) = per(d.int_add * lanes, t.int_add);
  at(Resource::int_mul) = multiplies;
  at(Resource::shift) = per(d.shift * lanes, t.shift);
  at(Resource::special) = per(d.special * lanes, t.special);
  at(Resource::convert) = per(d.convert * lanes, t.convert);
  at(Resource::shuffle) = per(d.shuffle * lanes, t.warp_shuffle);
  at(Resource::tensor) = per(d.tensor_f16 * 32, t.tensor_f16) + per(d.tensor_tf32 * 32, t.tensor_tf32);
  at(Resource::barrier) = d.barriers * barrier_cycles(dev);
}

void add_memory(BlockCycles& c, const Demand& d, const device::DeviceSpec& dev) {
  const auto at = [&](Resource r) -> double& { return c[static_cast<std::size_t>(r)]; };
  at(Resource::load_store) = per(d.load_store * dev.warp_size, dev.throughput.load_store);
  const double bytes_per_cycle = dev.shared_bytes_per_cycle > 0 ? dev.shared_bytes_per_cycle : wavefront_bytes;
  at(Resource::shared) = d.shared_wavefronts * wavefront_bytes / std::min(wavefront_bytes, bytes_per_cycle);
  // Up to Kepler a look-up moves its whole line of 128 bytes, later only the requested sectors (Jia et al. 2018, table
  // 3.1, "load granularity").
  const double line_cycles = dev.l1_moves_whole_lines ? std::max(1.0, per(line, dev.l1_bytes_per_cycle)) : 1;
  // Texture units give so many texels a cycle, wherever they come from.
  const bool by_passes = d.l1_wavefronts > 0 && knows_l1_passes(dev);  // counters have sectors alone
  at(Resource::l1) =
      std::max({by_passes ? 0 : per(d.l1_sectors * sector_bytes, dev.l1_bytes_per_cycle), d.l1_wavefronts * line_cycles,
                per(d.texture_reads * dev.warp_size, dev.throughput.texture)});
}

/// How evenly reads and writes are mixed: 0 where DRAM moves bytes one way only, 1 where half of them are written.
double mixed_share(const Demand& d) {
  if (!(d.dram_bytes > 0)) return 0;
  const double written = std::clamp(d.dram_written_bytes / d.dram_bytes, 0.0, 1.0);
  return 4 * written * (1 - written);
}

/// Of the peak: `copied` where reads and writes are mixed, more where they are not. Example: copies reach 0.90: reads
/// alone 0.97, and with a quarter of writes (mixed 0.75) 0.92.
double share_of_dram(double copied, double mixed) {
  const double one_way = std::max(copied, std::min(most_of_peak, one_way_gain * copied));
  return mixed * copied + (1 - mixed) * one_way;
}

/// Cycles of device-wide resources: an SM gets 1 / active of them, and no more than its own port transfers. Example:
/// DRAM of 1.5e12 bytes/s, 100 active SMs at 1.5 GHz: 10 bytes per SM cycle, so 4096 bytes of a block take 410 cycles.
void add_device_wide(BlockCycles& c, const Demand& d, const device::DeviceSpec& dev, const Assumptions& a,
                     double active) {
  const auto at = [&](Resource r) -> double& { return c[static_cast<std::size_t>(r)]; };
  const double share = active * a.clock_hz;
  const double port = dev.l2_port_bytes_per_cycle;
  const bool whole_l2 = a.whole_l2 && d.dram_bytes_whole_l2 > 0;
  const double dram = (whole_l2 ? d.dram_bytes_whole_l2 : d.dram_bytes) * a.traffic_scale;
  at(Resource::l2) = std::max(per(d.l2_sectors * sector_bytes * share, dev.l2_bytes_per_s * a.l2_share),
                              d.l2_sectors * sector_bytes / port);
  at(Resource::l3) = per(d.l3_bytes * a.traffic_scale * share, dev.l3_bytes_per_s * a.l2_share);
  at(Resource::dram) = std::max(per(dram * share, dev.dram_bytes_per_s * share_of_dram(a.dram_share, mixed_share(d))),
                                share * row_seconds(dram, d.sectors_per_visit, dev));
  at(Resource::atomics) = active * d.atomic_serial / dev.atomics_per_cycle;
  at(Resource::host_link) = share * host_link_seconds(d, dev, a);
}

/// Of the reads from host memory, those that cross the link.
double crossing_share(const HostAccesses& host, const Assumptions& a) {
  return a.host_once ? per(host.read_bytes_once, host.read_bytes) : 1;
}

}  // namespace

const char* name_of(Resource resource) {
  switch (resource) {
    case Resource::dispatch:
      return "dispatch";
    case Resource::issue:
      return "issue";
    case Resource::cores:
      return "cores";
    case Resource::registers:
      return "register bank";
    case Resource::fp16:
      return "fp16";
    case Resource::fp32:
      return "fp32";
    case Resource::fp64:
      return "fp64";
    case Resource::int_add:
      return "int add";
    case Resource::int_mul:
      return "int multiply";
    case Resource::shift:
      return "shift";
    case Resource::special:
      return "special";
    case Resource::convert:
      return "convert";
    case Resource::shuffle:
      return "shuffle";
    case Resource::tensor:
      return "tensor";
    case Resource::load_store:
      return "load/store";
    case Resource::barrier:
      return "barrier";
    case Resource::shared:
      return "shared";
    case Resource::l1:
      return "l1";
    case Resource::l2:
      return "l2";
    case Resource::l3:
      return "l3";
    case Resource::dram:
      return "dram";
    case Resource::atomics:
      return "atomics";
    case Resource::host_link:
      return "host link";
    case Resource::count:
      break;
  }
  return "";
}

/// Where fewer blocks do anything than there are SMs, the others still spread over all of these: the share of what they
/// cost that the SM of a working block has, times the working blocks; 1 elsewhere. Example: one block of 1281 does
/// something, on 128 SMs: 1/128.
double spread_of_idle(const Demand& d, const device::DeviceSpec& dev) {
  const double sms = dev.sms;
  if (!(d.idle_blocks > 0) || d.blocks >= sms) return 1;
  return d.blocks / std::min(d.blocks + d.idle_blocks, sms);
}

/// Cycles of the whole grid first, scaled by the assumptions, then divided by the blocks. work_scale applies to the
/// SM's own resources only; the device-wide ones have scales of their own.
BlockCycles block_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, double active) {
  BlockCycles c{};
  add_pipes(c, d, dev);
  const double spread = spread_of_idle(d, dev);
  if (spread < 1)
    for (double& cycles : c) cycles *= 1 - d.idle_share + d.idle_share * spread;
  add_memory(c, d, dev);
  c[static_cast<std::size_t>(Resource::shared)] *= a.shared_scale;
  c[static_cast<std::size_t>(Resource::load_store)] *= a.shared_scale;
  for (double& cycles : c) cycles *= a.work_scale;
  const double launched = d.blocks + d.idle_blocks;
  c[static_cast<std::size_t>(Resource::dispatch)] =
      spread < 1 ? std::max(a.dispatch_cycles * launched * spread, per(launched, a.blocks_per_cycle) * d.blocks)
                 : std::max(a.dispatch_cycles, per(active, a.blocks_per_cycle)) * launched;
  add_device_wide(c, d, dev, a, active);
  for (double& cycles : c) cycles /= d.blocks;
  return c;
}

/// Reads are limited by bandwidth or by latency (Little's law: requests in flight / latency per second); the directions
/// run concurrently, so the longer of them counts.
double host_link_seconds(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  const HostAccesses& host = d.host;
  if (!(dev.host_bytes_per_s > 0)) return 0;
  const double rate = dev.host_bytes_per_s * a.host_share;
  const double latency = dev.host_latency_s * a.latency_scale;
  const double read = std::max(per(host.read_bytes, rate), per(host.read_lines * latency, dev.host_reads_in_flight));
  return std::max(crossing_share(host, a) * read,
                  per(a.host_once ? host.written_bytes_once : host.written_bytes, rate));
}

BlockCycles pipe_cycles(const Demand& d, const device::DeviceSpec& dev) {
  BlockCycles c{};
  add_pipes(c, d, dev);
  return c;
}

namespace {

/// Where the slowest of the loads that a warp waits for together comes from: shares of the waits.
struct Source {
  double l1 = 0, l2 = 0, l3 = 0, dram = 0;
};

/// A warp waits for m loads together, so one miss among them delays it: a wait has m times the misses of a load, at
/// most one that counts. Loads that are near each other share their misses (a stencil's three loads of one line are one
/// miss and two hits on a line in flight), so this is not 1 - h^m. A load is a request of a warp, which waits for the
/// slowest of its sectors: a stream of 4 sectors a request beside look-ups of 16 in a table misses in half of the
/// requests, not in a fifth of the sectors. Example: hit rates 0.5 in L1 and 0.75 of the rest in
/// L2, m = 2: each wait has a miss in L1, 2 * 0.5 * 0.25 = 0.25 of the waits go to DRAM, the other 0.75 end in L2.
/// A hit on a sector that another warp has just asked for (path.in_flight) waits like a miss. Example: the warps of a
/// block all read the same array from front to back; one of eight misses, but each of them waits for L2.
/// Where loads that L1 answers are waited for apart (path.near), the misses are those of the others alone. Example: of
/// four loads from a stream and then four from a table half the requests miss, but the stream's all do.
Source slowest_source(const Demand& d, const profile::CriticalPath& path) {
  const double others = 1 - path.near_share;
  if (!(others > 0)) return {.l1 = 1};
  const double loads = std::max(1.0, path.mlp);
  const double missed = std::min(1.0, (1 - d.request_l1_hit.value_or(d.l1_hit)) / others);
  const double waits = std::min(1.0, missed + path.in_flight / others);
  const double past_l1 = std::min(1.0, loads * waits);
  const double past_l2 = std::min(1.0, loads * waits * (1 - d.l2_hit));
  const double dram = std::min(past_l2, loads * waits * (1 - d.l2_hit) * (1 - d.l3_hit));
  return {1 - past_l1, past_l1 - past_l2, past_l2 - dram, dram};
}

}  // namespace

double dram_growth_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  return d.path.global * slowest_source(d, d.path).dram * dev.dram_latency * a.latency_scale * (1 + mixed_share(d));
}

double global_latency(const Demand& d, const profile::CriticalPath& p, const device::DeviceSpec& dev) {
  const Source from = slowest_source(d, p);
  return from.l1 * dev.l1_latency + from.l2 * dev.l2_latency + from.l3 * dev.l3_latency + from.dram * dev.dram_latency;
}

namespace {

/// Latency of a warp's critical path: each kind of step times its latency. The latency of a wait for global memory is
/// the mean over L1, L2, DRAM and host memory (DRAM's, where that is the same memory), weighted by where the slowest of
/// its loads comes from. Example: one load per wait, l1_hit 0.5 (30 cycles), l2_hit 0.5 (200), DRAM 500: 0.5 * 30 +
/// 0.5 * 350 = 190 cycles.
double path_cycles(const Demand& d, const profile::CriticalPath& p, const device::DeviceSpec& dev,
                   const Assumptions& a) {
  const double own = global_latency(d, p, dev);
  const double host = dev.integrated ? dev.dram_latency : dev.host_latency_s * a.clock_hz;
  const double from_host = host > 0 ? d.host.load_share * crossing_share(d.host, a) : 0;
  const double global = (1 - from_host) * own + from_host * host;
  const double cycles =
      p.alu * dev.alu_latency + p.fp64 * dev.fp64_latency + p.special * dev.special_latency +
      p.shared * dev.shared_latency + p.global * global + p.near * dev.l1_latency + p.atomic * dev.atomic_latency +
      // a barrier costs about a trip to shared memory, a branch two instructions, a tensor
      // instruction eight (Jia et al. 2018, section 4)
      p.barrier * dev.shared_latency + p.branch * 2 * dev.alu_latency + p.tensor * 8 * dev.alu_latency;
  return cycles * p.spread * a.latency_scale;
}

}  // namespace

double path_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  return path_cycles(d, d.path, dev, a);
}

double longest_warp_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  return path_cycles(d, d.longest_warp.path, dev, a);
}

double lock_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  return d.lock.acquisitions > 0 ? d.lock.acquisitions * path_cycles(d, d.lock.section, dev, a) : 0;
}

}  // namespace forewarp::model
