// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which twelve of the 160 launches of Table 2 to measure, by rules that do not look at times: a table of R rows
/// (blocks) and C columns (threads a block) in, twelve cells out.
#include <cstdint>
#include <string>
#include <vector>

namespace forewarp::papers::hasan2014 {

inline constexpr std::size_t chosen_cells = 12;

struct Design {
  std::string name, rule;
  std::vector<std::size_t> cells;  ///< row * columns + column, ascending
};

/// The first is the one that our figures are stated for; the others are there to show what hangs on that.
///   farthest   the first cell, then again and again the cell that is farthest from all chosen ones (maximin; blocks
///   and
///              threads each as their share of their range; the earlier cell where two are equal)
///   lattice    rows evenly from first to last, columns by steps of seven
///   halton     the Halton sequence to bases 2 and 3
///   grid       four rows by three columns, in the middle of equal parts
///   corners    four rows by three columns, first and last among them
[[nodiscard]] std::vector<Design> designs(const std::vector<double>& blocks, const std::vector<double>& threads);

/// Twelve at random, the same for the same seed everywhere.
[[nodiscard]] std::vector<std::size_t> random_cells(std::size_t cells, std::uint64_t seed);

}  // namespace forewarp::papers::hasan2014
