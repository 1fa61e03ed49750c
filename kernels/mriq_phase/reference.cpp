// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> mriq_phase(const launch::Launch&, const Inputs& inputs) {
  const auto samples = exact(inputs.values<float>("samples")), position = exact(inputs.values<float>("position"));
  std::vector<Bounded> real, imaginary;
  for (std::size_t i = 0; i < position.size(); i += 4) {
    Bounded cosines, sines;
    for (std::size_t k = 0; k < samples.size(); k += 4) {
      Bounded turns = samples[k] * position[i];
      turns = turns + samples[k + 1] * position[i + 1] + samples[k + 2] * position[i + 2];
      const double angle = 2 * std::numbers::pi * turns.value, carried = 2 * std::numbers::pi * turns.error;
      cosines = multiply_add(samples[k + 3], off_by_ulps(std::cos(angle), carried, 2), cosines);
      sines = multiply_add(samples[k + 3], off_by_ulps(std::sin(angle), carried, 2), sines);
    }
    real.push_back(cosines);
    imaginary.push_back(sines);
  }
  return {expected_from("real", real), expected_from("imaginary", imaginary)};
}

}  // namespace forewarp::kernels
