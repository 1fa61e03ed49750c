// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/figures/fit.hpp"

#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::figures {
namespace {

/// Only a clock that was seen under load, which a chase by one warp is not.
void fit_clock(detail::Fitter& fitter) {
  const char* key = "sustained_mhz";
  detail::Evidence evidence{.file = &fitter.rows().stream_file};
  for (const StreamRow& row : fitter.rows().streams)
    if (row.clock_hz > 0) evidence.add(row.clock_hz / 1e6, row.line);
  if (evidence.values.empty())
    return fitter.leave(key, "no clock under load: stream.csv has no column clock_MHz with rows of the board");
  const double boost = fitter.device().boost_hz / 1e6, clock = median(evidence.values);
  if (clock <= 1.01 * boost)
    return fitter.leave(key, fmt::format("{:.0f} MHz under load are not above boost_mhz ({:.0f}){}", clock, boost,
                                         clock < 0.99 * boost ? "; --set boost_mhz=... has them used" : ""));
  fitter.take_plateau(key, evidence, "median of the clocks of all rows");
}

std::optional<StreamCheck> check_of(detail::Fitter& fitter, const device::DeviceSpec& base) {
  std::vector<double> measured, before, after;
  StreamCheck check;
  for (const StreamRow& row : fitter.rows().streams) {
    if (fitter.used_stream_lines.contains(row.line)) {
      ++check.left_out;
      continue;
    }
    measured.push_back(measured_s(row));
    before.push_back(fitter.times().predicted_s(row, base));
    after.push_back(fitter.times().predicted_s(row, fitter.device()));
  }
  if (measured.empty()) return std::nullopt;
  check.rows = static_cast<unsigned>(measured.size());
  const auto of_base = relative_errors(before, measured), of_fit = relative_errors(after, measured);
  check.base_median = median(of_base), check.base_q90 = quantile(of_base, 0.9);
  check.median = median(of_fit), check.q90 = quantile(of_fit, 0.9);
  return check;
}

}  // namespace

/// The order matters: what a model's answer is compared with a row for needs the figures before it.
Fit fit(const device::DeviceSpec& base, const BoardRows& rows, const FitOptions& options) {
  detail::Fitter fitter(base, rows, options);
  fit_clock(fitter);
  detail::fit_latencies(fitter);
  detail::fit_cache_bandwidths(fitter);
  detail::fit_dram_shares(fitter);
  detail::fit_blocks_per_cycle(fitter);
  detail::fit_block_life(fitter);
  detail::fit_launch_overheads(fitter);
  fitter.result().check = check_of(fitter, base);
  return std::move(fitter.result());
}

}  // namespace forewarp::figures
