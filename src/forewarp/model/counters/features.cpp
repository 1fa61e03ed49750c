// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "forewarp/model/bounds/feature_demand.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::counters {
namespace {

using feature::Features;

constexpr double warp = 32;  // both tools are NVIDIA's
constexpr double sector_bytes = 32;

/// The metrics of one launch by the catalogue's names.
class Reader {
 public:
  explicit Reader(const Metrics& metrics) : metrics_(metrics) {}

  [[nodiscard]] std::optional<double> operator[](std::string_view name) const {
    FOREWARP_ASSERT(find_metric(name) != nullptr, "a prediction reads metrics of the catalogue only");
    const auto at = metrics_.find(name);
    return at == metrics_.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] double or_zero(std::string_view name) const { return (*this)[name].value_or(0); }
  [[nodiscard]] std::optional<double> sum(std::string_view a, std::string_view b) const {
    const auto first = (*this)[a], second = (*this)[b];
    return first || second ? std::optional(first.value_or(0) + second.value_or(0)) : std::nullopt;
  }
  /// As counted, or transactions over transactions per request.
  [[nodiscard]] double requests(std::string_view transactions, std::string_view per_request) const {
    const double each = or_zero(per_request);
    return each > 0 ? or_zero(transactions) / each : 0;
  }

 private:
  const Metrics& metrics_;
};

void put(Features& f, std::string_view name, std::optional<double> value, double scale = 1) {
  if (value) f.set(name, *value * scale);
}

/// Hit rate of a cache from what it was asked and what it passed on: 100 sectors asked, 30 passed
/// on: 0.7.
double share_caught(double asked, double missed) { return asked > 0 ? std::clamp(1 - missed / asked, 0.0, 1.0) : 0; }

/// Mean number of lanes at work per instruction, at least one: 75 % of a warp are 24.
double active_lanes(const Reader& m) {
  if (const auto lanes = m["threads_per_instruction"]) return std::clamp(*lanes, 1.0, warp);
  return warp * std::clamp(m["warp_execution_efficiency"].value_or(100) / 100, 1 / warp, 1.0);
}

/// Profilers count operations of threads, the model takes instructions of warps: 3.2 million
/// additions at 32 active lanes are 100 000 instructions.
void put_instructions(Features& f, const Reader& m, double lanes) {
  put(f, "fp16_instructions", m["inst_fp_16"], 1 / lanes);
  put(f, "fp32_instructions", m["inst_fp_32"], 1 / lanes);
  put(f, "fp64_instructions", m["inst_fp_64"], 1 / lanes);
  put(f, "int_add_instructions", m["inst_integer"], 1 / lanes);
  put(f, "special_instructions", m["flop_count_sp_special"], 1 / lanes);
  put(f, "convert_instructions", m["inst_bit_convert"], 1 / lanes);
  if (const auto of_warps = m["cf_executed"])
    f.set("branch_instructions", *of_warps);
  else
    put(f, "branch_instructions", m["inst_control"], 1 / lanes);
}

/// Where a profiler counts no loads and stores of threads, requests follow from transactions per request.
void put_requests(Features& f, const Reader& m, double lanes) {
  if (const auto memory = m["inst_compute_ld_st"]) {
    f.set("load_store_instructions", *memory / lanes);
    put(f, "global_load_requests", m["gld_requests"]);
    return;
  }
  // Loads through the texture path have no request counter. A quad of four lanes is one transaction
  // at best, so the eight quads of a warp stand for one request.
  double loads = m["gld_requests"].value_or(m.requests("gld_transactions", "gld_transactions_per_request"));
  if (loads == 0) loads = m.or_zero("tex_cache_transactions") / 8;
  const double stores = m["gst_requests"].value_or(m.requests("gst_transactions", "gst_transactions_per_request"));
  const double shared = m.requests("shared_load_transactions", "shared_load_transactions_per_request") +
                        m.requests("shared_store_transactions", "shared_store_transactions_per_request");
  f.set("global_load_requests", loads);
  f.set("shared_requests", shared);
  f.set("load_store_instructions", loads + stores + shared);
}

void put_traffic(Features& f, const Reader& m) {
  put(f, "shared_wavefronts", m.sum("shared_load_transactions", "shared_store_transactions"));
  const auto texture = m["tex_cache_transactions"];
  const auto l1_sectors = texture ? texture : m["gld_transactions"];
  put(f, "l1_sectors", l1_sectors);
  put(f, "l2_sectors", m.sum("l2_read_transactions", "l2_write_transactions"));
  if (const auto sectors = m.sum("dram_read_transactions", "dram_write_transactions"))
    f.set("dram_traffic", *sectors * sector_bytes);
  else
    put(f, "dram_traffic", m.sum("dram_read_bytes", "dram_write_bytes"));
  const double l2_reads = m.or_zero("l2_read_transactions");
  const double dram_reads = m["dram_read_transactions"].value_or(m.or_zero("dram_read_bytes") / sector_bytes);
  f.set("l1_hit_rate", share_caught(l1_sectors.value_or(0), l2_reads));
  f.set("l2_hit_rate", share_caught(l2_reads, dram_reads));
}

/// A metric that is read, others that serve as well, and what happens without any of them.
struct Wanted {
  std::array<std::string_view, 4> any_of;
  std::string_view meaning;
};

constexpr std::string_view full_warps = "all lanes of each warp are taken to be active";
constexpr std::string_view as_integers = "these instructions are taken to be integer or single-precision ones";
constexpr std::string_view no_time = "takes no time in the prediction, which may be too low";
constexpr std::string_view by_occupancy =
    "blocks per SM follow from the achieved occupancy, or from the block size alone";

// What is missing is never silently replaced: each gap becomes a note of the answer, in these
// words.
constexpr std::array<Wanted, 12> wanted = {
    {{{"threads_per_instruction", "warp_execution_efficiency"}, full_warps},
     {{"inst_fp_32"}, as_integers},
     {{"inst_fp_64"}, as_integers},
     {{"inst_integer"}, as_integers},
     {{"inst_control", "cf_executed"}, as_integers},
     {{"inst_compute_ld_st", "gld_requests", "gld_transactions_per_request", "tex_cache_transactions"},
      "loads and stores are taken to be arithmetic"},
     {{"gld_requests", "gld_transactions_per_request", "tex_cache_transactions"},
      "no warp waits for a load from global memory: the prediction may be too low"},
     {{"shared_load_transactions"}, no_time},
     {{"gld_transactions", "tex_cache_transactions"}, no_time},
     {{"l2_read_transactions"}, no_time},
     {{"dram_read_transactions", "dram_read_bytes"}, no_time},
     {{"registers"}, by_occupancy}}};

/// The grid or block where only its size is known.
launch::Dim3 extent(const std::optional<launch::Dim3>& stated, const Metrics& metrics, std::string_view metric,
                    std::string_view option) {
  if (stated) return *stated;
  const auto at = metrics.find(metric);
  if (at == metrics.end())
    throw InputError(fmt::format("the file has no launch shape ({}): give {}", find_metric(metric)->nsight, option));
  if (!(at->second >= 1) || at->second > std::numeric_limits<std::uint32_t>::max())
    throw InputError(fmt::format("'{}' is {}, which no launch has", find_metric(metric)->nsight, at->second));
  return {static_cast<std::uint32_t>(at->second), 1, 1};
}

}  // namespace

