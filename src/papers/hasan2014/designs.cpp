// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/hasan2014/designs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "forewarp/support/random.hpp"

namespace forewarp::papers::hasan2014 {
namespace {

using Indices = std::vector<std::size_t>;

Indices farthest(const std::vector<double>& blocks, const std::vector<double>& threads) {
  const std::size_t columns = threads.size(), all = blocks.size() * columns;
  const auto share = [](const std::vector<double>& side, std::size_t i) {
    return (side[i] - side.front()) / (side.back() - side.front());
  };
  const auto distance = [&](std::size_t a, std::size_t b) {
    return std::hypot(share(blocks, a / columns) - share(blocks, b / columns),
                      share(threads, a % columns) - share(threads, b % columns));
  };
  Indices chosen = {0};
  std::vector<double> nearest(all, std::numeric_limits<double>::infinity());
  while (chosen.size() < chosen_cells) {
    for (std::size_t i = 0; i < all; ++i) nearest[i] = std::min(nearest[i], distance(i, chosen.back()));
    chosen.push_back(static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin()));
  }
  return chosen;
}

std::size_t scaled(double share, std::size_t count) {
  return std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count - 1);
}

Indices lattice(std::size_t rows, std::size_t columns) {
  Indices chosen;
  for (std::size_t i = 0; i < chosen_cells; ++i) {
    const double share = static_cast<double>(i) / (chosen_cells - 1);
    const auto row = static_cast<std::size_t>(std::lround(share * static_cast<double>(rows - 1)));
    chosen.push_back(row * columns + 7 * i % columns);
  }
  return chosen;
}

double radical_inverse(std::size_t index, std::size_t base) {
  double value = 0, digit = 1;
  for (; index > 0; index /= base) value += (digit /= static_cast<double>(base)) * static_cast<double>(index % base);
  return value;
}

Indices halton(std::size_t rows, std::size_t columns) {
  Indices chosen;
  for (std::size_t i = 1; chosen.size() < chosen_cells; ++i) {
    const std::size_t cell = scaled(radical_inverse(i, 2), rows) * columns + scaled(radical_inverse(i, 3), columns);
    if (std::find(chosen.begin(), chosen.end(), cell) == chosen.end()) chosen.push_back(cell);
  }
  return chosen;
}

Indices grid(std::size_t rows, std::size_t columns, bool to_the_edges) {
  Indices chosen;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const auto at = [&](std::size_t k, std::size_t parts, std::size_t count) {
        return to_the_edges ? k * (count - 1) / (parts - 1) : (2 * k + 1) * count / (2 * parts);
      };
      chosen.push_back(at(i, 4, rows) * columns + at(j, 3, columns));
    }
  return chosen;
}

}  // namespace

std::vector<Design> designs(const std::vector<double>& blocks, const std::vector<double>& threads) {
  const std::size_t rows = blocks.size(), columns = threads.size();
  std::vector<Design> all = {
      {"farthest", "each as far as can be from those before", farthest(blocks, threads)},
      {"lattice", "rows evenly, columns by steps of seven", lattice(rows, columns)},
      {"halton", "Halton sequence to bases 2 and 3", halton(rows, columns)},
      {"grid", "four rows by three columns, inside", grid(rows, columns, false)},
      {"corners", "four rows by three columns, to the edges", grid(rows, columns, true)},
  };
  for (Design& design : all) std::sort(design.cells.begin(), design.cells.end());
  return all;
}

std::vector<std::size_t> random_cells(std::size_t cells, std::uint64_t seed) {
  Indices all(cells);
  std::iota(all.begin(), all.end(), std::size_t{0});
  SplitMix::from_state(seed).shuffle(std::span(all));
  all.resize(std::min(cells, chosen_cells));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace forewarp::papers::hasan2014
