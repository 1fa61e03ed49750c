// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::feature {
namespace {

constexpr double warp = 32;  // both tools are NVIDIA's

/// Reads counters and writes features; a feature whose counters are missing is not written.
class Reader {
 public:
  explicit Reader(const Counters& counters) : counters_(counters) {}

  [[nodiscard]] std::optional<double> operator[](std::string_view name) const {
    const auto at = counters_.find(name);
    return at == counters_.end() ? std::nullopt : std::optional(at->second);
  }
  [[nodiscard]] double or_zero(std::string_view name) const { return (*this)[name].value_or(0); }
  [[nodiscard]] double needed(std::string_view name) const {
    const auto value = (*this)[name];
    if (!value) throw InputError(fmt::format("counter '{}' is missing", name));
    return *value;
  }
  [[nodiscard]] std::optional<double> sum(std::initializer_list<std::string_view> names) const {
    std::optional<double> total;
    for (const auto name : names)
      if (const auto value = (*this)[name]) total = total.value_or(0) + *value;
    return total;
  }
  /// transactions over transactions per request
  [[nodiscard]] double requests(std::string_view transactions, std::string_view per_request) const {
    const double each = or_zero(per_request);
    return each > 0 ? or_zero(transactions) / each : 0;
  }

 private:
  const Counters& counters_;
};

void put(Features& f, std::string_view name, std::optional<double> value, double scale = 1) {
  if (value) f.set(name, *value * scale);
}

double share_caught(double asked, double missed) { return asked > 0 ? std::clamp(1 - missed / asked, 0.0, 1.0) : 0; }

void put_hit_rates(Features& f, double l1_asked, double l2_reads, double dram_reads) {
  f.set("l1_hit_rate", share_caught(l1_asked, l2_reads));
  f.set("l2_hit_rate", share_caught(l2_reads, dram_reads));
}

}  // namespace

Features features_from_nvprof(const Counters& counters) {
  const Reader c(counters);
  Features f;
  const double instructions = c.needed("inst_executed");
  const double lanes = warp * std::clamp(c["warp_execution_efficiency"].value_or(1), 1 / warp, 1.0);
  f.set("warp_instructions", instructions);
  put(f, "warps", c["warps"]);
  put(f, "fp32_instructions", c["inst_fp_32"], 1 / lanes);
  put(f, "fp64_instructions", c["inst_fp_64"], 1 / lanes);
  put(f, "int_add_instructions", c["inst_integer"], 1 / lanes);
  put(f, "special_instructions", c["flop_count_sp_special"], 1 / lanes);
  put(f, "branch_instructions", c["cf_executed"]);
  // Loads through the texture path have no request counter: a warp's four quads of lanes are one transaction each at
  // best, so eight transactions count as one request.
  double loads = c.requests("gld_transactions", "gld_transactions_per_request");
  if (loads == 0) loads = c.or_zero("tex_cache_transactions") / 8;
  const double stores = c.requests("gst_transactions", "gst_transactions_per_request");
  const double shared = c.requests("shared_load_transactions", "shared_load_transactions_per_request") +
                        c.requests("shared_store_transactions", "shared_store_transactions_per_request");
  f.set("global_load_requests", loads);
  f.set("shared_requests", shared);
  f.set("load_store_instructions", loads + stores + shared);
  put(f, "shared_wavefronts", c.sum({"shared_load_transactions", "shared_store_transactions"}));
  put(f, "l1_sectors", c["tex_cache_transactions"]);
  put(f, "l2_sectors", c.sum({"l2_read_transactions", "l2_write_transactions"}));
  put(f, "dram_traffic", c.sum({"dram_read_transactions", "dram_write_transactions"}), 32);
  put_hit_rates(f, c.or_zero("tex_cache_transactions"), c.or_zero("l2_read_transactions"),
                c.or_zero("dram_read_transactions"));
  put(f, "achieved_occupancy", c["achieved_occupancy"]);
  put(f, "ipc", c["executed_ipc"]);
  put(f, "sm_activity", c["sm_activity"]);
  put(f, "eligible_warps", c["eligible_warps_per_cycle"]);
  return f;
}

Features features_from_nsight(const Counters& counters) {
  const Reader c(counters);
  Features f;
  f.set("warp_instructions", c.needed("smsp__inst_executed.sum"));
  const double lanes = std::clamp(c["smsp__thread_inst_executed_per_inst_executed.ratio"].value_or(warp), 1.0, warp);
  const auto op = [&](std::string_view kind) {
    return c[fmt::format("smsp__sass_thread_inst_executed_op_{}_pred_on.sum", kind)];
  };
  put(f, "fp16_instructions", op("fp16"), 1 / lanes);
  put(f, "fp32_instructions", op("fp32"), 1 / lanes);
  put(f, "fp64_instructions", op("fp64"), 1 / lanes);
  put(f, "int_add_instructions", op("integer"), 1 / lanes);
  put(f, "convert_instructions", op("conversion"), 1 / lanes);
  put(f, "branch_instructions", op("control"), 1 / lanes);
  put(f, "load_store_instructions", op("memory"), 1 / lanes);
  put(f, "global_load_requests", c["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"]);
  put(f, "shared_wavefronts",
      c.sum({"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
             "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}));
  put(f, "l1_sectors", c["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"]);
  put(f, "l2_sectors", c.sum({"lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum"}));
  put(f, "dram_traffic", c.sum({"dram__sectors_read.sum", "dram__sectors_write.sum"}), 32);
  put_hit_rates(f, c.or_zero("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), c.or_zero("lts__t_sectors_op_read.sum"),
                c.or_zero("dram__sectors_read.sum"));
  put(f, "achieved_occupancy", c["sm__warps_active.avg.pct_of_peak_sustained_active"], 0.01);
  put(f, "elapsed_cycles", c["sm__cycles_elapsed.max"]);
  return f;
}

Features features_from_counters(const Counters& counters) {
  const bool nsight = std::any_of(counters.begin(), counters.end(),
                                  [](const auto& c) { return c.first.find("__") != std::string::npos; });
  return nsight ? features_from_nsight(counters) : features_from_nvprof(counters);
}

}  // namespace forewarp::feature
