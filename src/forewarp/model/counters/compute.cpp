// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/compute.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/traffic.hpp"

namespace forewarp::counters {
namespace {

using Values = std::map<std::string_view, double>;

double ratio(double a, double b, double otherwise = 0) { return b > 0 ? a / b : otherwise; }
double percent(double a, double b, double otherwise = 0) { return 100 * ratio(a, b, otherwise); }

/// Sums over the loads or the stores of one state space.
struct Accesses {
  double requests = 0, sectors = 0, asked = 0, passes = 0, ideal = 0, lanes = 0;
};

Accesses accesses(const profile::Profile& p, ptx::StateSpace space, bool store) {
  Accesses a;
  for (const profile::AccessSite& site : p.sites) {
    const bool is_store = site.kind == emu::AccessKind::store;
    const bool is_load = site.kind == emu::AccessKind::load || site.kind == emu::AccessKind::async_copy;
    if (site.space != space || !(store ? is_store : is_load)) continue;
    a.requests += site.merged_requests();
    a.sectors += site.sectors;
    a.asked += site.bytes_asked();
    a.passes += site.merged_wavefronts();
    a.ideal += std::min(site.ideal_wavefronts, site.wavefronts);
    a.lanes += site.lanes;
  }
  return a;
}

struct Inputs {
  const profile::Profile& profile;
  const device::DeviceSpec& device;
  model::Demand demand;
  model::Prediction prediction;
  model::Traffic traffic;
  double work_s = 0;  ///< predicted, without launch overhead
};

/// Percentage of the predicted time (without the launch overhead) that the resource is busy. The
/// counterpart of a profiler's utilisation, which also leaves out the time before the first and
/// after the last block.
double share(const Inputs& in, std::string_view term) {
  for (const model::Term& t : in.prediction.terms)
    if (t.name == term) return std::min(100.0, percent(t.time_s, in.work_s));
  return 0;
}

/// What a profiler would report of the same launch, from counts instead of counters, in the
/// catalogue's units: per cent of bytes requested over bytes moved, sectors per request, GB/s over
/// the predicted time.
void add_accesses(Values& v, const Inputs& in) {
  const Accesses ld = accesses(in.profile, ptx::StateSpace::global, false);
  const Accesses st = accesses(in.profile, ptx::StateSpace::global, true);
  const Accesses sld = accesses(in.profile, ptx::StateSpace::shared, false);
  const Accesses sst = accesses(in.profile, ptx::StateSpace::shared, true);
  const Accesses local = accesses(in.profile, ptx::StateSpace::local, false);
  const double gigabytes = 1e-9 / std::max(in.work_s, 1e-12);
  v["gld_efficiency"] = percent(ld.asked, 32 * ld.sectors);
  v["gst_efficiency"] = percent(st.asked, 32 * st.sectors);
  v["shared_efficiency"] = std::min(100.0, percent(sld.ideal + sst.ideal, sld.passes + sst.passes));
  v["gld_transactions_per_request"] = ratio(ld.sectors, ld.requests);
  v["gst_transactions_per_request"] = ratio(st.sectors, st.requests);
  v["shared_load_transactions_per_request"] = ratio(sld.passes, sld.requests);
  v["shared_store_transactions_per_request"] = ratio(sst.passes, sst.requests);
  v["gld_throughput"] = 32 * ld.sectors * gigabytes, v["gst_throughput"] = 32 * st.sectors * gigabytes;
  v["gld_requested_throughput"] = ld.asked * gigabytes, v["gst_requested_throughput"] = st.asked * gigabytes;
  v["shared_load_throughput"] = 128 * sld.passes * gigabytes,
  v["shared_store_throughput"] = 128 * sst.passes * gigabytes;
  v["local_throughput"] = 32 * local.sectors * gigabytes;
  v["bytes_per_request"] = ratio(ld.asked + st.asked, ld.lanes + st.lanes);
  v["gld_requests"] = ld.requests, v["gst_requests"] = st.requests;
  v["gld_transactions"] = ld.sectors, v["gst_transactions"] = st.sectors;
  v["shared_load_transactions"] = sld.passes, v["shared_store_transactions"] = sst.passes;
  v["shared_bank_conflicts"] = sld.passes + sst.passes - sld.ideal - sst.ideal;
}

void add_caches(Values& v, const Inputs& in) {
  const double gigabytes = 1e-9 / std::max(in.work_s, 1e-12);
  const double writes = v["gst_transactions"], reads = std::max(0.0, in.traffic.l2_sectors - writes);
  v["global_hit_rate"] = 100 * in.traffic.l1_hit, v["l2_tex_hit_rate"] = 100 * in.traffic.l2_hit;
  v["l2_read_transactions"] = reads, v["l2_write_transactions"] = writes;
  v["l2_read_throughput"] = 32 * reads * gigabytes, v["l2_write_throughput"] = 32 * writes * gigabytes;
  v["dram_read_transactions"] = in.traffic.dram_read_bytes / 32;
  v["dram_write_transactions"] = in.traffic.dram_write_bytes / 32;
  v["dram_read_throughput"] = in.traffic.dram_read_bytes * gigabytes;
  v["dram_write_throughput"] = in.traffic.dram_write_bytes * gigabytes;
}

/// Utilisations come from the prediction, since a profile has no duration. flop efficiencies are
/// warp instructions times lanes over the lanes of all SMs in all cycles: 10^6 fp32 warp
/// instructions on 80 SMs of 64 lanes in 10^4 cycles are 3.2e7 / 5.12e7 = 62.5 %.
void add_utilisations(Values& v, const Inputs& in) {
  v["dram_utilization"] = share(in, "dram"), v["l2_utilization"] = share(in, "l2");
  v["tex_utilization"] = share(in, "l1"), v["shared_utilization"] = share(in, "shared");
  v["ldst_fu_utilization"] = share(in, "load/store"), v["issue_slot_utilization"] = share(in, "issue");
  v["single_precision_fu_utilization"] = share(in, "fp32"), v["double_precision_fu_utilization"] = share(in, "fp64");
  v["half_precision_fu_utilization"] = share(in, "fp16"), v["special_fu_utilization"] = share(in, "special");
  v["tensor_precision_fu_utilization"] = share(in, "tensor"), v["integer_fu_utilization"] = share(in, "int add");
  const double cycles = in.device.sms * in.work_s * in.device.boost_hz;  // of all SMs
  const auto of_peak = [&](double warps, double lanes_per_cycle) {
    return std::min(100.0, percent(warps * in.device.warp_size, lanes_per_cycle * cycles));
  };
  v["flop_sp_efficiency"] = of_peak(in.demand.fp32, in.device.throughput.fp32);
  v["flop_dp_efficiency"] = of_peak(in.demand.fp64, in.device.throughput.fp64);
  v["ipc"] = ratio(in.demand.issue, cycles);
}

/// Stalls are shares of the critical path in cycles: links of each kind times their latency. A warp
/// with 10 loads of 400 cycles and 100 additions of 4 waits 4000 / 4400 = 91 % for memory.
void add_flow(Values& v, const Inputs& in) {
  const profile::Profile& p = in.profile;
  const auto& o = in.prediction.theoretical;
  v["achieved_occupancy"] = in.prediction.achieved_occupancy, v["theoretical_occupancy"] = o.fraction;
  v["sm_efficiency"] = 100 * std::min(1.0, ratio(in.prediction.waves, std::ceil(in.prediction.waves), 1));
  v["warp_execution_efficiency"] = percent(p.mean_active_lanes(), p.warp_size);
  v["branch_efficiency"] = 100 * p.branch_efficiency();
  const auto& c = p.path;
  const auto& d = in.device;
  const double arithmetic = c.alu * d.alu_latency + c.fp64 * d.fp64_latency + c.special * d.special_latency;
  const double past = in.demand.l2_hit * d.l2_latency + (1 - in.demand.l2_hit) * d.dram_latency;
  const double memory = c.global * (in.demand.l1_hit * d.l1_latency + (1 - in.demand.l1_hit) * past);
  const double sync = c.barrier * d.shared_latency, shared = c.shared * d.shared_latency;
  const double all = arithmetic + memory + sync + shared;
  v["stall_memory_dependency"] = percent(memory, all), v["stall_exec_dependency"] = percent(arithmetic, all);
  v["stall_sync"] = percent(sync, all);
  const model::Demand& w = in.demand;
  v["special_share"] = percent(w.special, w.issue), v["fp32_share"] = percent(w.fp32, w.issue);
  v["integer_share"] = percent(w.int_add + w.int_mul + w.shift, w.issue);
  v["memory_share"] = percent(w.load_store, w.issue);
  v["inst_executed"] = w.issue + w.load_store, v["warps"] = p.warps, v["elapsed"] = in.prediction.time_s * 1e6;
  v["blocks"] = w.blocks, v["threads_per_block"] = w.threads_per_block;
  v["registers"] = p.registers, v["waves"] = in.prediction.waves;
}

}  // namespace

std::vector<std::pair<const Metric*, double>> compute(const profile::Profile& profile,
                                                      const device::DeviceSpec& device) {
  const model::Summary summary = model::summarise(profile);
  Inputs in{profile, device, model::demand(summary, device), {}, {}, 0};
  in.prediction = model::bounds(in.demand, device);
  in.traffic = model::traffic(summary, device, in.demand.occupancy);
  in.work_s = std::max(1e-12, in.prediction.time_s - device.launch_overhead_s);
  Values values;
  add_accesses(values, in);
  add_caches(values, in);
  add_utilisations(values, in);
  add_flow(values, in);
  std::vector<std::pair<const Metric*, double>> all;
  for (const Metric& metric : catalogue()) all.emplace_back(&metric, values[metric.name]);
  return all;
}

}  // namespace forewarp::counters
