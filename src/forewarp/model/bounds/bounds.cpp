// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/bounds.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "forewarp/model/bounds/dram_rows.hpp"
#include "forewarp/model/bounds/queueing.hpp"
#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

/// Distribution of the grid over the SMs: full waves and a partial last one.
struct Schedule {
  double per_sm = 1;  ///< blocks resident on an SM
  double warps_per_block = 1;
  double full_waves = 0;
  double last_per_sm = 0;  ///< blocks in the last, partial wave of the SM that has most of them
  double last_active = 0;  ///< so many SMs with last_per_sm blocks each are the last wave
  double waves = 0;
};

/// Example: 250 blocks, 2 per SM, 100 SMs: one full wave of 200; the last 50 run as 1 block on each of 50 SMs. Of 330
/// blocks, the last 130 are 2 blocks on 30 SMs and 1 on 70: the pipes of the 30 have as much to do as for 2 blocks
/// everywhere, DRAM as for 2 blocks on each of 65.
Schedule schedule(const Demand& d, const device::DeviceSpec& dev) {
  Schedule s;
  s.per_sm = std::max(1u, d.occupancy.blocks_per_sm);
  s.warps_per_block = std::max(1u, d.occupancy.warps_per_block);
  const double resident = s.per_sm * dev.sms;
  s.waves = d.blocks / resident;
  s.full_waves = std::floor(s.waves);
  const double rest = d.blocks - s.full_waves * resident;
  s.last_per_sm = std::ceil(rest / dev.sms);
  s.last_active = rest > 0 ? rest / s.last_per_sm : 0;
  return s;
}

/// Cycles of one round of full residency and of the last, partial one.
struct Rounds {
  double full = 0, last = 0;
};

/// The largest demand on memory and the largest on any other resource: a single warp or block does not overlap the two.
struct Phases {
  double memory = 0, compute = 0;
};

/// `cycles_of`: a resource.
template <typename CyclesOf>
Phases phases(bool own_only, CyclesOf cycles_of) {
  Phases p;
  for (std::size_t r = 0; r < resource_count; ++r) {
    const auto resource = static_cast<Resource>(r);
    if (own_only && is_shared_by_sms(resource)) continue;
    double& most = is_memory(resource) ? p.memory : p.compute;
    most = std::max(most, cycles_of(resource));
  }
  return p;
}

/// Where L1 and shared memory are one array (Volta and after), an access to either takes a pass of the same data path
/// (CUDA Programming Guide, "Compute Capability 7.x": one unified data cache; Nsight Compute counts both in
/// l1tex__data_pipe_lsu_wavefronts).
double data_path(const BlockCycles& block) {
  return block[static_cast<std::size_t>(Resource::l1)] + block[static_cast<std::size_t>(Resource::shared)];
}

/// What a warp waits for when it never waits for another, and what full load of DRAM adds.
struct Path {
  double cycles = 0, growth = 0;
};

/// How the warps of an SM share its schedulers. With few warps some schedulers have none.
struct Sharing {
  double blocks = 1;  ///< resident
  double warps_per_block = 1;
  double schedulers = 1;   ///< of the SM
  double customers = 1;    ///< warps of the busiest of them
  bool one_array = false;  ///< L1 and shared memory
  const device::DeviceSpec* device = nullptr;

  /// Cycles of a warp, of those of a block.
  [[nodiscard]] double of_a_warp(const BlockCycles& block, Resource resource) const {
    const double own = is_of_scheduler(resource, *device) ? schedulers / warps_per_block : blocks / customers;
    return own * block[static_cast<std::size_t>(resource)];
  }
};

Sharing sharing(double blocks, double warps_per_block, const device::DeviceSpec& dev) {
  const double schedulers = dev.schedulers;
  return {
      blocks, warps_per_block, schedulers, std::ceil(blocks * warps_per_block / schedulers), dev.l1_shares_with_shared,
      &dev};
}

