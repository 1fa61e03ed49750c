// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "papers/chart_file.hpp"
#include "papers/charts.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

constexpr unsigned max_blocks = 1248, block_step = 16, max_threads = 1024, thread_step = 32;

/// Every third row of blocks: what the eye can tell apart, at a third of the bytes.
Surface thinned(const Layer& layer, bool efficiency) {
  constexpr std::size_t every = 3, columns = max_threads / thread_step;
  Surface s{.title = {}, .x_name = "blocks", .y_name = "threads per block", .z_name = {}, .x = {}, .y = {}, .z = {}};
  for (unsigned t = thread_step; t <= max_threads; t += thread_step) s.y.push_back(t);
  for (std::size_t row = 0; row < layer.time_ms.size() / columns; row += every) {
    s.x.push_back(block_step * static_cast<double>(row + 1));
    for (std::size_t j = 0; j < columns; ++j) {
      const double time = layer.time_ms[row * columns + j];
      s.z.push_back(efficiency ? layer.tau_ms / time : time);
    }
  }
  return s;
}

Picture bend_picture(const Study& s) {
  const model::wave::Constants& c = s.used().fit.constants;
  report::Series curve = series_of("(1 + (w / w_s)^p)^(1/p)", {}, {});
  for (int w = 0; w <= 128; ++w)
    curve.marks.push_back({.x = w / 2.0, .y = c.tau_s * 1e3 * model::wave::slowdown(w / 2.0, c)});
  report::Series cells = series_of("measured launches of at most one wave", {}, {}, report::Series::Style::points);
  for (const Cell& cell : s.cells) {
    const model::wave::Waves w = model::wave::waves(s.device, shape_of(cell), c);
    if (w.waves > 1) continue;
    const double warps =
        w.full > 0 ? w.resident.warps_per_sm : std::ceil(cell.blocks / s.device.sms) * w.resident.warps_per_block;
    cells.marks.push_back({.x = warps, .y = cell.time_ms});
  }
  return {"bend", "a wave's time over the warps of its busiest SM",
          chart_file(chart_of("One wave: flat, then linear (K20, binomial series)", "warps on the busiest SM",
                              "time, ms", {curve, cells}))};
}

/// Time over blocks at so many threads a block: measured, printed and ours.
Picture steps_picture(const Study& s, double threads) {
  report::Series measured = series_of("measured (Table 2)", {}, {}, report::Series::Style::points);
  double most = 0;
  for (const Cell& cell : s.cells)
    if (cell.threads == threads) {
      measured.marks.push_back({.x = cell.blocks, .y = cell.time_ms});
      most = cell.blocks;
    }
  std::vector<Cell> fine;
  std::vector<double> blocks;
  for (double count = 1; count <= most; ++count) {
    fine.push_back({count, threads, 1});
    blocks.push_back(count);
  }
  const report::Series printed = series_of("Eq. 3 as printed", blocks, printed_times(s.device, fine)),
                       ours = series_of("ours", blocks, wave_times(s.device, fine, s.used().fit.constants));
  return {fmt::format("steps{:g}", threads), fmt::format("time over blocks of {:g} threads", threads),
          chart_file(chart_of(fmt::format("Blocks of {:g} threads on a K20", threads), "blocks", "time, ms",
                              {printed, ours, measured}))};
}

}  // namespace

std::vector<Cell> figure_launches() {
  std::vector<Cell> all;
  for (unsigned blocks = block_step; blocks <= max_blocks; blocks += block_step)
    for (unsigned threads = thread_step; threads <= max_threads; threads += thread_step)
      all.push_back({static_cast<double>(blocks), static_cast<double>(threads), 0});
  return all;
}

Table surface_table(const std::vector<Layer>& layers) {
  Table table;
  Table::Numbers blocks, threads;
  for (const Cell& launch : figure_launches()) {
    blocks.push_back(launch.blocks);
    threads.push_back(launch.threads);
  }
  table.add("blocks", blocks);
  table.add("threads", threads);
  for (const Layer& layer : layers) {
    Table::Numbers efficiency;
    for (const double time : layer.time_ms) efficiency.push_back(layer.tau_ms / time);
    table.add(layer.name + " ms", layer.time_ms);
    table.add(layer.name + " efficiency", efficiency);
  }
  return table;
}

std::vector<Picture> surface_pictures(const std::string& id, const std::string& title, const Layer& layer) {
  Surface time = thinned(layer, false), efficiency = thinned(layer, true);
  time.title = title + ": time";
  time.z_name = "ms";
  efficiency.title = title + ": efficiency, tau / time";
  efficiency.z_name = "efficiency";
  efficiency.falls = true;
  return {{id + "-time", time.title, chart_file(surface_of(time))},
          {id + "-efficiency", efficiency.title, chart_file(surface_of(efficiency))}};
}

std::vector<Layer> figure1_layers(const Study& s) {
  const std::vector<Cell> launches = figure_launches();
  const model::wave::Constants& c = s.used().fit.constants;
  return {{"printed", printed_times(s.device, launches), printed_tau_ms},
          {"ours", wave_times(s.device, launches, c), c.tau_s * 1e3}};
}

std::vector<Picture> story_pictures(const Study& study) {
  return {bend_picture(study), steps_picture(study, 32), steps_picture(study, 320)};
}

}  // namespace forewarp::papers::hasan2014
