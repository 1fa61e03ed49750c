// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The advice against measured times: configurations of two tuned kernels, measured by others on four boards, that
/// differ in one tuning parameter. Which parameter is which strategy of data/strategies:
///
///     gemm         SA, SB    0 to 1        a tile of A or of B goes to shared memory     S20 or S100
///     gemm         VWM, VWN  1 to 2, 4     vectors along M or N                          F1
///     convolution  use_padding  0 to 1     padded rows of the tile in shared memory      S30
///
/// S20 and S100 both end in a tile in shared memory; which is advised depends on how often the data are loaded again.
/// No other parameter is one strategy: block and tile sizes change occupancy, reuse and unrolling at once. use_padding
/// counts only where the kernel's own condition inserts columns, elsewhere the two configurations are the same code.
///
/// A pair is one that all four boards measured, so that each configuration is compiled and emulated once.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "papers/zigon2020/pairs.hpp"

namespace forewarp::papers::zigon2020 {

using Configuration = std::map<std::string, std::int64_t>;  ///< tuning parameters, which are the kernel's macros
using MeasuredTimes = std::map<Configuration, double>;      ///< ms

/// "SA=0 VWM=1".
[[nodiscard]] std::string text_of(const Configuration& configuration);
/// The column ms and the parameters beside it. Throws InputError for a table without ms.
[[nodiscard]] MeasuredTimes measured_times(const Table& table);

/// A change of one tuning parameter that is one strategy applied.
struct Change {
  std::string kernel, parameter;  ///< kernel: the folder below tuning/
  std::int64_t from = 0;
  std::vector<std::int64_t> to;
  std::vector<std::string> strategies;  ///< any of them is right
  /// Whether the change alters the code of this configuration; null: always.
  bool (*alters)(const Configuration& before) = nullptr;
};
[[nodiscard]] const std::vector<Change>& changes();
/// Whether the convolution's use_padding inserts columns, by the condition in its source.
[[nodiscard]] bool padding_inserts_columns(const Configuration& configuration);

struct ConfigurationPair {
  Configuration before, after;
};
/// All pairs of that change of which every board has both times, in the order of the configurations before.
[[nodiscard]] std::vector<ConfigurationPair> pairs_of(const std::vector<MeasuredTimes>& boards, const Change& change);

/// One pair on one board.
struct TunedPair {
  const Change* change = nullptr;
  std::string device;
  ConfigurationPair pair;
  double measured = 0;  ///< gain: ms before over ms after
  PairResult advice;    ///< of the launch before
};

/// A row for each pair, and a row for each parameter over all boards.
[[nodiscard]] ResultTable table_of(const std::vector<TunedPair>& pairs);
[[nodiscard]] ResultTable summary_of(const std::vector<TunedPair>& pairs);
/// The claims of forewarp reproduce about these pairs. Empty for no pairs.
[[nodiscard]] std::vector<Score> scores_of(const std::vector<TunedPair>& pairs);

/// count pairs of each change on every board, drawn with a fixed seed.
[[nodiscard]] Reproduction measured(const Options& options, const std::vector<Change>& changes, std::size_t count);
/// All changes, eight pairs each.
[[nodiscard]] Reproduction measured(const Options& options);

}  // namespace forewarp::papers::zigon2020
