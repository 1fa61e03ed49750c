// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bitonic_step(const launch::Launch&, const Inputs& inputs) {
  auto data = inputs.values<std::int32_t>("data");
  const auto distance = static_cast<std::size_t>(inputs.scalar("distance"));
  const auto run = static_cast<std::size_t>(inputs.scalar("run"));
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t partner = i ^ distance;
    if (partner > i && (data[i] > data[partner]) == ((i & run) == 0)) std::swap(data[i], data[partner]);
  }
  return {{.buffer = "data", .value = {data.begin(), data.end()}, .bound = {}}};
}

}  // namespace forewarp::kernels
