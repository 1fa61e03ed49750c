// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> stencil7_parboil(const launch::Launch&, const Inputs& inputs) {
  const std::size_t nx = inputs.parameter("nx"), ny = inputs.parameter("ny"), nz = inputs.parameter("nz");
  const auto in = exact(inputs.values<float>("in"));
  const Bounded centre{inputs.scalar("centre"), 0}, side{inputs.scalar("side"), 0};
  std::vector<Bounded> out(in.size());
  for (std::size_t z = 1; z + 1 < nz; ++z)
    for (std::size_t y = 1; y + 1 < ny; ++y)
      for (std::size_t x = 1; x + 1 < nx; ++x) {
        const std::size_t i = (z * ny + y) * nx + x, plane = nx * ny;
        const Bounded around = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane];
        out[i] = side * around - centre * in[i];
      }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
