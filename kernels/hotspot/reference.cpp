// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

struct Chip {
  std::size_t n;
  std::vector<Bounded> power;
  Bounded c, rx, ry, rz;

  [[nodiscard]] std::vector<Bounded> step(const std::vector<Bounded>& t) const {
    std::vector<Bounded> next(n * n);
    for (std::size_t row = 0; row < n; ++row)
      for (std::size_t column = 0; column < n; ++column) next[row * n + column] = cell(t, row, column);
    return next;
  }

 private:
  [[nodiscard]] Bounded cell(const std::vector<Bounded>& t, std::size_t row, std::size_t column) const {
    const std::size_t i = row * n + column;
    const Bounded twice = Bounded{2, 0} * t[i];
    const Bounded vertical = t[row > 0 ? i - n : i] + t[row + 1 < n ? i + n : i] - twice;
    const Bounded horizontal = t[column + 1 < n ? i + 1 : i] + t[column > 0 ? i - 1 : i] - twice;
    const Bounded cooling = (Bounded{80, 0} - t[i]) * rz;
    return t[i] + c * (power[i] + vertical * ry + horizontal * rx + cooling);
  }
};

}  // namespace

std::vector<Expected> hotspot(const launch::Launch&, const Inputs& inputs) {
  const auto scalar = [&](const char* name) { return Bounded{inputs.scalar(name), 0}; };
  const Chip chip{inputs.parameter("n"), exact(inputs.values<float>("power")), scalar("c"), scalar("rx"), scalar("ry"),
                  scalar("rz")};
  std::vector<Bounded> t = exact(inputs.values<float>("before"));
  for (std::size_t step = 0; step < inputs.parameter("STEPS"); ++step) t = chip.step(t);
  return {expected_from("after", t)};
}

}  // namespace forewarp::kernels
