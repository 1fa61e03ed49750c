// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "forewarp/measure/figures/detail/fitter.hpp"
#include "forewarp/model/device/device_text.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::figures::detail {
namespace {

constexpr unsigned warp_of_rows = 32;               ///< threads of the smallest blocks
constexpr unsigned threads_of_turnaround_fit = 64;  ///< of the rows that the turnaround is from
constexpr double most_cycles = 20000;

using Shapes = std::map<std::pair<bool, unsigned>, std::map<unsigned, const SmallKernelRow*>>;

/// By kind of launch and threads per block, by elements.
Shapes shapes_of(const std::vector<SmallKernelRow>& rows) {
  Shapes all;
  for (const SmallKernelRow& row : rows) all[{row.in_graph, row.threads_per_block}][row.elements] = &row;
  return all;
}

/// Whether blocks of more threads are 15 % faster, so that it is the number of blocks which limits.
bool is_limited_by_blocks(const Shapes& shapes, const SmallKernelRow& row) {
  return std::ranges::any_of(shapes, [&](const auto& shape) {
    if (shape.first.first != row.in_graph || shape.first.second <= row.threads_per_block) return false;
    const auto same = shape.second.find(row.elements);
    return same != shape.second.end() && 1.15 * same->second->time_s < row.time_s;
  });
}

struct Dispatch {
  std::vector<double> blocks = {}, cycles = {};
  Evidence evidence = {};  ///< blocks a cycle of single rows
};

/// Launches that take at least three times the smallest one, on data that caches hold.
Dispatch dispatch_rows(const Fitter& fitter) {
  const device::DeviceSpec& d = fitter.device();
  const Shapes shapes = shapes_of(fitter.rows().small_kernels);
  Dispatch all;
  all.evidence.file = &fitter.rows().small_file;
  for (const bool in_graph : {false, true}) {
    const auto shape = shapes.find({in_graph, warp_of_rows});
    if (shape == shapes.end()) continue;
    const double smallest = shape->second.begin()->second->time_s;
    for (const auto& [elements, row] : shape->second) {
      const bool in_caches = small_kernel_bytes * elements <= 0.9 * (d.l2_bytes + d.l3_bytes);
      if (!in_caches || row->time_s < 3 * smallest || !is_limited_by_blocks(shapes, *row)) continue;
      all.blocks.push_back(double(elements) / warp_of_rows);
      all.cycles.push_back((row->time_s - smallest) * clock_of(d));
      all.evidence.add(all.blocks.back() / all.cycles.back(), row->line);
    }
  }
  return all;
}

/// Least squares: blocks per cycle of a straight line of the cycles over the blocks.
double slope(const Dispatch& all) {
  const double x = mean(all.cycles), y = mean(all.blocks);
  double xy = 0, xx = 0;
  for (std::size_t i = 0; i < all.blocks.size(); ++i) {
    xy += (all.cycles[i] - x) * (all.blocks[i] - y);
    xx += (all.cycles[i] - x) * (all.cycles[i] - x);
  }
  return xx > 0 ? xy / xx : 0;
}

/// The most blocks a cycle that init was given: a lower bound.
Evidence blocks_of_init(const Fitter& fitter) {
  Evidence best{.file = &fitter.rows().stream_file};
  for (const StreamRow& row : fitter.rows().streams) {
    if (row.kernel != "init") continue;
    const double rate = row.bytes_per_s / (sizeof(double) * row.threads_per_block * clock_of(fitter.device()));
    if (!best.values.empty() && rate <= best.values.front()) continue;
    best = {.file = &fitter.rows().stream_file};
    best.add(rate, row.line);
  }
  return best;
}

const StreamRow* row_of(const Fitter& fitter, std::string_view kernel, unsigned threads) {
  for (const StreamRow& row : fitter.rows().streams)
    if (row.kernel == kernel && row.threads_per_block == threads) return &row;
  return nullptr;
}

/// A figure in cycles from the row of a kernel with 64 threads per block, where `key` alone is unknown; rows of 32 to
/// 128 threads say how far it depends on the row.
void fit_cycles(Fitter& fitter, const char* key, const char* kernel) {
  const auto solved = [&](const StreamRow& row) {
    return where_equal(measured_s(row), 1, most_cycles, [&](double cycles) {
      device::DeviceSpec device = fitter.device();
      device::set_figure(device, key, cycles, "tried");
      return fitter.times().predicted_s(row, device);
    });
  };
  const StreamRow* row = row_of(fitter, kernel, threads_of_turnaround_fit);
  if (row == nullptr)
    return fitter.leave(
        key, fmt::format("no row of {} with {} threads per block in stream.csv", kernel, threads_of_turnaround_fit));
  const double most = 0.8 * fitter.device().dram_bytes_per_s * fitter.device().dram_share_high;
  const auto cycles = solved(*row);
  if (!cycles || row->bytes_per_s > most)
    return fitter.leave(key, fmt::format("{} with {} threads per block ({:.4g} GB/s) is limited by something else",
                                         kernel, threads_of_turnaround_fit, row->bytes_per_s / 1e9));
  Evidence evidence{.file = &fitter.rows().stream_file};
  for (const StreamRow& near : fitter.rows().streams) {
    if (near.kernel != kernel || near.threads_per_block > 2 * threads_of_turnaround_fit || near.bytes_per_s > most)
      continue;
    if (const auto value = solved(near)) evidence.add(*value, near.line);
  }
  fitter.take(
      key, *cycles, evidence,
      fmt::format(
          "estimated: with which the model predicts {} with {} threads per block (line {}); {} rows of up to {} "
          "threads for its spread",
          kernel, threads_of_turnaround_fit, row->line, evidence.values.size(), 2 * threads_of_turnaround_fit));
  fitter.used_stream_lines.insert(row->line);
}

}  // namespace

