// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/demand.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/model/bounds/dram_rows.hpp"
#include "forewarp/model/bounds/retries.hpp"
#include "forewarp/model/bounds/spills.hpp"
#include "forewarp/model/bounds/summary.hpp"
#include "forewarp/model/bounds/traffic.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {

void add_tensor_lanes(Demand& d) {
  d.fp16 += d.tensor_fp16;
  d.fp32 += d.tensor_fp32;
  d.fp64 += d.tensor_fp64;
}

namespace {

/// Instructions of PTX of a class that are machine instructions of their own.
double alone(const Summary& s, std::size_t c, Generation generation) {
  double n = s.ops[c];
  if (generation >= Generation::maxwell) n -= s.merged_since_maxwell[c];
  if (generation >= Generation::volta) n -= s.merged_since_volta[c];
  return n;
}

/// Each PTX class times its machine instructions per pipe (expansion.def), without what is merged into other accesses
/// to memory.
void add_instructions(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  const Generation generation = generation_of(device);
  for (std::size_t c = 0; c < op_class_count; ++c) {
    const double n = alone(s, c, generation);
    if (n == 0) continue;
    const Slots slots = slots_on(static_cast<OpClass>(c), device);
    d.issue += n * slots.issue;
    d.fp16 += n * slots.fp16;
    d.fp32 += n * slots.fp32;
    d.fp64 += n * slots.fp64;
    d.int_add += n * slots.int_add;
    d.int_mul += n * slots.int_mul;
    d.shift += n * slots.shift;
    d.special += n * slots.special;
    d.convert += n * slots.convert;
    d.shuffle += n * slots.shuffle;
  }
  d.branch = s.ops[static_cast<std::size_t>(OpClass::branch)];
  d.issue -= s.merged_away;
}

/// So many of the bytes that DRAM moves are of local memory: words that follow each other, whole pieces of memory.
void move_in_pieces(Demand& d, double bytes) {
  if (!(d.sectors_per_visit > 0) || !(d.dram_bytes > 0)) return;
  const double others = std::max(0.0, d.dram_bytes - bytes);
  d.sectors_per_visit = d.dram_bytes / (others / d.sectors_per_visit + bytes / sectors_of_a_piece);
}

/// Spilled registers as traffic: local memory lies word by word beside that of the other lanes, so a word of a warp is
/// a request, a line and four sectors. L1 and L2 serve what spill_hits() says, DRAM the remainder. Nothing else reads
/// them: L1 writes back what it evicts.
void add_spills(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  const double bytes = s.spills.load_bytes + s.spills.store_bytes;
  if (!(bytes > 0)) return;
  const double words = s.warps * bytes / 4, sectors = words * s.warp_size * 4 / 32;
  d.issue += words;
  d.load_store += words;
  d.l1_sectors += sectors;
  d.l1_wavefronts += words * passes_of_a_row(device);
  const SpillHits hits = spill_hits(s, d, device);
  const double missed = sectors * (1 - hits.l1);
  d.l2_sectors += missed;
  const double past_l2 = 32 * missed * (1 - hits.l2);
  if (device.l3_bytes > 0) d.l3_bytes += past_l2;
  const double to_dram = std::min(past_l2, 32 * missed * (1 - hits.l3));
  d.dram_bytes += to_dram;
  move_in_pieces(d, to_dram);
  if (d.dram_bytes_whole_l2 > 0) d.dram_bytes_whole_l2 += to_dram;
}

/// Stores to lines that L2 has lost come back to memory with few sectors at a time.
void add_rewriting_visits(Demand& d, const Traffic& t) {
  if (!(d.sectors_per_visit > 0) || !(t.rewriting_visits > 0)) return;
  const double others = (d.dram_bytes - t.rewritten_bytes) / sector_bytes / d.sectors_per_visit;
  d.sectors_per_visit = d.dram_bytes / sector_bytes / (others + t.rewriting_visits);
}

void add_tensor(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  const TensorDemand t = tensor_demand(s.tensor, s.tensor_of_one_warp, device);
  d.tensor_f16 = t.f16;
  d.tensor_tf32 = t.tf32;
  d.tensor_fp16 = t.fp16;
  d.tensor_fp32 = t.fp32;
  d.tensor_fp64 = t.fp64;
  add_tensor_lanes(d);
}

/// Without a link, accesses to host memory go to DRAM. In a memory that the device shares with the host each request
/// does, since the GPU does not cache pinned memory there (NVIDIA CUDA for Tegra application note, "Memory Selection").
/// Where a link is only unknown, the bytes are those that move at least: no faster than the device's own memory.
void add_host_memory_without_link(Demand& d, const device::DeviceSpec& device) {
  if (device.host_bytes_per_s > 0) return;
  const double least = d.host.read_bytes_once + d.host.written_bytes_once;
  const double bytes = device.integrated ? d.host.read_bytes + d.host.written_bytes : least;
  d.dram_bytes += bytes;
  if (device.integrated) d.min_dram_bytes += least;
  if (d.dram_bytes_whole_l2 > 0) d.dram_bytes_whole_l2 += bytes;
}

/// The model of a split L2 runs twice, with and without duplicates, since bounds() needs both for its range.
void add_traffic(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  const Traffic t = traffic(s, device, d.occupancy, {.caches = d.caches});
  d.l1_sectors = t.l1_sectors;
  d.l1_wavefronts = t.l1_wavefronts;
  d.l2_sectors = t.l2_sectors;
  d.l3_bytes = t.l3_bytes;
  d.l3_hit = t.l3_hit;
  d.dram_bytes = t.dram_read_bytes + t.dram_write_bytes;
  d.dram_written_bytes = t.dram_write_bytes;
  d.sectors_per_visit = sectors_per_visit(s, double(d.occupancy.blocks_per_sm) * device.sms,
                                          std::max(device.l2_bytes, device.l3_bytes) / sector_bytes);
  add_rewriting_visits(d, t);
  move_in_pieces(d, t.local_bytes);
  d.stored_sectors = s.store_sectors;
  if (device.l2_partitions > 1) {
    const Traffic kind = traffic(s, device, d.occupancy, {.copies = L2Copies::never, .caches = d.caches});
    d.dram_bytes_whole_l2 = kind.dram_read_bytes + kind.dram_write_bytes;
  }
  d.min_dram_bytes = t.min_dram_bytes;
  d.host = s.host;
  add_host_memory_without_link(d, device);
  d.l1_hit = t.l1_hit;
  d.request_l1_hit = t.request_l1_hit;
  d.l2_hit = t.l2_hit;
}

/// Turing's f16 shape is accepted on Volta: only its multiply-adds are counted, which Volta's own shape (m8n8k4) has
/// too.
bool is_product_in_another_shape(const Summary& s, const device::DeviceSpec& device) {
  return s.compute_capability == 75 && device.compute_capability >= 70 && s.demanding.starts_with("mma.sync") &&
         s.demanding.find(".f16.f16.") != std::string::npos;
}

std::string version_of(unsigned capability) { return fmt::format("{}.{}", capability / 10, capability % 10); }

void check_capability(const Summary& s, const device::DeviceSpec& device) {
  if (device.vendor != device::Vendor::nvidia) return;
  const unsigned has = device.compute_capability;
  if (s.last_capability > 0 && has > s.last_capability)
    throw InputError(fmt::format("{} is of compute capability {} alone, {} has {}", s.withdrawn,
                                 version_of(s.last_capability), device.name, version_of(has)));
  if (has >= s.compute_capability || is_product_in_another_shape(s, device)) return;
  throw InputError(fmt::format("{} needs compute capability {}, {} has {}", s.demanding,
                               version_of(s.compute_capability), device.name, version_of(has)));
}

/// AMD has no cache that serves the addresses of a warp one by one: constant memory is read as any other, of which it
/// is so small a part that L1 has it. One address for all lanes is left to the scalar unit.
void add_amd_constants(Demand& d, const Summary& s, const device::DeviceSpec& device) {
  d.l1_wavefronts += s.constant_passes * scale_of_passes(device);
  d.load_store -= s.constant_repeats;
  d.constant_repeats = 0;
  if (!(s.constant_requests > 0)) return;
  const auto with_hits = [&](double hit, double others) {
    return (hit * others + s.constant_requests) / (others + s.constant_requests);
  };
  d.l1_hit = with_hits(d.l1_hit, s.load_sectors);
  if (d.request_l1_hit) d.request_l1_hit = with_hits(*d.request_l1_hit, s.request_reuse.total);
}

/// What NVIDIA's devices launch (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). Blocks
/// that wait for each other must all be resident: cudaLaunchCooperativeKernel refuses more.
void check_grid(const Summary& s, const device::DeviceSpec& device, const device::Occupancy& occupancy) {
  constexpr std::uint32_t most_across = 65535, most_deep = 64;
  const bool is_nvidia = device.vendor == device::Vendor::nvidia;
  if (is_nvidia && std::max(s.launched_grid.y, s.launched_grid.z) > most_across)
    throw InputError(fmt::format("a grid of {} x {} x {} blocks: {} takes at most {} along y and along z",
                                 s.launched_grid.x, s.launched_grid.y, s.launched_grid.z, device.name, most_across));
  if (is_nvidia && s.block.z > most_deep)
    throw InputError(fmt::format("a block of {} x {} x {} threads: {} takes at most {} along z", s.block.x, s.block.y,
                                 s.block.z, device.name, most_deep));
  const double fit = static_cast<double>(occupancy.blocks_per_sm) * device.sms;
  const double blocks = s.blocks + s.idle_blocks;
  if (!s.synchronises_grid || blocks <= fit) return;
  throw InputError(
      fmt::format("the blocks wait for each other (this_grid().sync()), so all {:.0f} must be on the device at the "
                  "same time: on {} "
                  "{:.0f} fit ({} on each of {} SMs, by {}); launch at most as many",
                  blocks, device.name, fit, occupancy.blocks_per_sm, device.sms, device::name_of(occupancy.limit)));
}

/// ATOMS.POPC.INC, see profile::adds_one_to_32_bits().
bool counts_lanes_on_an_address(const device::DeviceSpec& device) {
  return device.vendor == device::Vendor::nvidia && device.compute_capability >= 80;
}

/// Of the visits to the most loaded 512 bytes, those that one channel of L2 serves. AMD's have 256 bytes each (ROCm
/// Compute Profiler, "L2 cache (TCC)"), and are taken to serve one request a cycle, as their loads; there are no
/// measurements to compare it with.
double share_of_a_channel(const device::DeviceSpec& device) {
  return device.vendor == device::Vendor::nvidia ? 1 : 0.5;
}

}  // namespace

