// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> mriq_phimag(const launch::Launch&, const Inputs& inputs) {
  const auto real = exact(inputs.values<float>("real")), imaginary = exact(inputs.values<float>("imaginary"));
  std::vector<Bounded> magnitude;
  for (std::size_t i = 0; i < real.size(); ++i) magnitude.push_back(real[i] * real[i] + imaginary[i] * imaginary[i]);
  return {expected_from("magnitude", magnitude)};
}

}  // namespace forewarp::kernels
