// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/model/wave/printed.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"
#include "forewarp/support/table/csv.hpp"

namespace forewarp::papers::hasan2014 {

std::vector<Cell> read_cells(const std::filesystem::path& file) {
  const Table table = table::read_csv(file);
  const auto &blocks = table.numbers("blocks"), &threads = table.numbers("threads_per_block"),
             &times = table.numbers("time_ms");
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (!(blocks[i] >= 1) || !(threads[i] >= 1) || !(times[i] > 0) || blocks[i] > 1e9 || threads[i] > 1e9)
      throw InputError(fmt::format("{}: row {} is not a measured launch", file.string(), i + 1));
    cells.push_back({blocks[i], threads[i], times[i]});
  }
  if (cells.empty()) throw InputError(fmt::format("{}: no launches", file.string()));
  return cells;
}

model::wave::Shape shape_of(const Cell& cell) {
  return {.blocks = static_cast<std::uint64_t>(cell.blocks),
          .block = {.threads = static_cast<std::uint32_t>(cell.threads)}};
}

std::vector<model::wave::Measured> launches_of(std::span<const Cell> cells) {
  std::vector<model::wave::Measured> all;
  for (const Cell& cell : cells) all.push_back({shape_of(cell), cell.time_ms * 1e-3});
  return all;
}

std::vector<double> times_of(std::span<const Cell> cells) {
  std::vector<double> all;
  for (const Cell& cell : cells) all.push_back(cell.time_ms);
  return all;
}

std::vector<double> printed_times(const device::DeviceSpec& device, std::span<const Cell> cells) {
  const auto symbols = model::wave::symbols_of(device);
  std::vector<double> all;
  for (const Cell& cell : cells)
    all.push_back(model::wave::composite_time(symbols, cell.blocks, cell.threads, printed_tau_ms));
  return all;
}

std::vector<double> larger_times(const device::DeviceSpec& device, std::span<const Cell> cells, double tau_ms,
                                 double c) {
  const auto symbols = model::wave::symbols_of(device);
  std::vector<double> all;
  for (const Cell& cell : cells) all.push_back(model::wave::larger_time(symbols, cell.blocks, cell.threads, tau_ms, c));
  return all;
}

std::vector<double> wave_times(const device::DeviceSpec& device, std::span<const Cell> cells,
                               const model::wave::Constants& constants) {
  std::vector<double> all;
  for (const Cell& cell : cells) all.push_back(model::wave::waves(device, shape_of(cell), constants).time_s * 1e3);
  return all;
}

double best_c(const device::DeviceSpec& device, std::span<const Cell> cells) {
  double best = 0, least = std::numeric_limits<double>::infinity();
  for (int hundredths = 50; hundredths <= 500; ++hundredths) {
    const double c = hundredths / 100.0, error = errors_of(larger_times(device, cells, printed_tau_ms, c), cells).mean;
    if (error < least) {
      least = error;
      best = c;
    }
  }
  return best;
}

Errors errors_of(std::span<const double> predicted, std::span<const Cell> cells) {
  const std::vector<double> all = relative_errors(predicted, times_of(cells));
  return {mean(all), *std::max_element(all.begin(), all.end())};
}

}  // namespace forewarp::papers::hasan2014