/// The warps of one scheduler as customers: every resource is a station, of which the scheduler has its share. Of a
/// scheduler's own pipes a warp demands the block's cycles times schedulers / warps_per_block, as the pipes of
/// schedulers without warps do nothing for it; of what all schedulers of the SM use, as much as makes the customers'
/// demands those of the resident blocks. Example: 2 blocks of 3 warps on 4 schedulers: the busiest scheduler has 2
/// warps, each with 4 / 3 of a block's cycles of the pipes and 2 / 2 of a block's cycles of L1.
Network warp_network(const BlockCycles& block, const Path& path, const Sharing& s) {
  Network n;
  const double common = s.blocks / s.customers;
  for (std::size_t i = 0; i < resource_count; ++i) {
    const auto resource = static_cast<Resource>(i);
    if (s.one_array && (resource == Resource::l1 || resource == Resource::shared)) continue;
    if (is_shared_by_sms(resource)) {
      n.add_shared(s.of_a_warp(block, resource));
    } else {
      n.add(s.of_a_warp(block, resource));
    }
  }
  if (s.one_array) n.add(data_path(block) * common);
  const Phases p = phases(true, [&](Resource r) { return s.of_a_warp(block, r); });
  n.alone = std::max(path.cycles, p.memory + p.compute);
  n.loaded = block[static_cast<std::size_t>(Resource::dram)] * common;
  n.growth = path.growth;
  return n;
}

/// Blocks as customers: barriers keep all warps of a block in one phase, memory or the rest.
Network block_network(const BlockCycles& block, const Path& path, bool one_array) {
  const Phases p = phases(false, [&](Resource r) { return block[static_cast<std::size_t>(r)]; });
  Network n;
  if (one_array) n.add_shared(data_path(block));  // in both phases: a limit, and no station of its own
  n.add(p.memory);
  n.add(p.compute);
  n.alone = std::max(path.cycles, p.memory + p.compute);
  n.loaded = block[static_cast<std::size_t>(Resource::dram)];
  n.growth = path.growth;
  return n;
}

/// Times of a full and of a partial round from one pass of the mean value analysis.
Rounds rounds_of(const Network& n, double full, double last, const Assumptions& a) {
  if (a.perfect_overlap) return {round_time_perfect(n, full), round_time_perfect(n, last)};
  const auto many = static_cast<unsigned>(std::lround(full)), few = static_cast<unsigned>(std::lround(last));
  const RoundTimes r = round_times(n, few, many);
  return {r.many, r.few};
}

/// Share of the work that alternates between phases: barriers per wait for global memory, at most 1. A single warp per
/// block has no phases.
double phased_share(const Demand& d, const Schedule& s) {
  if (s.warps_per_block < 2) return 0;
  return std::clamp(d.path.barrier / std::max(1.0, d.path.global), 0.0, 1.0);
}

/// Time per round: a mean of the free network (warps) and the phased one (blocks), weighted by the phased share.
/// `empty` is the pause between a finished block and its successor. last_only: the time of a full round is left out.
Rounds rounds_with(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s,
                   double active, bool last_only = false) {
  const BlockCycles block = block_cycles(d, dev, a, active);
  const double pause =
      a.turnaround_cycles * (1 + d.idle_blocks / d.blocks) + (d.stored_sectors > 0 ? a.store_cycles : 0);
  const double empty = s.waves > 1 ? pause * (1 - 1 / s.waves) : 0;  // not before the first blocks
  const Path path{path_cycles(d, dev, a) + empty, dram_growth_cycles(d, dev, a)};
  const double phased = phased_share(d, s), w = s.warps_per_block;
  Rounds free{}, bound{};
  if (phased < 1) {
    const Sharing most = sharing(s.full_waves > 0 ? s.per_sm : s.last_per_sm, w, dev);
    const double last = std::ceil(s.last_per_sm * w / most.schedulers);
    free = rounds_of(warp_network(block, path, most), last_only ? last : std::ceil(s.per_sm * w / most.schedulers),
                     last, a);
  }
  if (phased > 0)
    bound = rounds_of(block_network(block, path, dev.l1_shares_with_shared), last_only ? s.last_per_sm : s.per_sm,
                      s.last_per_sm, a);
  return {(1 - phased) * free.full + phased * bound.full, (1 - phased) * free.last + phased * bound.last};
}

/// The last wave may keep only some SMs busy, or the others with fewer blocks: each then has a larger share of L2 and
/// DRAM. Evaluated again.
Rounds rounds(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s) {
  Rounds r = rounds_with(d, dev, a, s, s.full_waves > 0 ? dev.sms : s.last_active);
  if (s.full_waves > 0 && s.last_active > 0 && s.last_active < dev.sms)
    r.last = rounds_with(d, dev, a, s, s.last_active, true).last;
  return r;
}

/// Cycles of a mean block that has an SM, L2 and DRAM for itself.
double alone_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s) {
  const Schedule one{.per_sm = 1, .warps_per_block = s.warps_per_block, .last_per_sm = 1, .last_active = 1, .waves = 1};
  return rounds_with(d, dev, a, one, 1, true).last;
}

