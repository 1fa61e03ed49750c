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
  return derived;
}

}  // namespace forewarp::counters
