// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Metrics that follow from others, so that what one profiler counts and another does not can be used together: nvprof
/// has the requested throughput, Nsight Compute the efficiency it follows from; older files have counts where
/// newer ones have counts per request.
///
///     product    gld_requested_throughput = gld_throughput gld_efficiency / 100
///     quotient   gld_transactions_per_request = gld_transactions / gld_requests
///     rate       dram_read_throughput = 32 B dram_read_transactions / elapsed
///
///     share      fp32_share = inst_fp_32 / (active lanes inst_executed); also of integers, loads and stores, special
///                functions; active lanes as counted, or from warp_execution_efficiency
///     passes     shared_efficiency = 1 - shared_bank_conflicts / (load and store transactions)
///
/// A factor is worked out of a product too: gld_efficiency of the two throughputs.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/table/table.hpp"

namespace forewarp::counters {

/// result = factor * first * second, or factor * first / second.
struct Formula {
  std::string_view result, first;
  char operation;
  std::string_view second;
  double factor;
};
[[nodiscard]] std::span<const Formula> formulas();
/// One row; NaN where an operand is missing or nothing was divided by.
[[nodiscard]] double value_of(const Formula& formula, double first, double second);

/// Adds the columns that are missing and follow from those that are there (our names); holes stay holes. Their names.
std::vector<std::string> derive(table::Table& table);

}  // namespace forewarp::counters