/// Order matters: the occupancy decides the size of a wave, which the traffic needs. Throws before any work where the
/// device lacks an instruction. Microseconds per call; this is the inner loop of a ranking over devices.
Demand demand(const Summary& s, const device::DeviceSpec& device, Caches caches) {
  check_capability(s, device);
  Demand d;
  d.blocks = s.blocks;
  d.idle_blocks = s.idle_blocks;
  d.idle_share = s.idle_share;
  d.threads_per_block = s.threads_per_block;
  d.caches = caches;
  d.occupancy =
      device::occupancy(device, {static_cast<std::uint32_t>(s.threads_per_block), s.registers, s.shared_bytes});
  check_grid(s, device, d.occupancy);
  add_instructions(d, s, device);
  add_tensor(d, s, device);
  d.operations = s.operations;
  d.load_store = s.requests;
  d.barriers = s.barriers;
  d.constant_repeats = s.constant_repeats;
  d.texture_reads = s.texture_reads;
  d.shared_wavefronts = device.shared_loads_return_pairs ? s.shared_wavefronts : s.shared_wavefronts_unpacked;
  if (counts_lanes_on_an_address(device)) d.shared_wavefronts -= s.wavefronts_saved_by_counting;
  d.atomic_serial = std::max(s.atomic_serial, s.atomic_slice * share_of_a_channel(device));
  add_traffic(d, s, device);
  if (device.vendor == device::Vendor::amd) add_amd_constants(d, s, device);
  d.path = s.path;
  d.longest_warp = s.longest_warp;
  d.lock = s.lock;
  add_retries(d, s, device);
  d.shared_wavefronts += retry_wavefronts(s, device);
  add_spills(d, s, device);
  d.imbalance = s.imbalance;
  d.sampling_error = s.sampling_error;
  d.traffic_error = s.traffic_error;
  d.dram_error = s.dram_error;
  return d;
}

