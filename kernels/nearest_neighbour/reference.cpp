// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> nearest_neighbour(const launch::Launch&, const Inputs& inputs) {
  const auto records = inputs.values<float>("records");
  const Bounded latitude{inputs.scalar("latitude"), 0}, longitude{inputs.scalar("longitude"), 0};
  std::vector<Bounded> distance;
  for (std::size_t i = 0; i < records.size(); i += 2) {
    const Bounded down = Bounded{records[i], 0} - latitude, across = Bounded{records[i + 1], 0} - longitude;
    distance.push_back(square_root(down * down + across * across));
  }
  return {expected_from("distance", distance)};
}

}  // namespace forewarp::kernels
