// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::array<int, 9> cx{0, 1, 0, -1, 0, 1, -1, -1, 1}, cy{0, 0, 1, 0, -1, 1, 1, -1, -1};

Bounded number(double value) { return {value, 0}; }
Bounded weight(std::size_t k) { return number(k == 0 ? 4.0F / 9 : k < 5 ? 1.0F / 9 : 1.0F / 36); }

std::array<Bounded, 9> collide(const std::array<Bounded, 9>& f, Bounded omega) {
  Bounded rho, ux, uy;
  for (std::size_t k = 0; k < 9; ++k) {
    rho = rho + f[k];
    ux = ux + number(cx[k]) * f[k];
    uy = uy + number(cy[k]) * f[k];
  }
  ux = ux / rho;
  uy = uy / rho;
  const Bounded still = number(1) - number(1.5) * (ux * ux + uy * uy);
  std::array<Bounded, 9> out;
  for (std::size_t k = 0; k < 9; ++k) {
    const Bounded along = number(cx[k]) * ux + number(cy[k]) * uy;
    const Bounded shape = still + number(3) * along + number(4.5) * along * along;
    out[k] = f[k] + omega * (weight(k) * rho * shape - f[k]);
  }
  return out;
}

}  // namespace

std::vector<Expected> lbm_d2q9(const launch::Launch&, const Inputs& inputs) {
  const std::size_t nx = inputs.parameter("nx"), ny = inputs.parameter("ny");
  const auto in = exact(inputs.values<float>("in"));
  std::vector<Bounded> out(in.size());
  for (std::size_t y = 0; y < ny; ++y)
    for (std::size_t x = 0; x < nx; ++x) {
      std::array<Bounded, 9> f;
      for (std::size_t k = 0; k < 9; ++k) {
        const std::size_t from_x = (x + nx - static_cast<std::size_t>(cx[k] + 1) + 1) % nx;
        const std::size_t from_y = (y + ny - static_cast<std::size_t>(cy[k] + 1) + 1) % ny;
        f[k] = in[(k * ny + from_y) * nx + from_x];
      }
      const auto after = collide(f, number(inputs.scalar("omega")));
      for (std::size_t k = 0; k < 9; ++k) out[(k * ny + y) * nx + x] = after[k];
    }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