/// Cycles in which a mean block that has an SM, L2 and DRAM for itself keeps the busiest of them busy, without waits.
double busy_cycles(Demand d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s) {
  for (double profile::CriticalPath::*links : profile::path_links) d.path.*links = 0;
  return alone_cycles(d, dev, a, s);
}

/// How far the longest warp stands for the waits of the most expensive block: 0 where it is at most twice a mean one,
/// as any warp of that block may be, 1 from four times on. A sample that finds it a little above or below twice must
/// not decide the time.
double share_of_longest_warp(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a) {
  constexpr double alike = 2, apart = 4;
  if (!(d.longest_warp.path.instructions > 0)) return 0;
  const double ratio = longest_warp_cycles(d, dev, a) / std::max(1.0, path_cycles(d, dev, a));
  return std::clamp((ratio - alike) / (apart - alike), 0.0, 1.0);
}

/// What the most expensive block adds: (imbalance - 1) mean blocks, which later waves hide in part. The others have
/// ended by then, so it goes on alone and at most as slowly as in a round of all. Example: one of 16 blocks of an SM
/// has 6 times the work, and a round of 16 takes 16,000 cycles, a block alone 1500: 7500 cycles more, not 80,000. Its
/// waits are not those of so many mean blocks where its longest warp is known (end_of_longest_warp).
double straggler_cycles(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s,
                        double round) {
  if (!(d.imbalance > 1)) return 0;
  const double known = share_of_longest_warp(d, dev, a);
  const double alone =
      (known < 1 ? (1 - known) * alone_cycles(d, dev, a, s) : 0) + (known > 0 ? known * busy_cycles(d, dev, a, s) : 0);
  return (d.imbalance - 1) * std::min(round, alone) / std::max(1.0, s.waves);
}

/// Cycles until the longest warp has ended: its block begins when those before it have left room for it. Example: block
/// 900 of 1000, of which 100 are resident, begins after 0.8 of the time that all of them take. If 10 blocks like it
/// execute 90 % of the instructions, the others pass by them in nine tenths of the places: after 0.8 * (0.1 + 0.9 *
/// 0.1) of that time.
double end_of_longest_warp(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s,
                           double mean) {
  if (!(d.longest_warp.path.instructions > 0)) return 0;
  const double before = std::clamp(d.longest_warp.begins - s.per_sm * dev.sms / d.blocks, 0.0, 1.0);
  const double taken = std::min(1.0, d.longest_warp.blocks_alike / (s.per_sm * dev.sms));
  const double waited = d.longest_warp.share_of_others + (1 - d.longest_warp.share_of_others) * taken;
  return before * waited * mean + longest_warp_cycles(d, dev, a);
}

/// Overhead + full waves + last wave + the straggler, or until the longest warp has ended, or the busiest lock has been
/// taken by all who want it.
double seconds(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s,
               const Rounds& r) {
  const double mean = s.full_waves * r.full + r.last;
  const double round = s.full_waves > 0 ? r.full : r.last;
  const double cycles = std::max(
      {mean + straggler_cycles(d, dev, a, s, round), end_of_longest_warp(d, dev, a, s, mean), lock_cycles(d, dev, a)});
  return dev.launch_overhead_s + cycles / a.clock_hz;
}

double evaluate(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s) {
  return seconds(d, dev, a, s, rounds(d, dev, a, s));
}

/// Each resource as if it were the only limit. An SM's own resources are limited by the SM with the most blocks (ceil),
/// the pipes of its schedulers by how many of them have warps; shared ones work for all SMs together.
std::vector<Term> terms(const Demand& d, const device::DeviceSpec& dev, const Assumptions& a, const Schedule& s) {
  std::vector<Term> all;
  all.reserve(resource_count + 2);
  const double active = std::min(d.blocks, double(dev.sms));
  const BlockCycles block = block_cycles(d, dev, a, active);
  const double blocks_of_busiest = std::ceil(d.blocks / dev.sms);
  const double schedulers_per_used =
      std::max(1.0, dev.schedulers / (std::min(s.per_sm, blocks_of_busiest) * s.warps_per_block));
  for (std::size_t i = 0; i < resource_count; ++i) {
    const auto resource = static_cast<Resource>(i);
    double blocks = is_shared_by_sms(resource) ? d.blocks / active : blocks_of_busiest;
    if (is_of_scheduler(resource, dev)) blocks *= schedulers_per_used;
    if (block[i] > 0) all.push_back({name_of(resource), block[i] * blocks / a.clock_hz});
  }
  const double latency = std::max(std::ceil(s.waves) * path_cycles(d, dev, a), longest_warp_cycles(d, dev, a));
  all.push_back({"latency", latency / a.clock_hz});
  if (const double lock = lock_cycles(d, dev, a); lock > 0) all.push_back({"lock", lock / a.clock_hz});
  all.push_back({"launch", dev.launch_overhead_s});
  std::sort(all.begin(), all.end(), [](const Term& x, const Term& y) { return x.time_s > y.time_s; });
  return all;
}

