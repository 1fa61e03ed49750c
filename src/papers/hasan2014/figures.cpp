// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/figures.hpp"

#include <fmt/format.h>

#include <cmath>

#include "papers/svg_chart.hpp"
#include "papers/svg_surface.hpp"

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
  Series curve{.name = "(1 + (w / w_s)^p)^(1/p)", .x = {}, .y = {}};
  for (int w = 0; w <= 128; ++w) {
    curve.x.push_back(w / 2.0);
    curve.y.push_back(c.tau_s * 1e3 * model::wave::slowdown(w / 2.0, c));
  }
  Series cells{.name = "measured launches of at most one wave", .x = {}, .y = {}, .colour = "#d1495b", .points = true};
  for (const Cell& cell : s.cells) {
    const model::wave::Waves w = model::wave::waves(s.device, shape_of(cell), c);
    if (w.waves > 1) continue;
    cells.x.push_back(w.full > 0 ? w.resident.warps_per_sm
                                 : std::ceil(cell.blocks / s.device.sms) * w.resident.warps_per_block);
    cells.y.push_back(cell.time_ms);
  }
  return {"bend", "a wave's time over the warps of its busiest SM",
          svg_chart({"One wave: flat, then linear (K20, binomial series)",
                     "warps on the busiest SM",
                     "time, ms",
                     {curve, cells}})};
}

/// Time over blocks at so many threads a block: measured, printed and ours.
Picture steps_picture(const Study& s, double threads) {
  Series measured{.name = "measured (Table 2)", .x = {}, .y = {}, .colour = "#d1495b", .points = true};
  for (const Cell& cell : s.cells)
    if (cell.threads == threads) {
      measured.x.push_back(cell.blocks);
      measured.y.push_back(cell.time_ms);
    }
  std::vector<Cell> fine;
  for (double blocks = 1; blocks <= measured.x.back(); ++blocks) fine.push_back({blocks, threads, 1});
  Series printed{.name = "Eq. 3 as printed", .x = {}, .y = printed_times(s.device, fine), .colour = "#888"};
  Series ours{.name = "ours", .x = {}, .y = wave_times(s.device, fine, s.used().fit.constants)};
  for (const Cell& cell : fine) {
    printed.x.push_back(cell.blocks);
    ours.x.push_back(cell.blocks);
  }
  return {
      fmt::format("steps{:g}", threads), fmt::format("time over blocks of {:g} threads", threads),
      svg_chart(
          {fmt::format("Blocks of {:g} threads on a K20", threads), "blocks", "time, ms", {printed, ours, measured}})};
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
  efficiency.low_corner_in_front = false;
  return {{id + "-time", time.title, svg_surface(time)},
          {id + "-efficiency", efficiency.title, svg_surface(efficiency)}};
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
