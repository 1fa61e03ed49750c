// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Figures of a device from what was measured on it (rows.hpp), by the definitions of the files that ship:
///
///     latencies         median of the chase where the data set is between two levels: up to half of L1; 0.15 to 0.4 of
///                       L2; 4 L2 to 0.6 of the cache behind it; 1.3 times all caches to 128 MiB, beyond which a chase
///                       measures address translation, too. Those behind L2 are constant in ns
///     bandwidths        median of the reads up to 0.75 of L1, of 0.35 to 0.65 of L2, of 4 L2 to 0.8 of the next cache
///     dram_share        copies of more than four times what caches hold, the best block size, median over sizes; or
///                       scale with blocks of the largest sizes. _high: the best of init and read; _low: as far below
///                       as in the base
///     blocks_per_cycle  slope of the time over the number of blocks of one warp, where larger blocks are faster
///     turnaround        with which the model predicts the time of init with 64 threads per block; where blocks wait
///     for
///                       their stores (the base has block_store_cycles) that of read, and then the stores from init
///     dram_latency      without a chase: with which the model predicts read with 64 threads per block
///     launch overheads  the smallest launch with 256 threads per block less what the model predicts of the kernel
///
/// What has too few rows, is not flat or contradicts other rows is not fitted, and the reason is given.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/measure/figures/rows.hpp"
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::figures {

struct FittedFigure {
  std::string key = {};              ///< of the device file
  double now = 0;                    ///< of the base, in the file's unit; 0 where it has none
  std::optional<double> value = {};  ///< nothing: not determined, for the reason
  std::string reason = {};
  unsigned rows = 0;
  double low = 0, high = 0;  ///< what single rows give
  double residual = 0;       ///< median of |what a row gives / value - 1|
  std::string source = {};   ///< as in the file
};

/// Share of the DRAM peak that a kernel of stream.csv reaches with its best block size.
struct MixShare {
  std::string kernel;
  double written = 0;  ///< of the bytes
  double share = 0;
  unsigned rows = 0;
};

/// Relative errors of predicted times of stream.csv, without the rows from which figures were fitted.
struct StreamCheck {
  unsigned rows = 0, left_out = 0;
  double base_median = 0, base_q90 = 0, median = 0, q90 = 0;
};

struct Fit {
  device::DeviceSpec device;  ///< the base with the fitted figures and their sources
  std::vector<FittedFigure> figures;
  std::vector<MixShare> mixes;
  std::optional<StreamCheck> check;  ///< nothing without rows of stream.csv
};

struct FitOptions {
  std::string measured_by = {};  ///< for the sources: who measured it, and when
  std::string date = {};         ///< in place of the dates of the files
};

/// Throws InputError for a base without caches or peaks that the definitions need; as StreamTimes.
[[nodiscard]] Fit fit(const device::DeviceSpec& base, const BoardRows& rows, const FitOptions& options = {});

}  // namespace forewarp::figures
