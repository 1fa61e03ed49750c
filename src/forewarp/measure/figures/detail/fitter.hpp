// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the parts of fit() share: the device as far as it is fitted, and how a figure is taken or left.
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/measure/figures/fit.hpp"
#include "forewarp/measure/figures/stream_times.hpp"

namespace forewarp::figures::detail {

/// Rows of one file that determine a figure: what each gives, and its line. Without values the figure follows from
/// another one; a file of MT4G has no lines.
struct Evidence {
  const DataFile* file = nullptr;
  std::vector<double> values = {};
  std::vector<std::uint32_t> lines = {};

  void add(double value, std::uint32_t line);
};

class Fitter {
 public:
  Fitter(const device::DeviceSpec& base, const BoardRows& rows, const FitOptions& options);

  [[nodiscard]] const device::DeviceSpec& device() const { return result_.device; }
  [[nodiscard]] const BoardRows& rows() const { return rows_; }
  StreamTimes& times() { return times_; }
  [[nodiscard]] Fit& result() { return result_; }

  /// The figure from now on, to three digits; the definition ends its source, which begins with "estimated" where the
  /// definition does.
  void take(std::string_view key, double value, const Evidence& evidence, std::string_view definition);
  /// Stays as in the base.
  void leave(std::string_view key, std::string reason);
  /// The median of the values if there are three of them and nine in ten are within 15 % of each other, else left.
  void take_plateau(std::string_view key, const Evidence& evidence, std::string_view definition);

  /// The lines of stream.csv from which a figure was fitted.
  std::set<std::uint32_t> used_stream_lines = {};

 private:
  [[nodiscard]] double now(std::string_view key) const;
  [[nodiscard]] std::string source_of(const Evidence& evidence, std::string_view definition) const;

  const BoardRows& rows_;
  FitOptions options_;
  device::DeviceSpec base_;
  StreamTimes times_;
  Fit result_;
};

/// The clock that the model runs the device at.
[[nodiscard]] double clock_of(const device::DeviceSpec& device);
/// Where time_s, which grows with its argument, is `wanted`; nothing outside of [low, high].
[[nodiscard]] std::optional<double> where_equal(double wanted, double low, double high,
                                                const std::function<double(double)>& time_s);
/// "latency.csv has no rows of A40"; "no latency.csv".
[[nodiscard]] std::string no_rows_in(const char* file, const DataFile& read, const std::string& board);

void fit_latencies(Fitter& fitter);
void fit_cache_bandwidths(Fitter& fitter);
void fit_dram_shares(Fitter& fitter);
void fit_blocks_per_cycle(Fitter& fitter);
/// Turnaround, stores, and the latency of DRAM where no chase gave it.
void fit_block_life(Fitter& fitter);
void fit_launch_overheads(Fitter& fitter);

}  // namespace forewarp::figures::detail
