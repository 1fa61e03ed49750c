// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/measured.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/counters/catalogue.hpp"

namespace forewarp::advise {
namespace {

using Maybe = std::optional<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double sectors_a_request = 16;  // 32 lanes of 16 bytes
constexpr double passes_a_request = 4;    // 512 bytes, 128 per pass

struct Resource {
  const char *term, *metric, *quantity;
};
// The term of the model, the metric of the catalogue (counters/catalogue.def, names of nvprof), and
// the quantity of quantities.hpp that share a meaning. fp16 and tensor have no quantity: no
// strategy asks for them.
constexpr std::array<Resource, 12> resources = {{
    {"dram", "dram_utilization", "dram_share"},
    {"l2", "l2_utilization", "l2_share"},
    {"l1", "tex_utilization", "l1_share"},
    {"shared", "shared_utilization", "shared_share"},
    {"load/store", "ldst_fu_utilization", "load_store_share"},
    {"fp32", "single_precision_fu_utilization", "fp32_share"},
    {"fp64", "double_precision_fu_utilization", "fp64_share"},
    {"fp16", "half_precision_fu_utilization", nullptr},
    {"special", "special_fu_utilization", "special_share"},
    {"tensor", "tensor_precision_fu_utilization", nullptr},
    {"int add", "integer_fu_utilization", "int_share"},
    {"issue", "issue_slot_utilization", "issue_share"},
}};

Maybe get(const Metrics& metrics, std::string_view name) {
  const auto at = metrics.find(name);
  return at == metrics.end() ? Maybe() : Maybe(at->second);
}

Maybe sum(Maybe a, Maybe b) { return a && b ? Maybe(*a + *b) : Maybe(); }
Maybe quotient(Maybe a, Maybe b) { return a && b && *b > 0 ? Maybe(*a / *b) : Maybe(); }
Maybe first_of(Maybe a, Maybe b) { return a ? a : b; }

double share_of_percent(double percent) { return std::clamp(percent / 100, 0.0, 1.0); }

Range fraction(Maybe value) { return value ? Range::exactly(std::clamp(*value, 0.0, 1.0)) : Range{0, 1}; }
Range percentage(Maybe value) { return value ? Range::exactly(share_of_percent(*value)) : Range{0, 1}; }

/// The least excess by an efficiency e alone (requested bytes over moved bytes). A request of at least 32 L bytes, L
/// the share of lanes at work, moves x / e sectors for x = bytes / 32 >= L, where ceil(x) are needed: x / (e ceil(x)),
/// which is least for x = L, or for x just above 1.
double min_excess(double efficiency, Maybe lanes) {
  return std::max(1.0, std::min(lanes.value_or(0), 0.5) / efficiency);
}

/// Sectors over the fewest, of loads ("gld") or stores ("gst"); exact where both sectors per
/// request t and the efficiency e (requested over moved bytes) are known, a range where only one
/// is:
///
///     t = 8, e = 50 %     8 / max(8 * 0.5, 1) = 2       half of the moved bytes were requested
///     t = 32 alone        from 32/16 = 2 to 32           16 sectors are the most that a request can need
///     t = 8 alone         from 1 to 8                    may be ideal for 8 bytes per lane
///     e = 50 % alone      from 1 to 2                    lanes that are idle request no bytes either
Range excess(const Metrics& m, const std::string& kind) {
  const Maybe requests = get(m, kind + "_requests"), efficiency = get(m, kind + "_efficiency");
  const Maybe sectors =
      first_of(get(m, kind + "_transactions_per_request"), quotient(get(m, kind + "_transactions"), requests));
  if ((requests && *requests == 0) || (sectors && *sectors == 0)) return Range::exactly(1);
  if (sectors && efficiency)
    return Range::exactly(std::max(1.0, *sectors / std::max(*sectors * *efficiency / 100, 1.0)));
  if (sectors) return {std::max(1.0, *sectors / sectors_a_request), std::max(1.0, *sectors)};
  if (efficiency && *efficiency > 0) {
    const Maybe lanes = get(m, "warp_execution_efficiency");
    const double share = *efficiency / 100;
    return {min_excess(share, lanes ? Maybe(share_of_percent(*lanes)) : Maybe()), std::max(1.0, 1 / share)};
  }
  return Range::at_least(1);
}

Maybe passes(const Metrics& m) { return sum(get(m, "shared_load_transactions"), get(m, "shared_store_transactions")); }

/// Passes of shared memory over those without conflicts: 3000 passes with 1000 conflicts give
/// 3000/2000 = 1.5. Where conflicts were not counted, an efficiency bounds the excess from above
/// and passes per request bound it from below (four passes are what a request of 16 bytes per lane
/// needs anyway).
Range conflict_excess(const Metrics& m) {
  const Maybe all = passes(m), conflicts = get(m, "shared_bank_conflicts");
  if ((all && *all == 0) || (conflicts && *conflicts == 0)) return Range::exactly(1);
  if (all && conflicts && *conflicts < *all) return Range::exactly(*all / (*all - *conflicts));
  Range r = Range::at_least(1);
  if (const Maybe efficiency = get(m, "shared_efficiency"); efficiency && *efficiency > 0)
    r.high = std::max(1.0, 100 / *efficiency);
  const Maybe load = get(m, "shared_load_transactions_per_request"),
              store = get(m, "shared_store_transactions_per_request");
  if (!load || !store) return r;
  // A mean over loads and stores lies between the two; a kind that is not used says nothing.
  const double least = *load == 0 ? *store : *store == 0 ? *load : std::min(*load, *store);
  r.high = std::min(r.high, std::max({1.0, *load, *store}));
  r.low = std::min(r.high, std::max(1.0, least / passes_a_request));
  return r;
}

/// Throughput in GB/s times the time in us, in sectors of 32 bytes: 10 GB/s for 100 us are 1 MB, 31
/// 250 sectors.
Range local_sectors(const Metrics& m) {
  const Maybe rate = get(m, "local_throughput"), elapsed = get(m, "elapsed");
  if (!rate) return Range::at_least(0);
  if (*rate == 0) return Range::exactly(0);
  return elapsed ? Range::exactly(*rate * 1e9 * *elapsed * 1e-6 / 32) : Range::at_least(1);
}

Range shared_per_load(const Metrics& m) {
  const Maybe device_requests = sum(get(m, "gld_requests"), get(m, "gst_requests")), all = passes(m);
  if (all && *all == 0) return Range::exactly(0);
  const Maybe most = quotient(all, device_requests);
  return most ? Range{0, *most} : Range::at_least(0);
}

double warps_of(double threads, double warp_size) { return std::max(1.0, std::ceil(threads / warp_size)); }

/// The profiler's efficiency counts lanes that have no thread as idle. A block of 48 threads fills
/// 48 of 64 lanes, so 75 % is all it can reach; divided by that share, it is 100 % here: nothing
/// diverges.
Range active_lanes(const Metrics& m, double warp_size) {
  const Maybe efficiency = get(m, "warp_execution_efficiency"), threads = get(m, "threads_per_block");
  if (!efficiency) return {0, 1};
  const double lanes = share_of_percent(*efficiency);
  if (!threads || *threads < 1) return {lanes, 1};
  return Range::exactly(std::min(1.0, lanes * warps_of(*threads, warp_size) * warp_size / *threads));
}

Range occupancy(const Metrics& m) {
  if (const Maybe theoretical = get(m, "theoretical_occupancy")) return fraction(theoretical);
  return {fraction(get(m, "achieved_occupancy")).low, 1};
}

/// From warps and occupancy where the profiler does not say: 10 240 warps on 80 SMs of 64 warps at
/// an occupancy of 0.5 are 10 240 / (80 * 64 * 0.5) = 4 waves.
Range waves(const Metrics& m, const device::DeviceSpec& d) {
  if (const Maybe said = get(m, "waves")) return Range::exactly(*said);
  const Maybe warps = get(m, "warps");
  const double most = double(d.sms) * d.max_warps;
  if (!warps || !(most > 0)) return Range::at_least(0);
  const Range of = occupancy(m);
  return {*warps / (most * of.high), of.low > 0 ? *warps / (most * of.low) : infinity};
}

void add_launch(Ranges& all, const Metrics& m, const device::DeviceSpec& d) {
  const Maybe threads = get(m, "threads_per_block"), blocks = get(m, "blocks"), registers = get(m, "registers");
  const double warp = d.warp_size;
  all["blocks"] = blocks ? Range::exactly(*blocks) : Range::at_least(0);
  all["threads_per_block"] = threads ? Range::exactly(*threads) : Range::at_least(0);
  all["registers"] = registers ? Range::exactly(*registers) : Range::at_least(0);
  if (threads && *threads >= 1) all["partial_warps"] = Range::exactly(1 - *threads / (warp * warps_of(*threads, warp)));
  all["occupancy"] = occupancy(m), all["achieved_occupancy"] = fraction(get(m, "achieved_occupancy"));
  all["waves"] = waves(m, d);
  all["compute_capability"] = Range::exactly(d.compute_capability);
  all["l1_hit"] = percentage(get(m, "global_hit_rate")), all["l2_hit"] = percentage(get(m, "l2_tex_hit_rate"));
}

void add_times(Ranges& all, const Metrics& m, const device::DeviceSpec& d) {
  for (const Resource& r : resources)
    if (r.quantity) all[r.quantity] = percentage(get(m, r.metric));
  const Maybe elapsed = get(m, "elapsed");
  all["launch_share"] =
      elapsed && *elapsed > 0 ? Range::exactly(std::min(1.0, d.launch_overhead_s / (*elapsed * 1e-6))) : Range{0, 1};
  const std::optional<Limiter> bound = limiter(m, d.launch_overhead_s);
  for (const Bound b : {Bound::memory, Bound::compute, Bound::latency, Bound::launch})
    all[std::string(name_of(b)) + "_bound"] = bound ? Range::exactly(bound->bound == b ? 1 : 0) : Range{0, 1};
  // An empty kernel's time and this one's are all it takes.
  all["launch_bound"] = elapsed ? Range::exactly(bound && bound->bound == Bound::launch ? 1 : 0) : Range{0, 1};
  if (bound && bound->bound != Bound::launch) all["busiest"] = Range::exactly(bound->share);
}

}  // namespace

/// The busiest resource that was measured. Below saturation the answer is latency only if no
/// unmeasured resource could be busier; otherwise there is no answer, which is better than a wrong
/// one.
std::optional<Limiter> limiter(const Metrics& metrics, double launch_overhead_s) {
  const Maybe elapsed = get(metrics, "elapsed");
  if (elapsed && launch_overhead_s > 0.5 * *elapsed * 1e-6)
    return Limiter{Bound::launch, "launch", std::min(1.0, launch_overhead_s / std::max(1e-12, *elapsed * 1e-6))};
  const Resource* most = nullptr;
  double share = -1;
  for (const Resource& r : resources) {
    const Maybe busy = get(metrics, r.metric);
    if (!busy || *busy / 100 <= share) continue;
    most = &r, share = *busy / 100;
  }
  if (!most) return std::nullopt;
  share = std::min(1.0, share);
  if (share >= saturated)
    return Limiter{is_memory_term(most->term) ? Bound::memory : Bound::compute, most->term, share};
  if (!unmeasured(metrics).empty()) return std::nullopt;
  return Limiter{Bound::latency, most->term, share};
}

std::vector<std::string> unmeasured(const Metrics& metrics) {
  std::vector<std::string> names;
  for (const char* needed : {"dram_utilization", "l2_utilization", "issue_slot_utilization"})
    if (!get(metrics, needed)) names.emplace_back(needed);
  return names;
}

Ranges ranges(const Metrics& m, const device::DeviceSpec& device) {
  Ranges all;
  for (const Quantity& q : quantities({})) all[q.name] = Range::at_least(0);
  all["load_excess"] = excess(m, "gld"), all["store_excess"] = excess(m, "gst");
  all["conflict_excess"] = conflict_excess(m);
  all["warp_spread"] = Range::at_least(1);
  all["reload"] = Range::at_least(1), all["narrow_share"] = {0, 1};
  all["request_share"] = {0, 1};
  all["used_bytes"] = {0, 1};
  all["local_sectors"] = local_sectors(m), all["shared_per_load"] = shared_per_load(m);
  all["active_lanes"] = active_lanes(m, device.warp_size);
  all["branch_efficiency"] = percentage(get(m, "branch_efficiency"));
  add_launch(all, m, device);
  add_times(all, m, device);
  return all;
}

std::vector<std::string> metrics_for(std::string_view quantity) {
  static const std::map<std::string_view, std::vector<std::string>> told = {
      {"load_excess", {"gld_transactions_per_request", "gld_efficiency"}},
      {"store_excess", {"gst_transactions_per_request", "gst_efficiency"}},
      {"conflict_excess", {"shared_bank_conflicts", "shared_load_transactions", "shared_store_transactions"}},
      {"local_sectors", {"local_throughput"}},
      {"active_lanes", {"warp_execution_efficiency", "threads_per_block"}},
      {"branch_efficiency", {"branch_efficiency"}},
      {"occupancy", {"theoretical_occupancy"}},
      {"achieved_occupancy", {"achieved_occupancy"}},
      {"waves", {"waves"}},
      {"blocks", {"blocks"}},
      {"threads_per_block", {"threads_per_block"}},
      {"partial_warps", {"threads_per_block"}},
      {"registers", {"registers"}},
      {"l1_hit", {"global_hit_rate"}},
      {"l2_hit", {"l2_tex_hit_rate"}},
      {"launch_share", {"elapsed"}},
      {"launch_bound", {"elapsed"}},
      {"memory_bound", {"dram_utilization", "l2_utilization", "issue_slot_utilization"}},
      {"compute_bound", {"dram_utilization", "l2_utilization", "issue_slot_utilization"}},
      {"latency_bound", {"dram_utilization", "l2_utilization", "issue_slot_utilization"}},
      {"busiest", {"dram_utilization", "l2_utilization", "issue_slot_utilization"}},
  };
  for (const Resource& r : resources)
    if (r.quantity && r.quantity == quantity) return {r.metric};
  const auto at = told.find(quantity);
  return at == told.end() ? std::vector<std::string>{} : at->second;
}

}  // namespace forewarp::advise
