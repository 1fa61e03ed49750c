// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::size_t tile = 16;

/// Fills the tiles (x, y) with x + y = sum.
std::vector<Expected> align(const Inputs& inputs, std::size_t sum) {
  const std::size_t n = inputs.parameter("n"), columns = n + 1;
  const auto match = inputs.values<std::int32_t>("match");
  auto score = inputs.values<std::int32_t>("score");
  const auto penalty = static_cast<std::int32_t>(inputs.scalar("penalty"));
  for (std::size_t row = 1; row <= n; ++row)
    for (std::size_t column = 1; column <= n; ++column) {
      if ((row - 1) / tile + (column - 1) / tile != sum) continue;
      const std::size_t i = row * columns + column;
      score[i] = std::max({score[i - columns - 1] + match[i], score[i - 1] - penalty, score[i - columns] - penalty});
    }
  return {Expected{.buffer = "score", .value = {score.begin(), score.end()}, .bound = {}}};
}

}  // namespace

std::vector<Expected> needleman_wunsch_1(const launch::Launch&, const Inputs& inputs) {
  return align(inputs, inputs.parameter("diagonal"));
}

std::vector<Expected> needleman_wunsch_2(const launch::Launch&, const Inputs& inputs) {
  return align(inputs, inputs.parameter("n") / tile + inputs.parameter("diagonal"));
}

}  // namespace forewarp::kernels