void fit_blocks_per_cycle(Fitter& fitter) {
  const char* key = "blocks_per_cycle";
  const double known = fitter.device().blocks_per_cycle;
  const Dispatch all = dispatch_rows(fitter);
  const Evidence bound = blocks_of_init(fitter);
  const double least = bound.values.empty() ? 0 : bound.values.front();
  const bool is_enough = all.blocks.size() >= 3;
  const double rate = is_enough ? slope(all) : 0;
  if (is_enough && rate > 0 && rate >= 0.98 * least)
    return fitter.take(key, rate, all.evidence,
                       "slope over the number of blocks of 32 threads, data in caches; blocks of more threads are "
                       "faster");
  if (known > 0 && known < least)
    return fitter.take(key, least, bound, "lower bound: init in stream.csv is given so many");
  if (is_enough && rate > 0)
    return fitter.leave(key, fmt::format("contradiction: {:.3g} in small_kernels.csv, but init in stream.csv is given "
                                         "{:.3g} (line {})",
                                         rate, least, bound.lines.front()));
  fitter.leave(key, fmt::format("{} rows of blocks of 32 threads in small_kernels.csv that the number of blocks "
                                "limits; 3 are needed",
                                all.blocks.size()));
}

void fit_block_life(Fitter& fitter) {
  const auto& known = fitter.result().figures;
  const bool has_latency = std::ranges::any_of(known, [](const auto& f) { return f.key == "dram_latency"; });
  const bool waits_for_stores = fitter.device().block_store_cycles > 0;
  fit_cycles(fitter, "block_turnaround_cycles", waits_for_stores ? "read" : "init");
  if (waits_for_stores) fit_cycles(fitter, "block_store_cycles", "init");
  if (has_latency) return;
  if (waits_for_stores)
    fitter.leave("dram_latency", "no chase between the caches and 128 MiB; read and init give turnaround and stores");
  else
    fit_cycles(fitter, "dram_latency", "read");
}

}  // namespace forewarp::figures::detail