/// Resident warps divided by the maximum of an SM, averaged over the time in which its SMs have work.
double achieved(const Schedule& s, const Rounds& r, const device::DeviceSpec& dev) {
  const double time = s.full_waves * r.full + r.last;
  if (time <= 0 || dev.max_warps == 0) return 0;
  const double blocks = (s.full_waves * r.full * s.per_sm + r.last * s.last_per_sm) / time;
  return std::min(1.0, blocks * s.warps_per_block / dev.max_warps);
}

/// The measured errors of what DRAM limits are those of its bandwidth, not of the rows that it opens.
bool is_narrow(const Prediction& p, const Demand& d, const device::DeviceSpec& dev) {
  const bool rows_limit = row_seconds(d.dram_bytes, d.sectors_per_visit, dev) > d.dram_bytes / dev.dram_bytes_per_s;
  return p.limiter == "launch" || (p.limiter == name_of(Resource::dram) && !rows_limit);
}

void require_sound(const Demand& d, const device::DeviceSpec& dev) {
  if (!(d.blocks >= 1)) throw InputError("a launch has at least one block");
  if (dev.sms == 0 || !(dev.boost_hz > 0) || !(dev.dram_bytes_per_s > 0))
    throw InputError("device '" + dev.name + "' lacks SMs, a clock or a memory bandwidth");
}

}  // namespace

std::string checked_times_note(const device::DeviceSpec& device) {
  if (device.checked.empty()) return unchecked_times_note;
  return fmt::format("times checked: {} (docs/accuracy.md)", device::comparisons_text(device.checked));
}

/// The range comes from two more evaluations, with optimistic and with pessimistic assumptions, of at least the width
/// that measurements need, widened by the sampling error; then nothing may lie below the roofs.
Prediction bounds(const Demand& d, const device::DeviceSpec& dev) {
  require_sound(d, dev);
  const Schedule s = schedule(d, dev);
  const Assumptions middle = nominal(dev);
  const Rounds r = rounds(d, dev, middle, s);
  Prediction p;
  p.time_s = seconds(d, dev, middle, s, r);
  p.low_s = std::min(p.time_s, evaluate(with_least_traffic(d), dev, optimistic(dev), s));
  p.high_s = std::max(p.time_s, evaluate(with_most_traffic(d), dev, pessimistic(dev), s));
  p.terms = terms(d, dev, middle, s);
  p.limiter = p.terms.front().name;
  if (!is_narrow(p, d, dev)) {
    p.low_s = std::min(p.low_s, p.time_s / least_range(dev));
    p.high_s = std::max(p.high_s, p.time_s * least_range(dev));
  }
  widen(p, d.sampling_error, dev.launch_overhead_s);
  raise_to_roofs(p, roofs_of(d, dev), {d.sampling_error, d.traffic_error, d.dram_error});
  p.work = work_of(d, dev);
  p.caches = d.caches;
  p.theoretical = d.occupancy;
  p.achieved_occupancy = achieved(s, r, dev);
  p.waves = s.waves * (1 + d.idle_blocks / d.blocks);
  p.errors = device::time_errors(dev.checked);
  p.architecture = dev.architecture;
  p.notes.push_back(checked_times_note(dev));
  if (d.host.read_bytes + d.host.written_bytes > 0 && !(dev.host_bytes_per_s > 0) && !dev.integrated)
    p.notes.push_back("the device file of " + dev.name + unknown_host_link_note);
  if (d.blocks < dev.sms)
    p.notes.emplace_back(d.idle_blocks > 0 ? "fewer blocks that do anything than SMs: some SMs stay idle"
                                           : "fewer blocks than SMs: some SMs stay idle");
  return p;
}

}  // namespace forewarp::model
