// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Hardware counters, by the names nvprof (Kepler to Pascal) and Nsight Compute (Volta on) give them, as features.
///
/// Only counts of work are read. What is time in another unit (elapsed cycles, throughputs, percentages of a peak over
/// the elapsed time, instructions per cycle) becomes a feature marked proxy_of_time or is left alone.
#include <map>
#include <string>

#include "forewarp/model/feature/features.hpp"

namespace forewarp::feature {

/// Counter name -> value, one launch, summed over the device.
using Counters = std::map<std::string, double, std::less<>>;

/// nvprof: inst_executed, inst_fp_32, inst_integer, inst_fp_64, flop_count_sp_special, cf_executed,
/// warp_execution_efficiency, {gld,gst}_transactions[_per_request], shared_{load,store}_transactions[_per_request],
/// tex_cache_transactions, l2_{read,write}_transactions, dram_{read,write}_transactions, achieved_occupancy.
/// Throws InputError naming inst_executed when that is missing; others that are missing give no feature.
[[nodiscard]] Features features_from_nvprof(const Counters& counters);

/// Nsight Compute: smsp__inst_executed.sum, smsp__sass_thread_inst_executed_op_*_pred_on.sum,
/// l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum, l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}.sum,
/// lts__t_sectors_op_{read,write}.sum, dram__sectors_{read,write}.sum, ... Throws InputError naming
/// smsp__inst_executed.sum when that is missing.
[[nodiscard]] Features features_from_nsight(const Counters& counters);

/// One of the two, distinguished by the names.
[[nodiscard]] Features features_from_counters(const Counters& counters);

}  // namespace forewarp::feature
