// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::figures::detail {
namespace {

double share_of_writes(std::string_view kernel) {
  return kernel == "init" ? 1 : kernel == "read" ? 0 : kernel == "triad" ? 1.0 / 3 : 0.5;
}

/// Of each size that is far beyond the caches the row of the best block size. The last size of a file may be that of a
/// measurement that was cut off, which the median does not see.
Evidence large_copies(const Fitter& fitter) {
  const device::DeviceSpec& d = fitter.device();
  std::map<unsigned, const SmallKernelRow*> best;
  for (const SmallKernelRow& row : fitter.rows().small_kernels) {
    if (small_kernel_bytes * row.elements < 4 * (d.l2_bytes + d.l3_bytes)) continue;
    const SmallKernelRow*& at = best[row.elements];
    if (at == nullptr || row.time_s < at->time_s) at = &row;
  }
  Evidence evidence{.file = &fitter.rows().small_file};
  for (const auto& [elements, row] : best)
    evidence.add(small_kernel_bytes * elements / row->time_s / d.dram_bytes_per_s, row->line);
  return evidence;
}

/// Rows of stream.csv of these kernels with blocks of at least half of the largest size.
Evidence full_streams(const Fitter& fitter, const std::vector<std::string_view>& kernels) {
  unsigned largest = 0;
  for (const StreamRow& row : fitter.rows().streams) largest = std::max(largest, row.threads_per_block);
  Evidence evidence{.file = &fitter.rows().stream_file};
  for (const StreamRow& row : fitter.rows().streams)
    if (2 * row.threads_per_block >= largest && std::ranges::find(kernels, row.kernel) != kernels.end())
      evidence.add(row.bytes_per_s / fitter.device().dram_bytes_per_s, row.line);
  return evidence;
}

std::string more_than_the_peak(double share) {
  return fmt::format(
      "the rows reach {:.2f} of dram_gb_per_s: that is not the peak of this board (--set "
      "dram_gb_per_s=...)",
      share);
}

bool fit_copies(Fitter& fitter) {
  const Evidence copies = large_copies(fitter);
  if (copies.values.size() < 3) return false;
  if (median(copies.values) > 1) return fitter.leave("dram_share", more_than_the_peak(median(copies.values))), true;
  fitter.take_plateau("dram_share", copies, "A[i] = B[i] * 0.25 on more data than caches hold, best block size");
  return true;
}

void fit_share_from_streams(Fitter& fitter) {
  const Evidence scale = full_streams(fitter, {"scale"});
  if (scale.values.size() < 3)
    return fitter.leave("dram_share", "neither copies of four times the caches nor three rows of scale");
  const double best = std::ranges::max(scale.values);
  if (best > 1) return fitter.leave("dram_share", more_than_the_peak(best));
  fitter.take("dram_share", best, scale, "best of scale with the largest blocks");
  fitter.used_stream_lines.insert(scale.lines.begin(), scale.lines.end());
}

/// The kernel that moves bytes one way and comes nearer to the peak.
Evidence one_way_streams(const Fitter& fitter) {
  const Evidence written = full_streams(fitter, {"init"}), read = full_streams(fitter, {"read"});
  if (written.values.size() < 3 || read.values.size() < 3) return written.values.size() < 3 ? read : written;
  return std::ranges::max(written.values) > std::ranges::max(read.values) ? written : read;
}

/// Both ends of the range, around a share that was fitted from `file`. Example: 0.94 with 0.85 to 0.97 in the base; a
/// share of 0.90 begins at 0.90 * 0.85 / 0.94 = 0.81.
void fit_range(Fitter& fitter, const device::DeviceSpec& before, const DataFile& file) {
  const auto as_before = [&](const char* key, double end) {
    const double scale = end / before.dram_share;
    fitter.take(key, std::min(1.0, fitter.device().dram_share * scale), {.file = &file},
                fmt::format("estimated: {:.2f} of dram_share, as in the base", scale));
  };
  as_before("dram_share_low", before.dram_share_low);
  const Evidence one_way = one_way_streams(fitter);
  if (one_way.values.size() < 3 || std::ranges::max(one_way.values) > 1)
    return as_before("dram_share_high", before.dram_share_high);
  fitter.take("dram_share_high", std::max(fitter.device().dram_share, std::ranges::max(one_way.values)), one_way,
              "best of init and read with the largest blocks");
}

}  // namespace

void fit_dram_shares(Fitter& fitter) {
  const device::DeviceSpec before = fitter.device();
  for (const StreamKernel& kernel : stream_kernels()) {
    const Evidence evidence = full_streams(fitter, {kernel.name});
    if (evidence.values.empty()) continue;
    fitter.result().mixes.push_back({std::string(kernel.name), share_of_writes(kernel.name),
                                     std::ranges::max(evidence.values), static_cast<unsigned>(evidence.values.size())});
  }
  const bool from_copies = fit_copies(fitter);
  if (!from_copies) fit_share_from_streams(fitter);
  if (fitter.result().figures.back().value)
    return fit_range(fitter, before, from_copies ? fitter.rows().small_file : fitter.rows().stream_file);
  for (const char* key : {"dram_share_low", "dram_share_high"}) fitter.leave(key, "dram_share is not determined");
}

}  // namespace forewarp::figures::detail
