// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"

namespace forewarp::figures::detail {
namespace {

constexpr unsigned threads_of_launch_fit = 256;
constexpr double us = 1e-6;

/// What is left of a row's time without the kernel, in us.
double overhead_us(Fitter& fitter, const SmallKernelRow& row) {
  device::DeviceSpec device = fitter.device();
  device.launch_overhead_s = 0;
  SmallKernelRow kernel_alone = row;
  kernel_alone.in_graph = false;
  return (row.time_s - fitter.times().predicted_s(kernel_alone, device)) / us;
}

void fit_overhead(Fitter& fitter, const char* key, bool in_graph) {
  const BoardRows& rows = fitter.rows();
  unsigned smallest = 0;
  for (const SmallKernelRow& row : rows.small_kernels)
    if (row.in_graph == in_graph && (smallest == 0 || row.elements < smallest)) smallest = row.elements;
  Evidence evidence{.file = &rows.small_file};
  const SmallKernelRow* of_fit = nullptr;
  for (const SmallKernelRow& row : rows.small_kernels) {
    if (row.in_graph != in_graph || row.elements != smallest) continue;
    if (row.threads_per_block == threads_of_launch_fit) of_fit = &row;
    evidence.add(overhead_us(fitter, row), row.line);
  }
  if (of_fit == nullptr)
    return fitter.leave(
        key, smallest == 0
                 ? no_rows_in("small_kernels.csv", rows.small_file,
                              fmt::format("{} in a {}", rows.board, in_graph ? "graph" : "stream"))
                 : fmt::format("no row of {} elements with {} threads per block", smallest, threads_of_launch_fit));
  const double overhead = overhead_us(fitter, *of_fit);
  if (overhead <= 0)
    return fitter.leave(key, fmt::format("{} elements with {} threads per block take less than the model predicts of "
                                         "the kernel itself (line {})",
                                         smallest, threads_of_launch_fit, of_fit->line));
  fitter.take(
      key, overhead, evidence,
      fmt::format(
          "estimated: {} elements with {} threads per block, back to back (line {}), less what the model predicts "
          "of the kernel",
          smallest, threads_of_launch_fit, of_fit->line));
}

}  // namespace

void fit_launch_overheads(Fitter& fitter) {
  fit_overhead(fitter, "launch_overhead_us", false);
  fit_overhead(fitter, "graph_launch_overhead_us", true);
}

}  // namespace forewarp::figures::detail