Features features_of(const Metrics& metrics) {
  const Reader m(metrics);
  const auto instructions = m["inst_executed"];
  if (!instructions)
    throw InputError(fmt::format("no instruction counts: '{}' of Nsight Compute, 'inst_executed' of nvprof",
                                 find_metric("inst_executed")->nsight));
  Features f;
  const double lanes = active_lanes(m);
  f.set("warp_instructions", *instructions);
  put_instructions(f, m, lanes);
  put_requests(f, m, lanes);
  put_traffic(f, m);
  put(f, "achieved_occupancy", m["achieved_occupancy"]);
  put(f, "registers_per_thread", m["registers"]);
  put(f, "shared_bytes_per_cta", m.sum("static_shared_bytes", "dynamic_shared_bytes"));
  return f;
}

std::vector<Gap> gaps(const Metrics& metrics) {
  std::vector<Gap> all;
  for (const Wanted& one : wanted)
    if (std::ranges::none_of(one.any_of, [&](std::string_view name) { return metrics.contains(name); }))
      all.push_back({one.any_of.front(), one.meaning});
  return all;
}

/// What the user states about the launch overrides what the file says: files often lack the shape,
/// or have the total number of threads only. Without it, one dimension is assumed, which no feature
/// depends on.
model::Prediction predict(const Metrics& metrics, const LaunchShape& shape, const device::DeviceSpec& device,
                          const model::Model& model) {
  Features features = features_of(metrics);
  launch::Launch launch;
  launch.grid = extent(shape.grid, metrics, "blocks", "--grid");
  launch.block = extent(shape.block, metrics, "threads_per_block", "--block");
  if (shape.registers > 0) features.set("registers_per_thread", shape.registers);
  if (shape.shared_bytes) features.set("shared_bytes_per_cta", static_cast<double>(*shape.shared_bytes));
  return model.predict(model::demand_from(features, launch, device), device);
}

}  // namespace forewarp::counters
