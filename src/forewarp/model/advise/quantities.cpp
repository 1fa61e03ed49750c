// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/quantities.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/model/advise/limiter.hpp"
#include "forewarp/model/advise/long_loop.hpp"
#include "forewarp/model/model.hpp"

namespace forewarp::advise {
namespace {

using profile::AccessSite;

double ratio(double a, double b, double otherwise) { return b > 0 ? a / b : otherwise; }

/// What the memory accesses add up to. Ratios are taken of sums and not averaged over sites, so a
/// site counts by its sectors: a rare access that is badly coalesced does not make the kernel
/// uncoalesced.
struct Accesses {
  double load_sectors = 0, load_ideal = 0, load_unique = 0, store_sectors = 0, store_ideal = 0;
  double wavefronts = 0, ideal_wavefronts = 0, local_sectors = 0, narrow = 0, requests = 0, shared_requests = 0;
  double constant_requests = 0, constant_addresses = 0;
};

void add_device_memory(Accesses& a, const AccessSite& site, const profile::Profile& p) {
  const auto blocks = static_cast<double>(p.launch.grid.count());
  if (site.space == ptx::StateSpace::local) a.local_sectors += site.sectors;
  a.requests += site.requests;
  if (is_narrow(site, p.warp_size)) a.narrow += site.requests;
  if (is_load(site)) {
    a.load_sectors += site.sectors;
    a.load_ideal += ideal_sectors(site);
    a.load_unique += site.sectors / reload_factor(site, blocks);
  } else {
    a.store_sectors += site.sectors;
    a.store_ideal += ideal_sectors(site);
  }
}

Accesses accesses_of(const profile::Profile& p) {
  Accesses a;
  for (const AccessSite& site : p.sites) {
    if (is_device_memory(site)) add_device_memory(a, site, p);
    if (site.space == ptx::StateSpace::const_ && !site.fixed_address) {
      a.constant_requests += site.requests;
      a.constant_addresses += std::max(site.requests, site.lines * site.addresses_per_line);
    }
    if (site.space != ptx::StateSpace::shared) continue;
    a.wavefronts += site.wavefronts;
    a.ideal_wavefronts += std::min(site.ideal_wavefronts, site.wavefronts);
    a.shared_requests += site.merged_requests();
  }
  return a;
}

void add_access_quantities(std::vector<Quantity>& all, const profile::Profile& p) {
  const Accesses a = accesses_of(p);
  all.push_back(
      {"load_excess", "1", "sectors that loads move over the fewest possible", ratio(a.load_sectors, a.load_ideal, 1)});
  all.push_back({"store_excess", "1", "sectors that stores move over the fewest possible",
                 ratio(a.store_sectors, a.store_ideal, 1)});
  all.push_back({"conflict_excess", "1", "passes of shared memory over those without conflicts",
                 ratio(a.wavefronts, a.ideal_wavefronts, 1)});
  all.push_back({"used_bytes", "1", "share of the bytes of touched sectors that the launch uses", used_share(p)});
  all.push_back({"reload", "1", "times that a block loads the same sector of device memory",
                 ratio(a.load_sectors, a.load_unique, 1)});
  all.push_back({"narrow_share", "1", "share of device-memory requests that are contiguous and under 16 bytes a lane",
                 ratio(a.narrow, a.requests, 0)});
  all.push_back({"request_share", "1", "device-memory requests to one instruction of a warp",
                 ratio(a.requests, p.warp_instructions, 0)});
  all.push_back({"local_sectors", "sector", "of thread-private memory: indexed arrays", a.local_sectors});
  all.push_back({"spilled_bytes", "B", "of registers that a thread moves to local memory and back",
                 p.spills.load_bytes + p.spills.store_bytes});
  all.push_back({"constant_addresses", "1",
                 "of constant memory that a warp reads at once, where the code does not know it",
                 ratio(a.constant_addresses, a.constant_requests, 1)});
  all.push_back({"shared_per_load", "1", "shared-memory requests to one device-memory request",
                 ratio(a.shared_requests, a.requests, 0)});
}

/// full is the mean number of threads per warp, below the warp size where blocks end with a partial
/// warp: their empty lanes are counted by partial_warps and not as divergence.
void add_control_quantities(std::vector<Quantity>& all, const profile::Profile& p) {
  const double full = ratio(p.threads, p.warps, p.warp_size);
  all.push_back({"active_lanes", "1", "lanes at work in an instruction over the threads of a warp",
                 std::min(1.0, ratio(p.mean_active_lanes(), full, 1))});
  all.push_back({"branch_efficiency", "1", "branches on which a warp stays together", p.branch_efficiency()});
  all.push_back({"ilp", "1", "instructions of a warp over the links of its longest chain", p.path.ilp});
  all.push_back({"mlp", "1", "device-memory loads of a warp in flight at once", p.path.mlp});
  all.push_back({"path_loads", "1", "waits for device memory one after the other, a warp", p.path.global});
  all.push_back({"path_barriers", "1", "barriers, a warp", p.path.barrier});
  all.push_back({"path_special", "1", "waits for the special-function unit, a warp", p.path.special});
  all.push_back({"hottest_atomic", "1", "atomics on the most loaded address", p.hottest_atomic});
  const std::optional<LongLoop> loop = long_loop(p);
  all.push_back({"rounds", "1", "times that a thread goes round the costliest loop that loads from device memory",
                 loop ? loop->rounds : 0});
  all.push_back({"imbalance", "1", "most expensive block over the mean", p.imbalance});
  all.push_back({"warp_spread", "1", "longest warp of a block over the mean", p.path.spread_of_mean});
}

/// Numbers of the launch and what limits its occupancy, as flags of 0 or 1 that conditions can
/// multiply or compare. At most one limited_by_ flag is set, and none if the SM is full.
void add_launch_quantities(std::vector<Quantity>& all, const Situation& s) {
  const device::Occupancy& o = s.prediction.theoretical;
  const auto limited = [&](device::OccupancyLimit limit) { return o.limit == limit && o.fraction < 1 ? 1.0 : 0.0; };
  all.push_back({"blocks", "1", "of the grid", s.demand.blocks});
  all.push_back({"threads_per_block", "1", "", s.demand.threads_per_block});
  all.push_back({"partial_warps", "1", "share of lanes that a block's last warp leaves without a thread",
                 1 - ratio(s.profile.threads, s.profile.warps * s.profile.warp_size, 1)});
  all.push_back({"registers", "1", "a thread", double(s.profile.registers)});
  all.push_back(
      {"shared_bytes", "B", "a block", double(s.profile.static_shared_bytes + s.profile.launch.dynamic_shared_bytes)});
  all.push_back({"occupancy", "1", "resident warps over the most an SM holds, by the launch's shape", o.fraction});
  all.push_back({"achieved_occupancy", "1", "the same over time", s.prediction.achieved_occupancy});
  all.push_back({"waves", "1", "blocks over blocks resident at once", s.prediction.waves});
  all.push_back({"idle_places", "1", "share of the places for blocks, of all waves, that the last one leaves empty",
                 1 - ratio(s.prediction.waves, std::ceil(s.prediction.waves), 1)});
  all.push_back({"limited_by_registers", "0/1", "occupancy is", limited(device::OccupancyLimit::registers)});
  all.push_back({"limited_by_shared", "0/1", "occupancy is", limited(device::OccupancyLimit::shared_memory)});
  all.push_back(
      {"limited_by_blocks", "0/1", "occupancy is: blocks are small", limited(device::OccupancyLimit::blocks)});
  all.push_back({"limited_by_warps", "0/1", "occupancy is: blocks do not divide an SM's warps",
                 limited(device::OccupancyLimit::warps)});
  all.push_back({"host_reads", "1", "times that what is read of host memory crosses the link to the host",
                 host_reread(s.demand.host)});
  all.push_back({"l1_hit", "1", "loads that L1 serves", s.demand.l1_hit});
  all.push_back({"l2_hit", "1", "of what L1 misses, loads that L2 serves", s.demand.l2_hit});
  all.push_back({"compute_capability", "1", "70 for 7.0; 0 for AMD", double(s.device.compute_capability)});
}

void add_time_quantities(std::vector<Quantity>& all, const Situation& s) {
  const Limiter l = limiter(s.prediction);
  all.push_back({"memory_bound", "0/1", "", l.bound == Bound::memory ? 1.0 : 0.0});
  all.push_back({"compute_bound", "0/1", "", l.bound == Bound::compute ? 1.0 : 0.0});
  all.push_back({"latency_bound", "0/1", "", l.bound == Bound::latency ? 1.0 : 0.0});
  all.push_back({"launch_bound", "0/1", "", l.bound == Bound::launch ? 1.0 : 0.0});
  all.push_back({"busiest", "1", "share of the time in which the busiest resource is busy", l.share});
  const auto share = [&](const char* quantity, const char* term) {
    all.push_back({quantity, "1", "share of the time in which it is busy", share_of(s.prediction, term)});
  };
  share("dram_share", "dram"), share("l2_share", "l2"), share("l1_share", "l1"), share("shared_share", "shared");
  share("load_store_share", "load/store"), share("atomics_share", "atomics"), share("issue_share", "issue");
  share("fp32_share", "fp32"), share("fp64_share", "fp64"), share("special_share", "special");
  share("int_share", "int add"), share("int_mul_share", "int multiply"), share("latency_share", "latency");
  share("dispatch_share", "dispatch"), share("host_link_share", "host link");
  all.push_back({"launch_share", "1", "overhead of an empty kernel over the time",
                 ratio(s.device.launch_overhead_s, s.prediction.time_s, 0)});
}

}  // namespace

double host_reread(const model::HostAccesses& host) { return ratio(host.read_bytes, host.read_bytes_once, 1); }

bool is_serialised(const AccessSite& site) {
  constexpr double more = 1.25;
  return site.space == ptx::StateSpace::const_ && !site.fixed_address && site.requests > 0 &&
         site.lines * site.addresses_per_line > more * site.requests;
}

bool is_device_memory(const AccessSite& site) {
  const bool space = site.space == ptx::StateSpace::global || site.space == ptx::StateSpace::local;
  return space && (is_load(site) || site.kind == emu::AccessKind::store);
}

bool is_load(const AccessSite& site) {
  return site.kind == emu::AccessKind::load || site.kind == emu::AccessKind::async_copy;
}

double ideal_sectors(const AccessSite& site) {
  return std::min(site.sectors, std::max(site.bytes_asked() / 32, site.requests));
}

bool is_narrow(const AccessSite& site, unsigned warp_size) {
  const double asked = site.bytes_asked() / 32;
  const bool apart = site.sectors >= 0.8 * asked, close = site.sectors <= 1.25 * std::max(asked, site.requests);
  return is_device_memory(site) && site.bytes_per_lane < 16 && 2 * site.lanes >= site.requests * warp_size && apart &&
         close && !ptx::is_texture(site.mnemonic.decoded().opcode);
}

/// The margin of a quarter is the one by which sites count as uncoalesced (cause.cpp).
bool is_wasted(const profile::BufferFootprint& buffer) { return buffer.used_share() < 1 / 1.25; }

double used_share(const profile::Profile& p) {
  double used = 0, touched = 0;
  for (const profile::BufferFootprint& buffer : p.buffers) {
    touched += buffer.sectors_per_block;
    used += buffer.sectors_per_block * buffer.used_share();
  }
  return ratio(used, touched, 1);
}

double reload_factor(const AccessSite& site, double blocks) {
  return std::max(1.0, ratio(site.sectors, site.unique_sectors_per_block * blocks, 1));
}

Situation situation(profile::Profile profile, device::DeviceSpec device, model::Caches caches,
                    std::optional<model::MachineWork> code) {
  Situation s{std::move(profile), std::move(device), {}, {}, std::move(code)};
  if (s.code && s.code->registers > 0) {
    s.profile.registers = s.code->registers;
    s.profile.spills = s.code->spills;
  }
  const model::Summary summary = model::summarise(s.profile);
  if (s.code) {
    s.demand = model::demand_on(summary, *s.code, s.device, caches);
    s.prediction = model::predict(summary, *s.code, s.device, caches);
  } else {
    s.demand = model::demand(summary, s.device, caches);
    s.prediction = model::default_model().predict(s.demand, s.device);
  }
  return s;
}

/// The waits of the machine code are for spilled registers, too: with none left, a warp waits for global memory as in
/// PTX. Example: 200 waits of which PTX has 32: with half of the spills 116.
void wait_for_fewer_spills(model::Demand& demand, const profile::CriticalPath& ptx, const profile::Profile& before,
                           const profile::Profile& now, double machine_issue) {
  const auto spilled = [](const profile::Profile& p) { return p.warps * (p.spills.load_bytes + p.spills.store_bytes); };
  const double less = 1 - ratio(spilled(now), spilled(before), 1);
  if (!(less > 0)) return;
  demand.path.global -= less * std::max(0.0, demand.path.global - ptx.global);
  // So are its stalls between instructions: part of these moves registers.
  const double words = spilled(before) / 4 * less;
  if (machine_issue > words) demand.path.alu *= 1 - words / machine_issue;
  demand.path.mlp = std::max(1.0, demand.path.mlp + less * (ptx.mlp - demand.path.mlp));
}

model::Prediction predict_changed(const Situation& now, const profile::Profile& changed,
                                  const device::DeviceSpec& device, model::Caches caches) {
  if (!now.code) return model::predict(changed, device, caches);
  const auto of_ptx = [&](const profile::Profile& profile, const device::DeviceSpec& on) {
    model::Summary summary = model::summarise(profile);
    const std::uint32_t registers = summary.registers;
    summary = model::with_allocation(std::move(summary), *now.code);
    summary.registers = registers;  // which may be what was changed
    summary.spills = profile.spills;
    return model::demand(summary, on, caches);
  };
  model::Demand demand = of_ptx(changed, device);
  if (now.code->mix) {
    const profile::CriticalPath path = demand.path;
    demand = model::in_proportion(std::move(demand), of_ptx(now.profile, now.device), now.demand);
    wait_for_fewer_spills(demand, path, now.profile, changed, now.demand.issue);
  }
  return model::default_model().predict(demand, device);
}

std::vector<Quantity> quantities(const Situation& s) {
  std::vector<Quantity> all;
  add_access_quantities(all, s.profile);
  add_control_quantities(all, s.profile);
  add_launch_quantities(all, s);
  add_time_quantities(all, s);
  return all;
}

/// One row with a column per quantity: conditions of strategies are row expressions, the language
/// of all tables here.
table::Table as_table(const std::vector<Quantity>& all) {
  table::Table table;
  for (const Quantity& q : all) table.add(q.name, table::Table::Numbers{q.value}, q.unit);
  return table;
}

}  // namespace forewarp::advise
