// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> cfd_time_step(const launch::Launch&, const Inputs& inputs) {
  const std::size_t cells = inputs.parameter("cells");
  const auto old = exact(inputs.values<float>("old")), flux = exact(inputs.values<float>("flux"));
  const auto factor = exact(inputs.values<float>("factor"));
  const Bounded stage{inputs.scalar("stage"), 0};
  std::vector<Bounded> now;
  for (std::size_t i = 0; i < old.size(); ++i) now.push_back(old[i] + factor[i % cells] / stage * flux[i]);
  return {expected_from("now", now)};
}

}  // namespace forewarp::kernels
