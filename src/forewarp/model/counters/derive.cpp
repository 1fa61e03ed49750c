// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/derive.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "forewarp/model/counters/catalogue.hpp"

namespace forewarp::counters {
namespace {

/// Bytes of a sector over microseconds, in GB/s: 32 B / 1 us = 0.032 GB/s.
constexpr double sectors_over_us = 32e-3;

// In this order and once: a formula may use what an earlier one has derived. Each relation stands
// in all directions that are useful, because profilers differ in which of three related metrics
// they report. A division by zero gives NaN, which is a missing value in a table.
constexpr std::array<Formula, 14> all = {
    {{"gld_requested_throughput", "gld_throughput", '*', "gld_efficiency", 0.01},
     {"gst_requested_throughput", "gst_throughput", '*', "gst_efficiency", 0.01},
     {"gld_efficiency", "gld_requested_throughput", '/', "gld_throughput", 100},
     {"gst_efficiency", "gst_requested_throughput", '/', "gst_throughput", 100},
     {"gld_transactions_per_request", "gld_transactions", '/', "gld_requests", 1},
     {"gst_transactions_per_request", "gst_transactions", '/', "gst_requests", 1},
     {"gld_transactions", "gld_transactions_per_request", '*', "gld_requests", 1},
     {"gst_transactions", "gst_transactions_per_request", '*', "gst_requests", 1},
     {"dram_read_throughput", "dram_read_transactions", '/', "elapsed", sectors_over_us},
     {"dram_write_throughput", "dram_write_transactions", '/', "elapsed", sectors_over_us},
     {"l2_read_throughput", "l2_read_transactions", '/', "elapsed", sectors_over_us},
     {"l2_write_throughput", "l2_write_transactions", '/', "elapsed", sectors_over_us},
     {"dram_read_transactions", "dram_read_throughput", '*', "elapsed", 1 / sectors_over_us},
     {"dram_write_transactions", "dram_write_throughput", '*', "elapsed", 1 / sectors_over_us}}};

/// Instructions of threads, and the share of a warp's instructions that they are.
struct Share {
  std::string_view result, threads;
};
constexpr std::array<Share, 4> shares = {{{"fp32_share", "inst_fp_32"},
                                          {"integer_share", "inst_integer"},
                                          {"memory_share", "inst_compute_ld_st"},
                                          {"special_share", "flop_count_sp_special"}}};

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// A column or none.
const table::Table::Numbers* column(const table::Table& table, std::string_view name) {
  return table.has(name) ? &table.numbers(name) : nullptr;
}

void add(table::Table& table, std::string_view result, table::Table::Numbers values,
         std::vector<std::string>& derived) {
  derived.emplace_back(result);
  table.add(derived.back(), std::move(values), std::string(find_metric(result)->unit));
}

/// 3200 additions of threads at 16 active lanes in 1000 warp instructions: 200 of them, 20 %.
void derive_shares(table::Table& table, std::vector<std::string>& derived) {
  const auto* executed = column(table, "inst_executed");
  const auto* lanes = column(table, "threads_per_instruction");
  const auto* efficiency = column(table, "warp_execution_efficiency");
  if (executed == nullptr || (lanes == nullptr && efficiency == nullptr)) return;
  const table::Table::Numbers warps = *executed;  // a new column may move the others
  table::Table::Numbers active;
  for (std::size_t i = 0; i < warps.size(); ++i) active.push_back(lanes ? (*lanes)[i] : 0.32 * (*efficiency)[i]);
  for (const Share& share : shares) {
    const auto* threads = column(table, share.threads);
    if (threads == nullptr || table.has(share.result)) continue;
    table::Table::Numbers values;
    for (std::size_t i = 0; i < warps.size(); ++i)
      values.push_back(warps[i] * active[i] > 0 ? 100 * (*threads)[i] / (active[i] * warps[i]) : missing);
    add(table, share.result, std::move(values), derived);
  }
}

/// 300 passes more than without conflicts, of 400: 25 % efficient. Without any access 0, as nvprof has it.
void derive_shared_efficiency(table::Table& table, std::vector<std::string>& derived) {
  const auto* conflicts = column(table, "shared_bank_conflicts");
  const auto* loads = column(table, "shared_load_transactions");
  const auto* stores = column(table, "shared_store_transactions");
  if (table.has("shared_efficiency") || conflicts == nullptr || loads == nullptr || stores == nullptr) return;
  table::Table::Numbers values;
  for (std::size_t i = 0; i < conflicts->size(); ++i) {
    const double passes = (*loads)[i] + (*stores)[i];
    values.push_back(passes > 0 ? 100 * (1 - (*conflicts)[i] / passes) : passes == 0 ? 0 : missing);
  }
  add(table, "shared_efficiency", std::move(values), derived);
}

}  // namespace

std::span<const Formula> formulas() { return all; }

double value_of(const Formula& formula, double first, double second) {
  if (formula.operation == '*') return formula.factor * first * second;
  return second == 0 ? std::numeric_limits<double>::quiet_NaN() : formula.factor * first / second;
}

std::vector<std::string> derive(table::Table& table) {
  std::vector<std::string> derived;
  for (const Formula& f : all) {
    if (table.has(f.result) || !table.has(f.first) || !table.has(f.second)) continue;
    const auto& first = table.numbers(f.first);
    const auto& second = table.numbers(f.second);
    table::Table::Numbers values;
    for (std::size_t i = 0; i < first.size(); ++i) values.push_back(value_of(f, first[i], second[i]));
    derived.emplace_back(f.result);
    table.add(derived.back(), std::move(values), std::string(find_metric(f.result)->unit));
  }
  derive_shares(table, derived);
  derive_shared_efficiency(table, derived);
  return derived;
}

}  // namespace forewarp::counters
