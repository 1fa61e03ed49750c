// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/fits.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

constexpr std::uint64_t seed = 2014;

std::vector<Cell> taken(const std::vector<Cell>& cells, const std::vector<std::size_t>& which, bool inside) {
  std::vector<Cell> some;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (std::binary_search(which.begin(), which.end(), i) == inside) some.push_back(cells[i]);
  return some;
}

std::vector<double> distinct(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

const std::vector<Variant>& variants() {
  static const std::vector<Variant> all = {
      {"bend",
       "waves and the bend; any number of warps is a number of warps",
       {.whole_schedulers = false, .spread = 0}},
      {"schedulers", "the scheduler with the most warps decides", {.spread = 0}},
      {"ours", "and the last wave falls unevenly: one standard deviation", {}},
      {"spread fitted", "by how much unevenly is a fourth constant", {.fit_spread = true}},
  };
  return all;
}

Outcome fit_and_test(const device::DeviceSpec& device, const std::vector<Cell>& cells,
                     const std::vector<std::size_t>& chosen, const model::wave::FitChoice& choice) {
  Outcome outcome{.fit = fit_waves(device, launches_of(taken(cells, chosen, true)), choice), .tested = {}};
  std::vector<Cell> rest = taken(cells, chosen, false);
  if (rest.empty()) rest = cells;
  outcome.tested = errors_of(wave_times(device, rest, outcome.fit.constants), rest);
  return outcome;
}

std::vector<std::size_t> all_of(const std::vector<Cell>& cells) {
  std::vector<std::size_t> all(cells.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Sides sides_of(const std::vector<Cell>& cells) {
  Sides sides;
  for (const Cell& cell : cells) {
    sides.blocks.push_back(cell.blocks);
    sides.threads.push_back(cell.threads);
  }
  sides = {distinct(sides.blocks), distinct(sides.threads)};
  const std::size_t columns = sides.threads.size();
  bool full = cells.size() == sides.blocks.size() * columns;
  for (std::size_t i = 0; full && i < cells.size(); ++i)
    full = cells[i].blocks == sides.blocks[i / columns] && cells[i].threads == sides.threads[i % columns];
  if (!full) throw InputError("the measured launches are not a full table, row by row");
  return sides;
}

Lottery lottery(const device::DeviceSpec& device, const std::vector<Cell>& cells, const model::wave::FitChoice& choice,
                std::size_t draws, unsigned threads) {
  Lottery result{.means = std::vector<double>(draws), .largest = std::vector<double>(draws)};
  parallel_for(
      draws,
      [&](std::size_t i) {
        const Errors e = fit_and_test(device, cells, random_cells(cells.size(), derived_seed(seed, i)), choice).tested;
        result.means[i] = e.mean;
        result.largest[i] = e.largest;
      },
      threads);
  double met = 0;
  for (std::size_t i = 0; i < draws; ++i) met += result.means[i] <= 0.02 && result.largest[i] <= 0.10 ? 1 : 0;
  result.met = met / static_cast<double>(draws);
  return result;
}

}  // namespace forewarp::papers::hasan2014