Demand demand(const profile::Profile& profile, const device::DeviceSpec& device, Caches caches) {
  return demand(summarise(profile), device, caches);
}

namespace {

/// Two standard errors of a part, beyond those of all counts, which widen() adds.
double factor_of(double error, const Demand& d) { return std::max(1.0, (1 + 2 * error) / (1 + 2 * d.sampling_error)); }

Demand with_traffic(Demand d, double requests, double dram) {
  for (double* amount : {&d.l1_sectors, &d.l1_wavefronts, &d.l2_sectors, &d.l3_bytes, &d.atomic_serial,
                         &d.host.read_bytes, &d.host.read_lines, &d.host.read_bytes_once, &d.host.written_bytes})
    *amount *= requests;
  const double requested = d.l2_sectors > 0 ? sector_bytes * d.l2_sectors : std::numeric_limits<double>::infinity();
  const double written_share = d.dram_bytes > 0 ? d.dram_written_bytes / d.dram_bytes : 0;
  for (double* bytes : {&d.dram_bytes, &d.dram_bytes_whole_l2})
    *bytes = std::min(*bytes * dram, std::max(*bytes * requests, requested));
  d.dram_written_bytes = written_share * d.dram_bytes;
  return d;
}

}  // namespace

Demand with_most_traffic(const Demand& d) {
  return with_traffic(d, factor_of(d.traffic_error, d), factor_of(d.dram_error, d));
}

Demand with_least_traffic(const Demand& d) {
  return with_traffic(d, 1 / factor_of(d.traffic_error, d), 1 / factor_of(d.dram_error, d));
}

}  // namespace forewarp::model
