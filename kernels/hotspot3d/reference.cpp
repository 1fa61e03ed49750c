// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> hotspot3d(const launch::Launch&, const Inputs& inputs) {
  const std::size_t nx = inputs.parameter("nx"), ny = inputs.parameter("ny"), layers = inputs.parameter("layers");
  const auto power = exact(inputs.values<float>("power")), in = exact(inputs.values<float>("in"));
  const auto rate = [&](const char* name) { return Bounded{inputs.scalar(name), 0}; };
  const auto at = [&](std::size_t x, std::size_t y, std::size_t layer) { return in[(layer * ny + y) * nx + x]; };
  std::vector<Bounded> out;
  for (std::size_t layer = 0; layer < layers; ++layer)
    for (std::size_t y = 0; y < ny; ++y)
      for (std::size_t x = 0; x < nx; ++x) {
        const Bounded here = at(x, y, layer), west = at(x > 0 ? x - 1 : 0, y, layer),
                      east = at(std::min(x + 1, nx - 1), y, layer), north = at(x, y > 0 ? y - 1 : 0, layer),
                      south = at(x, std::min(y + 1, ny - 1), layer), above = at(x, y, layer > 0 ? layer - 1 : 0),
                      below = at(x, y, std::min(layer + 1, layers - 1));
        const Bounded flow = west + east + north + south - Bounded{4, 0} * here;
        const Bounded across = above + below - Bounded{2, 0} * here;
        out.push_back(here + rate("aside") * flow + rate("down") * across + rate("heating") * power[out.size()] +
                      rate("down") * Bounded{0.0625, 0} * (rate("ambient") - here));
      }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
