// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/binomial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/emulate/profile/profile.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/registers.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/table/of_records.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

/// As many terms as make one launch of few blocks last about as long as the paper's 14.5 ms.
constexpr int terms = 262144;
constexpr double profiled_blocks = 26;

model::Summary profiled(double threads_per_block) {
  kernel::Request request;
  request.path = "binomial_series";
  request.set = {fmt::format("blocks={:g}", profiled_blocks), fmt::format("block={:g}", threads_per_block),
                 fmt::format("terms={}", terms)};
  const kernel::Kernel kernel = kernel::load(request);
  profile::ProfileOptions options;
  options.threads = 1;
  options.registers = kernel::registers_of(kernel, kernel::RegisterSource::automatic);
  return model::summarise(profile::profile(*kernel.module, kernel.launch, options));
}

}  // namespace

model::Summary with_blocks(model::Summary s, double blocks) {
  const double factor = blocks / s.blocks;
  for (double* count :
       {&s.blocks, &s.warps, &s.requests, &s.constant_repeats, &s.merged_away, &s.shared_requests, &s.shared_wavefronts,
        &s.shared_wavefronts_unpacked, &s.load_sectors, &s.load_lines, &s.read_only_sectors, &s.store_sectors,
        &s.store_lines, &s.store_bytes, &s.atomic_sectors, &s.atomic_serial, &s.reuse.total, &s.reuse.first})
    *count *= factor;
  for (model::TensorWork* work : {&s.tensor, &s.tensor_of_one_warp})
    for (double* count : {&work->f16, &work->f16_f32, &work->tf32, &work->f64}) *count *= factor;
  for (double& count : s.ops) count *= factor;
  for (double& count : s.reuse.within) count *= factor;
  for (double* sectors : {&s.total.unique, &s.total.read, &s.total.written}) *sectors *= factor;
  s.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
  return s;
}

std::vector<double> binomial_times(const device::DeviceSpec& device, const std::vector<Cell>& launches,
                                   unsigned threads) {
  std::vector<double> sizes;
  for (const Cell& launch : launches) sizes.push_back(launch.threads);
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  std::vector<model::Summary> summaries(sizes.size());
  parallel_for(
      sizes.size(), [&](std::size_t i) { summaries[i] = profiled(sizes[i]); }, threads);
  std::vector<double> times;
  for (const Cell& launch : launches) {
    const auto at = std::lower_bound(sizes.begin(), sizes.end(), launch.threads) - sizes.begin();
    const model::Summary summary = with_blocks(summaries[static_cast<std::size_t>(at)], launch.blocks);
    times.push_back(model::predict(summary, device).time_s * 1e3);
  }
  return times;
}

ResultTable binomial_table(const Study& study, unsigned threads) {
  const std::vector<double> emulated = binomial_times(study.device, study.cells, threads);
  struct Row {
    double blocks, threads, emulated_ms, measured, emulated;  ///< the last two relative to the smallest launch
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < study.cells.size(); ++i)
    rows.push_back({.blocks = study.cells[i].blocks,
                    .threads = study.cells[i].threads,
                    .emulated_ms = emulated[i],
                    .measured = study.cells[i].time_ms / study.cells.front().time_ms,
                    .emulated = emulated[i] / emulated.front()});
  return {
      "table2-emulated",
      "our own Table 2: kernels/binomial_series, emulated, by the bounds model on a K20's data sheet; shapes alone "
      "compare",
      table::of_records(rows, {{"blocks", &Row::blocks},
                               {"threads", &Row::threads},
                               {"emulated ms", &Row::emulated_ms},
                               {"measured / smallest", &Row::measured},
                               {"emulated / smallest", &Row::emulated},
                               {"error %", [](const Row& row) { return 100 * (row.emulated / row.measured - 1); }}}),
      false};
}

Layer figure2_layer(const Study& study, unsigned threads) {
  const std::vector<double> times = binomial_times(study.device, figure_launches(), threads);
  return {"emulated", times, times.front()};
}

}  // namespace forewarp::papers::hasan2014
